import { createPortico, type Connector, type Portico } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import { evm } from '../evm.js'
import type { EvmOptions } from '../options.js'
import type { TestWallet } from './testWallet.js'

/** A portico around the adapter alone, and everything that the adapter reported. */
export async function testAdapter(
  options: EvmOptions,
): Promise<{ portico: Portico; adapter: Adapter; reports: unknown[][]; stop: () => void }> {
  const description = evm(options)
  const portico = createPortico({ adapters: [description] })
  const reports: unknown[][] = []
  const adapter = await description.load(portico, {
    changed: (...report) => void reports.push(['changed', ...report]),
    disconnected: (...report) => void reports.push(['disconnected', ...report]),
    connected: ({ id }, grant) => void reports.push(['connected', id, grant]),
    activated: (...report) => void reports.push(['activated', ...report]),
  })
  return { portico, adapter, reports, stop: adapter.watch() }
}

/** A wallet as discovery would list it. */
export const wayIn = ({ provider }: Pick<TestWallet, 'provider'>, id = 'org.example.wallet'): Connector => ({
  id,
  kind: 'announced',
  name: 'Example Wallet',
  rdns: 'org.example.wallet',
  namespaces: ['eip155'],
  installed: true,
  getProvider: async () => provider,
})

/** A signal that nobody aborts. */
export const never = (): AbortSignal => new AbortController().signal
