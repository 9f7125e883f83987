import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import type { TokenBalance } from './capability.js'
import { loadAdapter } from '../connection/loadAdapter.js'

/**
 * The tokens that an address holds, without those that have no decimals. Empty where the chain family knows no tokens.
 * @example const tokens = await getTokenBalances(portico, { address, networkId: 'eip155:8453' })
 */
export async function getTokenBalances(
  portico: Portico,
  { address, networkId, signal }: { readonly address: string; readonly networkId: NetworkId; readonly signal?: AbortSignal },
): Promise<readonly TokenBalance[]> {
  const adapter = await loadAdapter(portico, namespaceOf(networkId))
  const tokens = await adapter.getTokenBalances?.({ address, networkId, ...(signal && { signal }) })
  return (tokens ?? []).filter(({ decimals }) => decimals > 0)
}
