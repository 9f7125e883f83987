import { evm } from '@portico/adapter-evm'
import { mainnet } from '@portico/adapter-evm/networks'
import {
  connect,
  connectorStore,
  createPortico,
  getAccount,
  goLive,
  listConnectors,
  mount,
  signMessage,
  UserRejectedError,
} from '@portico/core'
import { announce, createWallet, reject } from '@portico/testing'
import { afterAll, expect, test, vi } from 'vitest'

// jsdom and happy-dom have a window; in Node alone an EventTarget will do.
vi.stubGlobal('window', globalThis.window ?? new EventTarget())
afterAll(() => vi.unstubAllGlobals())

test('a visitor declines once, connects, and signs', async () => {
  const portico = createPortico({ adapters: [evm({ networks: [mainnet] })] })
  const unmount = mount(portico)
  void goLive(portico) // a press on a button does so: wallets are asked to announce themselves
  const wallet = createWallet({ name: 'Alpha', rdns: 'com.example.alpha', chains: { 1: 'http://127.0.0.1:8545' } })
  const unannounce = announce(wallet)
  try {
    const alpha = () => listConnectors(connectorStore(portico).getState()).find(({ name }) => name === 'Alpha')
    await expect.poll(alpha).toBeDefined()
    const connectorId = alpha()?.id ?? ''

    wallet.script('eth_requestAccounts', reject())
    await expect(connect(portico, { connectorId })).rejects.toThrow(UserRejectedError)

    await connect(portico, { connectorId })
    expect(getAccount(portico).status).toBe('connected')
    expect(await signMessage(portico, { message: 'hello' })).toMatch(/^0x[0-9a-f]{130}$/)
  } finally {
    unannounce()
    unmount()
  }
})
