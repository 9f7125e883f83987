import type { Network } from '../../adapter.js'
import type { Namespace, NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { accountStore } from '../account/store.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { requestedNetworks } from './store.js'

/** What the namespace's wallet says about the site's networks. */
export interface NetworkSupport {
  readonly requested: readonly Network[]
  /** Ids the wallet agreed to, or undefined when it takes any. */
  readonly approvedNetworkIds: readonly NetworkId[] | undefined
  readonly supportsAllNetworks: boolean
  /** The site's networks on which the account can be a smart account; on the others it is a plain one. Empty for wallets of the visitor's own. */
  readonly smartAccountNetworkIds: readonly NetworkId[]
}

/**
 * Which of the site's networks the wallet in use takes, of one chain family.
 * @example const { supportsAllNetworks } = networkSupport(portico, 'eip155')
 */
export function networkSupport(portico: Portico, namespace: Namespace): NetworkSupport {
  const { addresses, approvedNetworkIds } = activeConnection(connectionStore(portico).getState(), namespace) ?? {}
  const requested = requestedNetworks(portico, namespace)
  const { address, smartAccountNetworkIds = [] } = accountStore(portico).getState()[namespace] ?? {}
  const isOf = address !== undefined && address === addresses?.[0]
  return {
    requested,
    approvedNetworkIds,
    supportsAllNetworks: approvedNetworkIds === undefined,
    smartAccountNetworkIds: isOf ? smartAccountNetworkIds.filter((id) => requested.some((network) => network.id === id)) : [],
  }
}
