import type { NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { findNetwork } from '../network/store.js'

/**
 * Page of a transaction on the network's first block explorer, whose URL may end in a slash or a query; undefined where it has none.
 * @example const url = transactionUrl(portico, { networkId: 'eip155:8453', hash })
 */
export function transactionUrl(
  portico: Portico,
  { networkId, hash }: { readonly networkId: NetworkId; readonly hash: string },
): string | undefined {
  const explorer = findNetwork(portico, networkId)?.blockExplorers[0]?.url
  return hash ? explorer?.replace(/\/?(\?.*)?$/, (_, query = '') => `/tx/${encodeURIComponent(hash)}${query}`) : undefined
}
