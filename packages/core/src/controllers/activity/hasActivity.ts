import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { isServed } from '../../portico/gateway.js'
import { loadAdapter } from '../connection/loadAdapter.js'

/**
 * Whether there is somebody to ask what accounts did on a network: a gateway that serves it, or its own nodes.
 * @example const showsActivity = await hasActivity(portico, networkId)
 */
export async function hasActivity(portico: Portico, networkId: NetworkId): Promise<boolean> {
  if (await isServed(portico, networkId).catch(() => true)) return true // who is not reached now may be later: the list says so
  return (await loadAdapter(portico, namespaceOf(networkId))).getTransactions !== undefined
}
