import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { capability } from '../account/target.js'
import type { AccountTransaction } from './capability.js'
import { loadAdapter } from '../connection/loadAdapter.js'

export interface TransactionsParameters {
  readonly address: string
  readonly networkId: NetworkId
  /** From the page before. */
  readonly cursor?: string
  readonly signal?: AbortSignal
}

/**
 * A page of an address's past, the newest first, from its chain.
 * @example const { transactions, cursor } = await getTransactions(portico, { address, networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
 * @throws CapabilityMissingError where the chain's nodes keep no history by address
 */
export async function getTransactions(
  portico: Portico,
  parameters: TransactionsParameters,
): Promise<{ readonly transactions: readonly AccountTransaction[]; readonly cursor?: string }> {
  const namespace = namespaceOf(parameters.networkId)
  return capability(await loadAdapter(portico, namespace), 'getTransactions', namespace)(parameters)
}
