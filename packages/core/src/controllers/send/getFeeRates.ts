import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import type { FeeRates } from './capability.js'

/**
 * What a transaction costs now, in satoshi for each virtual byte. Undefined where the chain family does not sell its space that way.
 * @example const rates = await getFeeRates(portico, { networkId: 'bip122:000000000019d6689c085ae165831e93' })
 */
export async function getFeeRates(
  portico: Portico,
  { networkId, signal }: { readonly networkId: NetworkId; readonly signal?: AbortSignal },
): Promise<FeeRates | undefined> {
  const adapter = await loadAdapter(portico, namespaceOf(networkId))
  return adapter.getFeeRates?.({ networkId, ...(signal && { signal }) })
}
