import type { Portico } from '../../portico/createPortico.js'
import { findNetwork } from '../network/store.js'
import type { HeldToken } from './token.js'

/**
 * Page of a token's contract or mint on the network's first block explorer, whose URL may end in a slash or a query; undefined for a coin.
 * @example const link = tokenUrl(portico, { networkId, address: token.address }) // in the network's explorer
 */
export function tokenUrl(portico: Portico, { networkId, address }: Pick<HeldToken, 'networkId' | 'address'>): string | undefined {
  const explorer = address === undefined ? undefined : findNetwork(portico, networkId)?.blockExplorers[0]?.url
  return explorer?.replace(/\/?(\?.*)?$/, (_, query = '') => `/address/${encodeURIComponent(address ?? '')}${query}`)
}
