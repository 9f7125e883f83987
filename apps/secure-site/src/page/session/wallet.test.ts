import type { NetworkId } from '@portico/core'
import { expect, test } from 'vitest'
import type { Addresses, FrameNetwork, Keys } from '../types.js'
import { openSession } from './session.js'
import { memoryStore, type PageStore } from './store.js'
import { openWallet, signedInAs } from './wallet.js'

const network = (id: NetworkId): FrameNetwork => ({
  id,
  name: id,
  rpcUrl: `https://node.example/${id}`,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
})
const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const networks = [network('eip155:1'), network('eip155:10'), network(solana)]
const accounts: Addresses = {
  eip155: '0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09',
  solana: 'So11111111111111111111111111111111111111112',
}
const security = { mode: 'progressive', passkeys: 0, recoveryCode: false, device: true } as const
const users = ['u', 'v'].map((letter) => ({ id: letter.repeat(22), email: `${letter}@example.org`, userName: null }))

/** Keys of which only what a wallet may use without a question is there. */
function openKeys(open: () => Promise<Addresses>): Keys {
  const never = () => Promise.reject(new Error('not without a question'))
  return {
    addresses: () => undefined,
    open,
    security: async () => security,
    signs: async () => 'lasting',
    unlockStep: never,
    recoverByMail: never,
    resumeByMail: never,
    endByMail: never,
    recoverByIdentity: never,
    recoverByPasskey: never,
    recoverByCode: never,
    recoverByPassphrase: never,
    addPassphrase: never,
    removePassphrase: never,
    addPasskey: never,
    createRecoveryCode: never,
    withKey: never,
    exportWords: never,
    lock: () => {},
  }
}

async function setUp({ store = memoryStore(), initial, fail = 0 }: { store?: PageStore; initial?: NetworkId; fail?: number } = {}) {
  let [opened, failures] = [0, fail]
  const session = await openSession({ store, peers: { tell: () => {}, listen: () => {} } })
  const keys = openKeys(async () => {
    opened += 1
    if (failures-- > 0) throw new Error('away')
    return accounts
  })
  const wallet = await openWallet({ session, store, networks, loadKeys: async () => keys, initial })
  const logIn = (index = 0) => session.begin({ token: 't'.repeat(43), expiresIn: 60, user: users[index] ?? fail_() })
  return { wallet, session, store, logIn, opened: () => opened }
}
function fail_(): never {
  throw new Error('no such user')
}

test('a login tells the addresses at once, and a reload knows them without loading the keys', async () => {
  const first = await setUp()
  await expect(first.wallet.user()).rejects.toMatchObject({ code: 4100 })
  await first.logIn()
  expect(await first.wallet.user()).toEqual({
    email: 'u@example.org',
    address: accounts.eip155,
    chainId: 'eip155:1',
    accounts: [{ address: accounts.eip155, type: 'eoa' }],
    preferredAccountType: 'eoa',
    smartAccountDeployed: false,
    security,
    networks: ['eip155:1', 'eip155:10', solana],
  })
  expect(await first.wallet.user(solana)).toMatchObject({ address: accounts.solana, chainId: solana })
  expect(first.opened()).toBe(1)
  const reloaded = await setUp({ store: first.store })
  expect(await reloaded.wallet.addresses()).toEqual(accounts)
  expect(reloaded.opened()).toBe(0)
})

test('many who ask at once open the wallet once; a failure is told and tried again', async () => {
  const { wallet, logIn, opened } = await setUp({ fail: 1 })
  await logIn()
  const results = await Promise.allSettled([wallet.user(), wallet.addresses(), wallet.security()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(opened()).toBe(1)
  expect(await wallet.addresses()).toEqual(accounts)
  expect(opened()).toBe(2)
})

test('another user never gets the addresses of the one before', async () => {
  const { wallet, logIn, opened } = await setUp()
  await logIn(0)
  await wallet.user()
  await logIn(1)
  await wallet.user()
  expect(opened()).toBe(2)
})

test('S6: only networks of the operator\u2019s table can be used, and the choice outlives a reload', async () => {
  const { wallet, store, logIn } = await setUp({ initial: 'eip155:10' })
  expect(wallet.chainId()).toBe('eip155:10')
  await expect(wallet.switchTo('eip155:5')).rejects.toMatchObject({ code: 4902 })
  expect(await wallet.switchTo(solana)).toBe(solana)
  expect(wallet.active()).toEqual({ eip155: 'eip155:10', solana })
  await logIn()
  await expect(wallet.user('eip155:5')).rejects.toMatchObject({ code: 4902 })
  const reloaded = await setUp({ store })
  expect(reloaded.wallet.chainId()).toBe(solana)
  const odd = memoryStore()
  await odd.set('networks', { eip155: 'eip155:999', last: 'cosmos' })
  expect((await setUp({ store: odd, initial: 'eip155:7' })).wallet.chainId()).toBe('eip155:1')
})

test('recipients are remembered, newest first, and a sign-out leaves nothing behind', async () => {
  const { wallet, store, logIn } = await setUp()
  await logIn()
  await wallet.user()
  await wallet.remember(['a'])
  await wallet.remember(['b', 'a'])
  expect(wallet.recipients()).toEqual(['b', 'a'])
  await wallet.remember(Array.from({ length: 500 }, (_, index) => String(index)))
  expect(wallet.recipients()).toHaveLength(200)
  // S11: of the next one who logs in here, the first sign-in to this site is a window's again.
  await store.set(signedInAs, true)
  await wallet.forget()
  expect(wallet.recipients()).toEqual([])
  for (const key of ['wallet', 'networks', 'recipients', signedInAs]) expect(await store.get(key)).toBeUndefined()
})

test('S32: a login that ends in another tab while this one still reads it does not come back', async () => {
  const store = memoryStore()
  let hear: (said: 'changed' | 'ended') => void = () => {}
  const login = { token: 't'.repeat(43), handle: 'h', expiresAt: Date.now() + 60_000, user: users[0] }
  // What another tab wrote, as slow storage tells it: read before it was taken away, answered after.
  const slow: PageStore = { ...store, get: async (key) => (key === 'login' ? await reading : undefined) }
  let answer = (_login: unknown) => {}
  let reading: Promise<unknown> = Promise.resolve(undefined)
  const session = await openSession({ store: slow, peers: { tell: () => {}, listen: (listener) => (hear = listener) } })
  reading = new Promise((resolve) => (answer = resolve))
  hear('changed')
  hear('ended')
  answer(login)
  await new Promise((resolve) => setTimeout(resolve))
  expect(session.current()).toBeUndefined()
  hear('changed')
  await new Promise((resolve) => setTimeout(resolve))
  expect(session.current()?.handle).toBe('h')
})
