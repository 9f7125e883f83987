import { createPortico, type Connector, type Portico } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import { bitcoin } from '../bitcoin.js'
import { bitcoin as mainnet, bitcoinSignet, bitcoinTestnet } from '../networks.js'
import type { BitcoinOptions } from '../options.js'

export interface TestAdapter {
  readonly portico: Portico
  readonly adapter: Required<
    Pick<Adapter, 'getTransactions' | 'getFeeRates' | 'estimateFee' | 'sendTransaction' | 'signPsbt' | 'waitForReceipt' | 'paymentUri'>
  > &
    Adapter
  readonly reports: unknown[][]
  readonly stop: () => void
}

/** A portico around the adapter alone, watched, and everything that the adapter reported. */
export async function testAdapter({
  url,
  fetch,
  ...options
}: Partial<BitcoinOptions> & { readonly url?: string; readonly fetch?: typeof globalThis.fetch } = {}): Promise<TestAdapter> {
  const networks = [mainnet, bitcoinTestnet, bitcoinSignet]
  const description = bitcoin({ networks, ...(url && { esploraUrls: { [mainnet.id]: url } }), ...options })
  const portico = createPortico({ adapters: [description], ...(fetch && { fetch }) })
  const reports: unknown[][] = []
  const adapter = await description.load(portico, {
    changed: (...report) => void reports.push(['changed', ...report]),
    disconnected: (...report) => void reports.push(['disconnected', ...report]),
    connected: ({ id }, grant) => void reports.push(['connected', id, grant]),
    activated: (...report) => void reports.push(['activated', ...report]),
  })
  const { getTransactions, getFeeRates, estimateFee, sendTransaction, signPsbt, waitForReceipt, paymentUri } = adapter
  if (!getTransactions || !getFeeRates || !estimateFee || !sendTransaction || !signPsbt || !waitForReceipt || !paymentUri)
    throw new Error('a capability is missing')
  return {
    portico,
    adapter: { ...adapter, getTransactions, getFeeRates, estimateFee, sendTransaction, signPsbt, waitForReceipt, paymentUri },
    reports,
    stop: adapter.watch(),
  }
}

/** A provider as discovery would list it. */
export const wayIn = (provider: unknown, id = 'btc:test'): Connector => ({
  id,
  kind: 'announced',
  name: 'Test Wallet',
  namespaces: ['bip122'],
  installed: true,
  getProvider: async () => provider,
})

/** A signal that nobody aborts. */
export const never = (): AbortSignal => new AbortController().signal
