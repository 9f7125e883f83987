import { connect, disconnect, type ConnectorInfo } from '@portico/core'
import { announce, createWallet } from '@portico/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { portico, start } from './withoutReact.js'

vi.stubGlobal('window', new EventTarget())
afterAll(() => vi.unstubAllGlobals())

test('a page without React lists the wallets, and shows the account for as long as one is connected', async () => {
  const seen: { wallets: readonly ConnectorInfo[]; address: string | undefined }[] = []
  const end = start((wallets, address) => seen.push({ wallets, address }))
  const wallet = createWallet({ name: 'Alpha', rdns: 'com.example.alpha', chains: { 1: 'http://127.0.0.1:8545' } })
  const unannounce = announce(wallet)
  try {
    const alpha = () => seen.at(-1)?.wallets.find(({ name }) => name === 'Alpha')
    await expect.poll(alpha).toBeDefined()
    await connect(portico, { connectorId: alpha()?.id ?? '' })
    expect(seen.at(-1)?.address).toBe(wallet.accounts[0])
    await disconnect(portico)
    expect(seen.at(-1)?.address).toBeUndefined()
  } finally {
    unannounce()
    end()
  }
})
