import { createBitcoin } from '@portico/chains/bitcoin'
import { registerStandard } from '@portico/testing/bitcoin'
import { createMultiChainWallet } from '@portico/testing/multichain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bitcoin as mainnet } from './networks.js'
import { never, testAdapter } from './test/adapter.js'
import { follow, testPage } from './test/page.js'

const ledger = createBitcoin({ port: 15003, automine: false })
beforeAll(() => ledger.start())
afterAll(() => ledger.stop())

test('a wallet of several chains connects, signs, sends and leaves on Bitcoin, and the other chains stay as they are', async () => {
  const wallet = createMultiChainWallet({ bitcoin: { esploraUrl: ledger.url } })
  const page = testPage()
  if (!wallet.wallet) throw new Error('it has no Wallet Standard side')
  registerStandard(wallet.wallet, { window: page })
  const followed = follow(page)
  followed.stop()
  const [connector] = followed.list()
  if (!connector) throw new Error('the wallet is not there')
  expect(connector.id).toBe(`standard:${wallet.info.name}`)

  const connectSolana: unknown = Reflect.get(Object(wallet.wallet.features['standard:connect']), 'connect')
  if (typeof connectSolana === 'function') await Reflect.apply(connectSolana, undefined, [])
  const visit = await testAdapter({ url: ledger.url })
  const grant = await visit.adapter.connect({ connector, signal: never() })
  const [payment, ordinals] = [ledger.accounts[0]?.payment.address, ledger.accounts[0]?.ordinals.address]
  expect(grant.addresses).toEqual([payment, ordinals])
  const target = { connectorId: connector.id, address: payment ?? '', networkId: mainnet.id }
  await expect(visit.adapter.signMessage({ ...target, message: 'hello' })).resolves.toMatchObject({ signature: expect.any(String) })
  const hash = await visit.adapter.sendTransaction({ ...target, to: ledger.accounts[1]?.payment.address ?? '', value: 30_000n })
  ledger.mine()
  await expect(visit.adapter.waitForReceipt({ hash, networkId: mainnet.id })).resolves.toMatchObject({ outcome: 'success' })

  await visit.adapter.disconnect({ connectorId: connector.id })
  const chains = () => wallet.wallet?.accounts.flatMap((account) => account.chains.map((chain) => chain.split(':')[0]))
  expect(chains()).toContain('solana')
  expect(chains()).not.toContain('bitcoin')
  visit.stop()
})
