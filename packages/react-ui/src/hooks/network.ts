'use client'
import {
  connectionStore, networkStore, requestedNetworks, switchNetwork, type Network, type NetworkId, type NetworkSwitch, type SwitchNetworkError, type SwitchNetworkParameters,
} from '@portico/core'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import type { NamespaceParameters } from './connection.js'
import { useAction } from './useAction.js'

export interface NetworkInUse {
  /** Undefined for a namespace without an adapter. */
  readonly network: Network | undefined
  /** Where the wallet is, when that is not one of the site's networks. */
  readonly unsupported: NetworkId | undefined
  readonly switching: NetworkSwitch | undefined
}

/** The network in use. */
export function useNetwork({ namespace }: NamespaceParameters = {}): NetworkInUse {
  const active = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const networks = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[namespace ?? active])
  return { network: networks?.active, unsupported: networks?.unsupported, switching: networks?.switching }
}

/** The site's networks, of one namespace or of all. */
export function useNetworks({ namespace }: NamespaceParameters = {}): readonly Network[] {
  const portico = usePortico()
  return namespace ? requestedNetworks(portico, namespace) : portico.networks
}

/** Changes the network: `mutate({ networkId: 'eip155:10' })`. With a wallet connected, the wallet is asked. */
export const useSwitchNetwork = () => useAction<Network, SwitchNetworkError, SwitchNetworkParameters>(switchNetwork)
