import type { Network } from '../../adapter.js'
import { isNetworkId, namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { AdapterNotFoundError } from '../connection/errors.js'
import { NetworkNotConfiguredError } from './errors.js'
import { findNetwork } from './store.js'

/**
 * One of the site's networks.
 * @throws {@link NetworkNotConfiguredError}, or {@link AdapterNotFoundError} where the site uses nothing of its namespace
 */
export function requireNetwork(portico: Portico, networkId: NetworkId): Network {
  const network = findNetwork(portico, networkId)
  if (network) return network
  if (!isNetworkId(networkId) || portico.adapters.has(namespaceOf(networkId))) throw new NetworkNotConfiguredError({ networkId })
  throw new AdapterNotFoundError({ namespace: namespaceOf(networkId) })
}
