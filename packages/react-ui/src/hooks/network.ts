'use client'
import {
  connectionStore,
  networkStore,
  requestedNetworks,
  switchNetwork,
  type Namespace,
  type Network,
  type NetworkId,
  type NetworkSwitch,
  type SwitchNetworkError,
  type SwitchNetworkParameters,
} from '@portico/core'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import type { NamespaceParameters } from './connection.js'
import { useAction } from './useAction.js'

/** A network of one chain family. */
export interface NetworkIn<N extends Namespace = Namespace> extends Omit<Network, 'id' | 'namespace'> {
  /** CAIP-2, for example `eip155:8453`. */
  readonly id: `${N}:${string}`
  readonly namespace: N
}

export interface NetworkInUse<N extends Namespace = Namespace> {
  /** Undefined for a namespace without an adapter. */
  readonly network: NetworkIn<N> | undefined
  /** Where the wallet is, when that is not one of the site's networks. */
  readonly unsupported: NetworkId | undefined
  readonly switching: NetworkSwitch | undefined
}

/**
 * The network in use.
 * @example const { network, unsupported, switching } = useNetwork()
 */
export function useNetwork<N extends Namespace = Namespace>({ namespace }: NamespaceParameters<N> = {}): NetworkInUse<N> {
  const active = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const networks = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[namespace ?? active])
  return { network: networks?.active as NetworkIn<N> | undefined, unsupported: networks?.unsupported, switching: networks?.switching } // kept by namespace
}

/**
 * The site's networks, of one namespace or of all.
 * @example const names = useNetworks().map(({ name }) => name)
 */
export function useNetworks<N extends Namespace = Namespace>({ namespace }: NamespaceParameters<N> = {}): readonly NetworkIn<N>[] {
  const portico = usePortico()
  return (namespace ? requestedNetworks(portico, namespace) : portico.networks) as readonly NetworkIn<N>[] // the list is by namespace
}

/**
 * Changes the network: `mutate({ networkId: 'eip155:10' })`. With a wallet connected, the wallet is asked.
 * @example
 * const { mutate, isPending } = useSwitchNetwork()
 * const onClick = () => mutate({ networkId: 'eip155:8453' })
 */
export const useSwitchNetwork = () => useAction<Network, SwitchNetworkError, SwitchNetworkParameters>(switchNetwork)
