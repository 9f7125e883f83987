import type { Network } from '../../adapter.js'
import { namespaces, type Namespace, type NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import type { SavedState } from '../../storage/savedState.js'
import { defineStore } from '../../kit/store.js'

// Here, in a file that the package's door hands out: the types of one that no door names are lost when published.
declare module '../../portico/events.js' {
  interface PorticoEvents {
    /** Another network is in use: chosen here, in the wallet, or through the host's own library. */
    'network.changed': { namespace: Namespace; from: NetworkId; to: NetworkId }
    /** The wallet is on a network that is not the site's. */
    'network.unsupported': { namespace: Namespace; networkId: NetworkId }
  }
}

declare module '../../router/views.js' {
  interface PorticoViews {
    UnsupportedChain: { readonly namespace: Namespace; readonly networkId: NetworkId }
    /** `confirm`: ask the visitor first, and the wallet only then. */
    SwitchNetwork: { readonly networkId: NetworkId; readonly confirm?: boolean }
    /** Asks to connect a wallet in another chain family; on to Connect, and back here from it. */
    SwitchActiveChain: { readonly namespace: Namespace; readonly networkId: NetworkId }
  }
}

/** A switch on its way. `unable`: the wallet has no way to be asked, the visitor must do it there. */
export type NetworkSwitch =
  | { readonly id: number; readonly target: Network; readonly status: 'waiting' }
  | { readonly id: number; readonly target: Network; readonly status: 'declined' | 'unable' | 'failed'; readonly error: Error }

/** The networks of one namespace. */
export interface NamespaceNetworks {
  /** The one of the site's networks that is in use. Stays what it was while the wallet is elsewhere. */
  readonly active: Network
  /** Where the wallet is, when that is not one of the site's networks. */
  readonly unsupported?: NetworkId
  readonly switching?: NetworkSwitch
  readonly lastSwitchId: number
}

export interface NetworkState {
  readonly byNamespace: Readonly<Partial<Record<Namespace, NamespaceNetworks>>>
}

/**
 * The networks of each chain family, and the one in use.
 * @example const active = networkStore(portico).getState().byNamespace.eip155?.active
 */
export const networkStore = defineStore<NetworkState>('network', (portico) => networksFrom(portico, portico.initialState))

/** Networks as a saved record has them, or the defaults. */
export function networksFrom(portico: Portico, saved: SavedState | undefined): NetworkState {
  const byNamespace: Partial<Record<Namespace, NamespaceNetworks>> = {}
  for (const namespace of namespaces) {
    const requested = requestedNetworks(portico, namespace)
    const chosen = findNetwork(portico, saved?.networks[namespace])
    const active = chosen ?? (portico.defaultNetwork.namespace === namespace ? portico.defaultNetwork : requested[0])
    if (!active) continue
    const walletIsOn = saved?.connections[namespace]?.[0]?.networkId
    const wallet = findNetwork(portico, walletIsOn)
    byNamespace[namespace] = { active: wallet ?? active, lastSwitchId: 0, ...(walletIsOn && !wallet && { unsupported: walletIsOn }) }
  }
  return { byNamespace }
}

/**
 * The site's networks in a namespace, in the host's order.
 * @example const ids = requestedNetworks(portico, 'eip155').map((network) => network.id)
 */
export const requestedNetworks = (portico: Portico, namespace: Namespace): readonly Network[] =>
  portico.networks.filter((network) => network.namespace === namespace)

/**
 * The network of the site with that id.
 * @example const network = findNetwork(portico, 'eip155:8453')
 */
export const findNetwork = (portico: Portico, id: string | undefined): Network | undefined =>
  id === undefined ? undefined : portico.networks.find((network) => network.id === id)
