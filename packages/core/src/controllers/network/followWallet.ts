import type { Network } from '../../adapter.js'
import type { Namespace } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { updateSavedState } from '../../storage/updateSavedState.js'
import type { Connection } from '../connection/machine.js'
import { findNetwork, networkStore, type NamespaceNetworks } from './store.js'

/**
 * Lets the network in use be the one that the active wallet is on. While its wallet has not confirmed a connection, nobody is
 * told that its network is not the site's.
 * @param before the active connection until now
 */
export function followWallet(
  portico: Portico,
  namespace: Namespace,
  connection: Connection | undefined,
  { before, remember = true }: { readonly before?: Connection | undefined; readonly remember?: boolean } = {},
): void {
  if (before && before.connector.id !== connection?.connector.id) forgetFailedSwitch(portico, namespace)
  const networks = networkStore(portico).getState().byNamespace[namespace]
  if (!networks) return
  if (!connection) {
    if (networks.unsupported) setNetworks(portico, namespace, settled(networks, networks.active))
    return
  }
  const network = findNetwork(portico, connection.networkId)
  if (network) {
    setActiveNetwork(portico, network, { remember })
    return
  }
  const isNews = networks.unsupported !== connection.networkId
  if (isNews) setNetworks(portico, namespace, { ...networks, unsupported: connection.networkId })
  if (connection.restored || !(isNews || before?.restored)) return
  portico.events.emit('network.unsupported', { namespace, networkId: connection.networkId })
}

/** Puts one of the site's networks into use, remembers the choice unless it came from storage, and tells listeners. */
export function setActiveNetwork(portico: Portico, network: Network, { remember = true } = {}): void {
  const { namespace } = network
  const networks = networkStore(portico).getState().byNamespace[namespace]
  if (!networks) return
  const from = networks.active.id
  if (from === network.id && !networks.unsupported) return
  setNetworks(portico, namespace, settled(networks, network))
  if (from === network.id) return
  if (remember) updateSavedState(portico, (saved) => ({ ...saved, networks: { ...saved.networks, [namespace]: network.id } }))
  portico.events.emit('network.changed', { namespace, from, to: network.id })
}

export function setNetworks(portico: Portico, namespace: Namespace, networks: NamespaceNetworks): void {
  networkStore(portico).setState(({ byNamespace }) => ({ byNamespace: { ...byNamespace, [namespace]: networks } }))
}

/** On `active`, with the wallet: a switch to elsewhere that still waits goes on waiting. */
function settled({ switching, lastSwitchId }: NamespaceNetworks, active: Network): NamespaceNetworks {
  return { active, lastSwitchId, ...(switching && switching.target.id !== active.id && { switching }) }
}

/** What one wallet refused says nothing about the next. A switch that still waits ends by itself. */
function forgetFailedSwitch(portico: Portico, namespace: Namespace) {
  const networks = networkStore(portico).getState().byNamespace[namespace]
  if (!networks?.switching || networks.switching.status === 'waiting') return
  const { switching: _, ...rest } = networks
  setNetworks(portico, namespace, rest)
}
