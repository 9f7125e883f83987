import { createPortico, type Connector, type Portico, type PorticoOptions } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import { memoryStorage } from '@portico/testing'
import type { SolanaOptions } from '../options.js'
import { solana } from '../solana.js'

/** A portico around the adapter alone, and everything that the adapter reported. */
export async function testAdapter(
  options: SolanaOptions,
  over: Partial<PorticoOptions> = {},
): Promise<{ portico: Portico; adapter: Adapter; reports: unknown[][]; stop: () => void }> {
  const description = solana(options)
  const portico = createPortico({ adapters: [description], storage: memoryStorage(), ...over })
  const reports: unknown[][] = []
  const adapter = await description.load(portico, {
    changed: (...report) => void reports.push(['changed', ...report]),
    disconnected: (...report) => void reports.push(['disconnected', ...report]),
    connected: ({ id }, grant) => void reports.push(['connected', id, grant]),
    activated: (...report) => void reports.push(['activated', ...report]),
  })
  return { portico, adapter, reports, stop: adapter.watch() }
}

export const connectorId = 'standard:Test Solana Wallet'

/** A wallet as discovery would list it. */
export const wayIn = (wallet: unknown, id = connectorId): Connector => ({
  id,
  kind: 'announced',
  name: 'Test Solana Wallet',
  namespaces: ['solana'],
  installed: true,
  getProvider: async () => wallet,
})

/** A signal that nobody aborts. */
export const never = (): AbortSignal => new AbortController().signal
