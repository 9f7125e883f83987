import { connect, createPortico, goLive, mount } from '@portico/core'
import { createWallet, type WalletOptions } from '@portico/testing'
import { sendCalls as portico5792, waitForCalls } from '@portico/core/calls'
import { createConfig, getAccount, getCallsStatus, getCapabilities, http, sendCalls, waitForCallsStatus } from '@wagmi/core'
import type { Address } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { evm } from '../evm.js'
import { startAnvil, type Anvil } from '../test/anvil.js'
import { install, testInfo, testPage } from '../test/page.js'
import { testKeys } from '../test/testWallet.js'

const to: Address = '0x000000000000000000000000000000000000dEaD'
const calls = [
  { to, value: 1n },
  { to, value: 2n },
]
let chain: Anvil
let page: ReturnType<typeof testPage>
const stops: (() => void)[] = []

beforeAll(async () => {
  chain = await startAnvil({ port: 19_568 })
}, 60_000)
afterAll(() => chain.stop())
beforeEach(() => {
  page = testPage()
  vi.stubGlobal('window', page)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

/** A site with wagmi, and a visitor who connected a wallet through Portico. */
async function visit(batches: NonNullable<WalletOptions['batches']>) {
  const wallet = createWallet({
    name: 'Example',
    rdns: 'org.example.wallet',
    chains: { 31337: chain.url },
    privateKeys: testKeys[0],
    batches,
  })
  install(page, { info: testInfo(), provider: wallet.provider })
  const config = createConfig({ chains: [chain.chain], transports: { 31337: http(chain.url) }, storage: null })
  const portico = createPortico({ adapters: [evm({ config })] })
  stops.push(mount(portico))
  await goLive(portico)
  await vi.dynamicImportSettled()
  await connect(portico, { connectorId: 'org.example.wallet' })
  await expect.poll(() => getAccount(config).status).toBe('connected')
  return { config, portico, wallet }
}

test("wagmi's own batches go through the connector that Portico connected, and either side tells how they stand", async () => {
  const { config, portico } = await visit('unsupported')
  expect(await getCapabilities(config, { chainId: 31337 })).toMatchObject({ atomic: { status: 'unsupported' } })
  const { id } = await sendCalls(config, { calls })
  expect(await waitForCallsStatus(config, { id, pollingInterval: 50 })).toMatchObject({ status: 'success', atomic: false })
  expect(await waitForCalls(portico, { id })).toMatchObject({ status: 200, receipts: [{ status: 'success' }, { status: 'success' }] })

  const sent = await portico5792(portico, { calls })
  await waitForCalls(portico, { id: sent.id, pollingInterval: 50 })
  expect(await getCallsStatus(config, { id: sent.id })).toMatchObject({ statusCode: 200 })
})

test('a wallet that knows no batches is asked one by one by Portico', async () => {
  const { portico, wallet } = await visit('none')
  const before = await chain.reader.getBalance({ address: to })
  const { id } = await portico5792(portico, { calls })
  const { status, receipts } = await waitForCalls(portico, { id, pollingInterval: 50 })
  expect({ status, receipts: receipts.length }).toEqual({ status: 200, receipts: 2 })
  expect((await chain.reader.getBalance({ address: to })) - before).toBe(3n)
  expect(wallet.log.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(2)
  await expect(portico5792(portico, { calls, atomicRequired: true })).rejects.toMatchObject({ code: 5760 })
})
