'use client'
import {
  activateConnection, cancelConnect, connect, connectionsIn, connectionStatus, connectionStore, connectorStore, currentAttempt, disconnect, disconnectAll, goLive,
  listConnectors, recentWalletStore, type AccountId, type Attempt, type ConnectError, type Connection, type ConnectionStatus, type Connector,
  type ConnectorNotConnectedError, type ConnectParameters, type DisconnectFailure, type DisconnectParameters, type Namespace, type RecentWallet,
} from '@portico/core'
import { useCallback, useEffect } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { useAction } from './useAction.js'

/** Which chain family a hook is about. Default: the active one. */
export interface NamespaceParameters {
  readonly namespace?: Namespace
}

/** Connects a wallet: `mutate({ connectorId })`. `cancel` turns away from the attempt that is under way. */
export function useConnect() {
  const portico = usePortico()
  const action = useAction<AccountId, ConnectError, ConnectParameters>(connect)
  const cancel = useCallback((parameters?: NamespaceParameters) => cancelConnect(portico, parameters), [portico])
  return { ...action, cancel }
}

/** Ends a connection: `mutate({})` for the active one. */
export const useDisconnect = () => useAction<void, DisconnectFailure, DisconnectParameters>(disconnect)

/** Ends every connection, of one namespace or of all. */
export const useDisconnectAll = () => useAction<void, DisconnectFailure, NamespaceParameters>(disconnectAll)

/** Makes another connected wallet the active one. Nothing is asked of the wallet. */
export const useSwitchConnection = () =>
  useAction<void, ConnectorNotConnectedError, NamespaceParameters & { readonly connectorId: string }>(activateConnection)

/** The wallets on this device, as they appear. */
export function useConnectors({ namespace }: NamespaceParameters = {}): readonly Connector[] {
  useLive()
  return usePorticoStore(connectorStore, (state) => listConnectors(state, namespace))
}

/** Has wallets on the page listed, once the provider above has mounted the portico. */
function useLive(): void {
  const portico = usePortico()
  useEffect(() => void goLive(portico), [portico])
}

/** The connections of a namespace, the active one first. */
export const useConnections = ({ namespace }: NamespaceParameters = {}): readonly Connection[] =>
  usePorticoStore(connectionStore, (state) => connectionsIn(state, namespace).connections)

/** disconnected, connecting or connected. */
export const useConnectionStatus = ({ namespace }: NamespaceParameters = {}): ConnectionStatus =>
  usePorticoStore(connectionStore, (state) => connectionStatus(state, namespace))

/** The attempt to connect that is under way or has failed, with its pairing URI where there is one. */
export const useConnectAttempt = ({ namespace }: NamespaceParameters = {}): Attempt | undefined =>
  usePorticoStore(connectionStore, (state) => currentAttempt(state, namespace))

/** The wallets used here before, the last one first. */
export function useRecentWallets(): readonly RecentWallet[] {
  useLive()
  return usePorticoStore(recentWalletStore, (state) => state)
}
