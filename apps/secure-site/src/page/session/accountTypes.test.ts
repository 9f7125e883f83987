import type { NetworkId } from '@portico/core'
import { expect, test } from 'vitest'
import type { FrameNetwork, Keys } from '../types.js'
import { openAccountTypes } from './accountTypes.js'
import { frameHandlers } from './handlers.js'
import type { FramePage } from './page.js'
import { openSession } from './session.js'
import { memoryStore, type PageStore } from './store.js'
import { openWallet } from './wallet.js'

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const network = (id: NetworkId, isSmart = false): FrameNetwork => ({
  id,
  name: id,
  rpcUrl: `https://node.example/${id}`,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  ...(isSmart && { smartAccounts: { bundlerUrl: 'https://bundler.example' } }),
})
const networks = [network('eip155:1'), network('eip155:10', true), network('eip155:8453', true), network(solana)]
const plain = '0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09'
const smart = '0x3333333333333333333333333333333333333333'

async function setUp({
  store = memoryStore(),
  isDeployed = false,
  table = networks,
  onChosen = () => {},
}: {
  store?: PageStore
  isDeployed?: boolean | 'unknown'
  table?: readonly FrameNetwork[]
  onChosen?: () => void
} = {}) {
  const looks: string[] = []
  const session = await openSession({ store, peers: { tell: () => {}, listen: () => {} } })
  const keys = {
    open: async () => ({ eip155: plain, solana: 'So11111111111111111111111111111111111111112' }),
    security: async () => ({ mode: 'progressive', passkeys: 0, recoveryCode: false, device: true }),
  } as unknown as Keys // of which nothing else may be used without a question
  const wallet = await openWallet({
    session,
    store,
    networks: table,
    loadKeys: async () => keys,
    onChosen,
    loadSmartAccounts: async () => ({
      smartAccountAddress: () => smart,
      isDeployed: async ({ id }, address) => (looks.push(`${id} ${address}`), isDeployed === 'unknown' ? undefined : isDeployed),
    }),
  })
  const logIn = () =>
    session.begin({ token: 't'.repeat(43), expiresIn: 60, user: { id: 'u'.repeat(22), email: 'u@example.org', userName: null } })
  const page = { wallet, session } as unknown as FramePage // of which a handler of accounts uses nothing else
  const rest = { codeInPage: false, reload() {}, onTheme() {}, onLocale() {}, back: () => false, onMetadata() {} }
  const handlers = frameHandlers(async () => page, rest)
  const asked = { id: 'r', signal: new AbortController().signal }
  return { wallet, store, logIn, handlers, asked, looks }
}

test('where the operator has turned them on the account is a contract, and both addresses are told; elsewhere it is plain', async () => {
  const { wallet, logIn } = await setUp()
  await logIn()
  expect(await wallet.user('eip155:10')).toMatchObject({
    address: smart,
    accounts: [
      { address: smart, type: 'smartAccount' },
      { address: plain, type: 'eoa' },
    ],
    preferredAccountType: 'smartAccount',
    smartAccountDeployed: false,
    smartAccountNetworks: ['eip155:10', 'eip155:8453'],
    accountTypeChosen: false,
  })
  expect(await wallet.user('eip155:1')).toMatchObject({
    address: plain,
    accounts: [{ address: plain, type: 'eoa' }],
    preferredAccountType: 'eoa',
  })
  expect(await wallet.user(solana)).toMatchObject({ preferredAccountType: 'eoa' })
})

test('without a network that has them nothing is asked, told or loaded', async () => {
  const { wallet, logIn, looks, handlers, asked } = await setUp({ table: [network('eip155:1')] })
  await logIn()
  const user = await wallet.user()
  expect(user).toMatchObject({ address: plain, preferredAccountType: 'eoa', smartAccountDeployed: false })
  expect(user).not.toHaveProperty('accountTypeChosen')
  expect(looks).toEqual([])
  expect(await handlers.GET_SMART_ACCOUNT_ENABLED_NETWORKS(undefined, asked)).toEqual({ smartAccountEnabledNetworks: [] })
  await expect(async () => handlers.INIT_SMART_ACCOUNT(undefined, asked)).rejects.toMatchObject({ code: 4200 })
  await expect(async () => handlers.SET_PREFERRED_ACCOUNT({ type: 'smartAccount' }, asked)).rejects.toMatchObject({ code: 4200 })
  expect(await handlers.SET_PREFERRED_ACCOUNT({ type: 'eoa' }, asked)).toEqual({ type: 'eoa', address: plain })
})

test('what the visitor chooses is kept for the network, and for those without a choice of their own; it outlives a reload', async () => {
  const { wallet, logIn, handlers, asked, store } = await setUp()
  await logIn()
  await wallet.switchTo('eip155:10')
  expect(await handlers.SET_PREFERRED_ACCOUNT({ type: 'eoa' }, asked)).toEqual({ type: 'eoa', address: plain })
  await wallet.switchTo('eip155:8453')
  expect(await wallet.user()).toMatchObject({ address: plain, accountTypeChosen: true })
  expect(await handlers.SET_PREFERRED_ACCOUNT({ type: 'smartAccount' }, asked)).toEqual({ type: 'smartAccount', address: smart })
  const reloaded = await setUp({ store })
  expect([await reloaded.wallet.account('eip155:10'), await reloaded.wallet.account('eip155:8453')]).toEqual([
    { type: 'eoa', address: plain, owner: plain },
    { type: 'smartAccount', address: smart, owner: plain },
  ])
  await reloaded.wallet.forget()
  expect(await store.get('accountTypes')).toBeUndefined()
})

test('a choice in one tab is said aloud, and counts in another as soon as that looks', async () => {
  let said = 0
  const store = memoryStore()
  const [one, other] = [await setUp({ store, onChosen: () => (said += 1) }), await setUp({ store })]
  await one.logIn()
  await one.wallet.switchTo('eip155:10')
  await one.handlers.SET_PREFERRED_ACCOUNT({ type: 'eoa' }, one.asked)
  expect(said).toBe(1)
  expect(other.wallet.types.on('eip155:10')).toBe('smartAccount')
  await other.wallet.types.read()
  expect(other.wallet.types.on('eip155:10')).toBe('eoa')
})

test('what the site begins with counts until the visitor has chosen, and never against them', async () => {
  const { wallet, logIn, handlers, asked } = await setUp()
  await logIn()
  const ask = (preferredAccountType: 'eoa' | 'smartAccount') => handlers.GET_USER({ chainId: 'eip155:10', preferredAccountType }, asked)
  expect(await ask('eoa')).toMatchObject({ address: plain, accountTypeChosen: false })
  expect(await ask('smartAccount')).toMatchObject({ address: smart })
  await wallet.switchTo('eip155:10')
  await handlers.SET_PREFERRED_ACCOUNT({ type: 'eoa' }, asked)
  expect(await ask('smartAccount')).toMatchObject({ address: plain, accountTypeChosen: true })
})

test('an account that stands is looked for once; where the node does not say, nothing is said of it', async () => {
  const standing = await setUp({ isDeployed: true })
  await standing.logIn()
  await standing.wallet.switchTo('eip155:10')
  expect(await standing.handlers.INIT_SMART_ACCOUNT(undefined, standing.asked)).toEqual({ address: smart, isDeployed: true })
  expect(await standing.wallet.user()).toMatchObject({ smartAccountDeployed: true })
  expect(standing.looks).toEqual([`eip155:10 ${smart}`])
  const silent = await setUp({ isDeployed: 'unknown' })
  await silent.logIn()
  expect(await silent.wallet.user('eip155:10')).not.toHaveProperty('smartAccountDeployed')
})

test('what is stored and makes no sense is no choice', async () => {
  const store = memoryStore()
  await store.set('accountTypes', { 'eip155:10': 'multisig' })
  const types = await openAccountTypes(store, networks)
  expect([types.on('eip155:10'), types.isChosen()]).toEqual(['smartAccount', false])
})
