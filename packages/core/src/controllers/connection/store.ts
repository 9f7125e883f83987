import { namespaces, type Namespace } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import type { SavedState } from '../../storage/savedState.js'
import { defineStore } from '../../kit/store.js'
import { noConnections, type Connection, type NamespaceConnections } from './connection.js'

/** disconnected, connecting, connected. A second wallet being added does not make the first one any less connected. */
export type ConnectionStatus = 'disconnected' | 'connecting' | 'connected'

export interface ConnectionState {
  readonly byNamespace: Readonly<Partial<Record<Namespace, NamespaceConnections>>>
  /** The namespace that the visitor last used. */
  readonly activeNamespace: Namespace
}

/**
 * The connections of each chain family, and the family in use.
 * @example const end = connectionStore(portico).subscribe((state) => console.log(connectionStatus(state)))
 */
export const connectionStore = defineStore<ConnectionState>('connection', (portico) => stateFrom(portico, portico.initialState))

/** Connections as a saved record has them: shown at once, confirmed by the wallet later. Only namespaces with an adapter. */
export function stateFrom(portico: Portico, saved: SavedState | undefined): ConnectionState {
  const byNamespace: Partial<Record<Namespace, NamespaceConnections>> = {}
  for (const namespace of namespaces) {
    const connections = saved?.connections[namespace]
    if (!connections?.length || !portico.adapters.has(namespace)) continue
    byNamespace[namespace] = { connections: connections.map((connection) => ({ ...connection, restored: true })), lastAttemptId: 0 }
  }
  const active = saved?.activeNamespace
  return { byNamespace, activeNamespace: active && portico.adapters.has(active) ? active : portico.defaultNetwork.namespace }
}

/**
 * The connections of a namespace, or of the active one.
 * @example const { connections } = connectionsIn(connectionStore(portico).getState(), 'eip155')
 */
export const connectionsIn = (state: ConnectionState, namespace: Namespace = state.activeNamespace): NamespaceConnections =>
  state.byNamespace[namespace] ?? noConnections

/**
 * The connection in use, if there is one.
 * @example const connection = activeConnection(connectionStore(portico).getState(), 'eip155')
 */
export const activeConnection = (state: ConnectionState, namespace?: Namespace): Connection | undefined =>
  connectionsIn(state, namespace).connections[0]

/**
 * disconnected, connecting or connected.
 * @example const status = connectionStatus(connectionStore(portico).getState())
 */
export function connectionStatus(state: ConnectionState, namespace?: Namespace): ConnectionStatus {
  const { connections, attempt } = connectionsIn(state, namespace)
  if (connections.length > 0) return 'connected'
  return attempt?.status === 'waiting' ? 'connecting' : 'disconnected'
}
