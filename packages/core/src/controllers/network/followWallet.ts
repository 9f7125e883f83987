import type { Network } from '../../adapter.js'
import type { Namespace, NetworkId } from '../../caip/ids.js'
import type { Portico } from '../../portico.js'
import { closeModal, openModal, routerStore } from '../../router/router.js'
import { updateSavedState } from '../../storage/updateSavedState.js'
import type { Connection } from '../connection/machine.js'
import { decideUnsupported } from './decisions.js'
import { findNetwork, networkStore, type NamespaceNetworks } from './store.js'

declare module '../../events.js' {
  interface PorticoEvents {
    /** Another network is in use: chosen here, in the wallet, or through the host's own library. */
    'network.changed': { namespace: Namespace; from: NetworkId; to: NetworkId }
    /** The wallet is on a network that is not the site's. */
    'network.unsupported': { namespace: Namespace; networkId: NetworkId }
  }
}

declare module '../../router/router.js' {
  interface PorticoViews {
    UnsupportedChain: { readonly namespace: Namespace; readonly networkId: NetworkId }
  }
}

/** Lets the network in use be the one that the active wallet is on (spec point 4). */
export function followWallet(portico: Portico, namespace: Namespace, connection: Connection | undefined): void {
  const networks = networkStore(portico).getState().byNamespace[namespace]
  if (!networks) return
  if (!connection) {
    if (networks.unsupported) setNetworks(portico, namespace, settled(networks, networks.active))
    leaveUnsupported(portico)
    return
  }
  const network = findNetwork(portico, connection.networkId)
  if (network) {
    setActiveNetwork(portico, network)
    leaveUnsupported(portico)
    return
  }
  if (networks.unsupported === connection.networkId) return
  setNetworks(portico, namespace, { ...networks, unsupported: connection.networkId })
  portico.events.emit('network.unsupported', { namespace, networkId: connection.networkId })
  const { enableNetworkSwitch = true, allowUnsupportedNetwork = false } = portico.options
  if (decideUnsupported({ switchEnabled: enableNetworkSwitch, unsupportedAllowed: allowUnsupportedNetwork }) === 'UnsupportedChain') {
    openModal(portico, { view: 'UnsupportedChain', params: { namespace, networkId: connection.networkId }, closable: false })
  }
}

/** Puts one of the site's networks into use, remembers the choice, and tells listeners. */
export function setActiveNetwork(portico: Portico, network: Network): void {
  const { namespace } = network
  const networks = networkStore(portico).getState().byNamespace[namespace]
  if (!networks) return
  const from = networks.active.id
  if (from === network.id && !networks.unsupported) return
  setNetworks(portico, namespace, settled(networks, network))
  if (from === network.id) return
  updateSavedState(portico, (saved) => ({ ...saved, networks: { ...saved.networks, [namespace]: network.id } }))
  portico.events.emit('network.changed', { namespace, from, to: network.id })
}

export function setNetworks(portico: Portico, namespace: Namespace, networks: NamespaceNetworks): void {
  networkStore(portico).setState(({ byNamespace }) => ({ byNamespace: { ...byNamespace, [namespace]: networks } }))
}

/** On `active`, with the wallet: a switch to elsewhere that still waits goes on waiting. */
function settled({ switching, lastSwitchId }: NamespaceNetworks, active: Network): NamespaceNetworks {
  return { active, lastSwitchId, ...(switching && switching.target.id !== active.id && { switching }) }
}

function leaveUnsupported(portico: Portico) {
  const { history } = routerStore(portico).getState()
  if (history.some(({ view }) => view === 'UnsupportedChain')) closeModal(portico, { force: true })
}
