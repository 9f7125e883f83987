import { fakeAddress, fakeAdapter, fakeConnector, testPortico, type FakeAdapterOptions } from '@portico/testing'
import { connect } from '../../connection/connect.js'
import { publishConnectors } from '../../connection/connectors.js'
import type { PorticoOptions } from '../../../portico/options.js'
import type { HeldToken } from '../../balances/token.js'

export const networkId = 'eip155:1'
export const friend = '0x4c8F02bD93A1b27c0D5e6F7890aBcDeF12e8027d'
/** Shown short it is the friend's. */
export const impostor = '0x4c91aE77B0c2D3e4F5061728394a5b6C7De8027d'
const dollar = 10n ** 18n

export const ether: HeldToken = {
  networkId,
  symbol: 'ETH',
  name: 'Ether',
  units: 2n * 10n ** 18n,
  decimals: 18,
  price: 2_500n * dollar,
}
export const usdc: HeldToken = {
  networkId,
  address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  symbol: 'USDC',
  units: 310_500_000n,
  decimals: 6,
  price: dollar,
}

/** A portico with a connected wallet that can send. */
export async function withWallet(adapter: FakeAdapterOptions = {}, options: Partial<PorticoOptions> = {}) {
  const fake = fakeAdapter({
    readAddress: ({ text }) => Promise.resolve(/^0x[\da-f]{40}$/i.test(text) ? text : undefined),
    inspectRecipient: () => Promise.resolve('account'),
    estimateFee: () => Promise.resolve({ expected: 21n, maximum: 42n }),
    sendTransaction: () => Promise.resolve('0xhash'),
    waitForReceipt: ({ hash }) => Promise.resolve({ hash, outcome: 'success', minedHash: hash, blockNumber: 7n }),
    getBalance: () => Promise.resolve(ether.units),
    ...adapter,
  })
  const portico = testPortico({ adapters: [fake], ...options })
  publishConnectors(portico, 'eip155', [fakeConnector()])
  await connect(portico, { connectorId: 'com.harbor', namespace: 'eip155' })
  return { portico, fake }
}

export { fakeAddress }
