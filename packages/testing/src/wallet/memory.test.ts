import { expect, test } from 'vitest'
import { createWallet } from './createWallet.js'
import type { HeadlessWallet, WalletStorage } from './types.js'

function storageOf(entries: Record<string, string> = {}): WalletStorage & { readonly entries: Record<string, string> } {
  return {
    entries,
    getItem: (key) => entries[key] ?? null,
    setItem: (key, value) => void Object.assign(entries, { [key]: value }),
  }
}

const key = 'portico-testing:wallet:test.headless.wallet'

function load(persist: WalletStorage): HeadlessWallet {
  return createWallet({ chains: { 1: 'http://127.0.0.1:1', 10: 'http://127.0.0.1:1' }, count: 2, persist })
}

test('a wallet that is made anew remembers permission, account and chain', async () => {
  const storage = storageOf()
  const before = load(storage)
  before.setAccounts(1)
  const accounts = await before.request({ method: 'eth_requestAccounts' })
  before.switchChain(10)
  const after = load(storage)
  expect(await after.request({ method: 'eth_accounts' })).toEqual(accounts)
  expect(await after.request({ method: 'eth_chainId' })).toBe('0xa')
  after.disconnect()
  expect(await load(storage).request({ method: 'eth_accounts' })).toEqual([])
})

test.each(['', 'nonsense', 'null', '{}', '[]', '{"chainId":"1","chains":{},"exposed":[],"permitted":[],"locked":false}'])(
  'R14: what is stored as %j is as good as nothing',
  (saved) => {
    expect(load(storageOf({ [key]: saved })).state).toMatchObject({ chainId: 1, permitted: [], locked: false })
  },
)

test('R14: storage that throws only means that the wallet forgets', async () => {
  const denied = () => {
    throw new Error('denied')
  }
  const wallet = load({ getItem: denied, setItem: denied })
  expect(await wallet.request({ method: 'eth_requestAccounts' })).toHaveLength(1)
})

test('what is remembered of other keys and other nodes gives way to the options', () => {
  const exposed = ['0x4200000000000000000000000000000000000006']
  const saved = { chainId: 5, chains: { 1: 'http://gone', 7: 'http://added' }, exposed, permitted: [], locked: true }
  const wallet = load(storageOf({ [key]: JSON.stringify(saved) }))
  expect(wallet.state).toMatchObject({ chainId: 1, exposed: [wallet.accounts[0]], locked: true })
  expect(wallet.state.chains).toEqual({ 1: 'http://127.0.0.1:1', 7: 'http://added', 10: 'http://127.0.0.1:1' })
})

test('nothing of a key is stored', async () => {
  const storage = storageOf()
  await load(storage).request({ method: 'eth_requestAccounts' })
  expect(Object.keys(JSON.parse(storage.entries[key] ?? '')).toSorted()).toEqual(['chainId', 'chains', 'exposed', 'locked', 'permitted'])
})
