'use client'
import {
  activateConnection,
  cancelConnect,
  connect,
  connectionsIn,
  connectionStatus,
  connectionStore,
  connectorStore,
  currentAttempt,
  disconnect,
  disconnectAll,
  goLive,
  listConnectors,
  setActiveNamespace,
  type AccountId,
  type AdapterNotFoundError,
  type AddressIn,
  type Attempt,
  type ConnectError,
  type Connection,
  type ConnectionStatus,
  type Connector,
  type ConnectorNotConnectedError,
  type ConnectParameters,
  type DisconnectFailure,
  type DisconnectParameters,
  type Namespace,
} from '@portico/core'
import { recentWalletStore, type RecentWallet } from '@portico/core/kit'
import { useCallback, useEffect, useMemo } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useActionIn } from './useActionIn.js'

/** Which chain family a hook is about. Default: the active one. */
export interface NamespaceParameters<N extends Namespace = Namespace> {
  readonly namespace?: N
}

/** The chain family in use, and a way to use another one of the site's. */
export interface NamespaceInUse {
  readonly namespace: Namespace
  /** Those that the site uses. */
  readonly namespaces: readonly Namespace[]
  /** Makes another one the one in use: its account, and its network. One that the site does not use changes nothing. */
  readonly setNamespace: (namespace: Namespace) => void
}

/**
 * The chain family in use: the one where the visitor last connected, or switched network.
 * @example
 * const { namespace, namespaces, setNamespace } = useNamespace()
 * const toSolana = () => setNamespace('solana')
 */
export function useNamespace(): NamespaceInUse {
  const portico = usePortico()
  const namespace = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const namespaces = useMemo(() => [...portico.adapters.keys()], [portico])
  const setNamespace = useCallback((next: Namespace) => setActiveNamespace(portico, next), [portico])
  return { namespace, namespaces, setNamespace }
}

/** A connection, with the addresses of its chain family. */
export interface ConnectionIn<N extends Namespace = Namespace> extends Omit<Connection, 'addresses'> {
  /** The address in use first. */
  readonly addresses: readonly [AddressIn<N>, ...AddressIn<N>[]]
}

/**
 * Connects a wallet: `mutate({ connectorId })`. `cancel` turns away from the attempt that is under way.
 * @example
 * const { mutate, cancel, error } = useConnect()
 * const connectors = useConnectors()
 * const rows = connectors.map(({ id, name }) => <button key={id} onClick={() => mutate({ connectorId: id })}>{name}</button>)
 */
export function useConnect(preset: NamespaceParameters = {}) {
  const portico = usePortico()
  const { namespace } = preset
  const action = useActionIn<AccountId, ConnectError, ConnectParameters>(connect, preset)
  const cancel = useCallback(
    (parameters?: NamespaceParameters) => cancelConnect(portico, { ...(namespace && { namespace }), ...parameters }),
    [portico, namespace],
  )
  return { ...action, cancel }
}

/**
 * Ends a connection: `mutate({})` for the active one.
 * @example
 * const { mutate } = useDisconnect()
 * const button = <button onClick={() => mutate({})}>Leave</button>
 */
export const useDisconnect = (preset?: NamespaceParameters) =>
  useActionIn<void, DisconnectFailure, DisconnectParameters>(disconnect, preset)

/**
 * Ends every connection, of one namespace or of all.
 * @example
 * const { mutate } = useDisconnectAll()
 * const button = <button onClick={() => mutate({})}>Leave everywhere</button>
 */
export const useDisconnectAll = (preset?: NamespaceParameters) =>
  useActionIn<void, DisconnectFailure, NamespaceParameters>(disconnectAll, preset)

/**
 * Makes another connected wallet the active one. Nothing is asked of the wallet.
 * @example
 * const { mutate } = useSwitchConnection()
 * const onClick = () => mutate({ connectorId: 'io.metamask' })
 */
export const useSwitchConnection = (preset?: NamespaceParameters) =>
  useActionIn<void, ConnectorNotConnectedError | AdapterNotFoundError, NamespaceParameters & { readonly connectorId: string }>(
    activateConnection,
    preset,
  )

/**
 * The wallets on this device, as they appear. Without a namespace, one that speaks several of them is listed once, with its `members`.
 * @example const installed = useConnectors({ namespace: 'eip155' }).filter((connector) => connector.installed)
 */
export function useConnectors({ namespace }: NamespaceParameters = {}): readonly Connector[] {
  useLive()
  const connectors = usePorticoStore(connectorStore, (state) => state)
  return useMemo(() => listConnectors(connectors, namespace), [connectors, namespace])
}

/** Has wallets on the page listed, once the provider above has mounted the portico. */
function useLive(): void {
  const portico = usePortico()
  useEffect(() => void goLive(portico), [portico])
}

/**
 * The connections of a namespace, the active one first.
 * @example
 * const connections = useConnections({ namespace: 'eip155' })
 * const names = connections.map(({ connector }) => connector.name)
 */
export function useConnections<N extends Namespace = Namespace>({ namespace }: NamespaceParameters<N> = {}): readonly ConnectionIn<N>[] {
  const connections = usePorticoStore(connectionStore, (state) => connectionsIn(state, namespace).connections)
  return connections as readonly ConnectionIn<N>[] // an adapter lets in no other addresses than those of its namespace
}

/**
 * disconnected, connecting or connected.
 * @example const isConnected = useConnectionStatus() === 'connected'
 */
export const useConnectionStatus = ({ namespace }: NamespaceParameters = {}): ConnectionStatus =>
  usePorticoStore(connectionStore, (state) => connectionStatus(state, namespace))

/**
 * The attempt to connect that is under way or has failed, with its pairing URI where there is one.
 * @example
 * const attempt = useConnectAttempt()
 * const text = attempt?.status === 'failed' ? attempt.error.message : undefined
 */
export const useConnectAttempt = ({ namespace }: NamespaceParameters = {}): Attempt | undefined =>
  usePorticoStore(connectionStore, (state) => currentAttempt(state, namespace))

/**
 * The wallets used here before, the last one first.
 * @example const [last] = useRecentWallets()
 */
export function useRecentWallets(): readonly RecentWallet[] {
  useLive()
  return usePorticoStore(recentWalletStore, (state) => state)
}
