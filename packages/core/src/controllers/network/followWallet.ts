import type { Network } from '../../adapter.js'
import type { Namespace } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { closeModal, resetView } from '../../router/router.js'
import { canShow, openModal, routerStore } from '../../router/store.js'
import { updateSavedState } from '../../storage/updateSavedState.js'
import type { Connection } from '../connection/machine.js'
import { connectionStore } from '../connection/store.js'
import { decideUnsupported } from './decisions.js'
import { findNetwork, networkStore, type NamespaceNetworks } from './store.js'

/**
 * Lets the network in use be the one that the active wallet is on. A connection that its wallet has not
 * confirmed yet is shown, but opens nothing.
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
    leaveUnsupported(portico, namespace)
    return
  }
  const network = findNetwork(portico, connection.networkId)
  if (network) {
    setActiveNetwork(portico, network, { remember })
    leaveUnsupported(portico, namespace)
    return
  }
  const isNews = networks.unsupported !== connection.networkId
  if (isNews) setNetworks(portico, namespace, { ...networks, unsupported: connection.networkId })
  if (connection.restored || !(isNews || before?.restored)) return
  portico.events.emit('network.unsupported', { namespace, networkId: connection.networkId })
  openUnsupported(portico, namespace)
}

/**
 * Says that the wallet is on a network that the site does not take, where nothing can go on before it is elsewhere. Only for the namespace in use: what another wallet does meanwhile is said when its namespace is chosen.
 */
export function openUnsupported(portico: Portico, namespace: Namespace): void {
  const { activeNamespace, byNamespace } = connectionStore(portico).getState()
  const connection = byNamespace[namespace]?.connections[0]
  const networkId = networkStore(portico).getState().byNamespace[namespace]?.unsupported
  if (!networkId || !connection || connection.restored || namespace !== activeNamespace) return
  const { enableNetworkSwitch = true, allowUnsupportedNetwork = false } = portico.options
  const decision = decideUnsupported({ switchEnabled: enableNetworkSwitch, unsupportedAllowed: allowUnsupportedNetwork })
  if (decision === 'UnsupportedChain' && canShow(portico, decision)) {
    const show = isOpenFor(portico, namespace) ? resetView : openModal
    show(portico, { view: decision, params: { namespace, networkId }, closable: false })
  }
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

/** Closes the modal when it says so of a namespace: there is nothing left to decide. */
export function leaveUnsupported(portico: Portico, namespace: Namespace) {
  if (isOpenFor(portico, namespace)) closeModal(portico, { force: true })
}

/** Whether UnsupportedChain is on screen, or further back, for a namespace. */
function isOpenFor(portico: Portico, namespace: Namespace): boolean {
  const isAbout = (params: unknown) =>
    typeof params === 'object' && params !== null && 'namespace' in params && params.namespace === namespace
  return routerStore(portico)
    .getState()
    .history.some(({ view, params }) => view === 'UnsupportedChain' && isAbout(params))
}
