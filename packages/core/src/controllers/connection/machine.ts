import type { Grant, GrantAccount } from '../../adapter.js'
import { connectorInfo, type ConnectorInfo } from '../../connector.js'
import type { Connection, NamespaceConnections } from './connection.js'

export * from './connection.js'

/** Everything that can happen to the connections of a namespace. */
export type ConnectionEvent =
  /** The visitor chose a wallet. Whatever was being tried before is over. */
  | { readonly type: 'attempted'; readonly connector: ConnectorInfo }
  /** There is a pairing URI to show, or another one in its place (R13). */
  | { readonly type: 'uriReady'; readonly attemptId: number; readonly uri: string }
  /** `connector`: as it is to be shown from now on, where that is known only now. */
  | { readonly type: 'granted'; readonly attemptId: number; readonly grant: Grant; readonly connector?: ConnectorInfo }
  | { readonly type: 'refused'; readonly attemptId: number; readonly error: Error }
  /** The visitor turned away from the current attempt. */
  | { readonly type: 'cancelled' }
  /** A connection made beside Portico, or confirmed by the wallet after a reload. `linked`: it came with one of another chain family. */
  | {
      readonly type: 'adopted'
      readonly connector: ConnectorInfo
      readonly grant: Grant
      readonly activate: boolean
      readonly restored?: boolean
      readonly linked?: boolean
    }
  | { readonly type: 'changed'; readonly connectorId: string; readonly change: Partial<Grant> }
  | { readonly type: 'activated'; readonly connectorId: string }
  /** Who comes next when the active one leaves, as another tab has it. */
  | { readonly type: 'arranged'; readonly connectorIds: readonly string[] }
  | { readonly type: 'ended'; readonly connectorId: string }

/**
 * The state after an event. Answers that belong to an older attempt, and reports about a connection that is gone, change
 * nothing: the very same object comes back (R2, R3).
 */
export function reduceConnections(state: NamespaceConnections, event: ConnectionEvent): NamespaceConnections {
  const { connections, attempt, lastAttemptId } = state
  switch (event.type) {
    case 'attempted': {
      const id = lastAttemptId + 1
      return { connections, lastAttemptId: id, attempt: { id, connector: connectorInfo(event.connector), status: 'waiting' } }
    }
    case 'uriReady':
      if (attempt?.id !== event.attemptId || attempt.status !== 'waiting' || attempt.uri === event.uri) return state
      return { ...state, attempt: { ...attempt, uri: event.uri } }
    case 'granted': {
      if (attempt?.id !== event.attemptId || attempt.status !== 'waiting') return state
      const connection = connectionOf(event.connector ?? attempt.connector, event.grant, false)
      return connection ? { connections: first(connection, connections), lastAttemptId } : state
    }
    case 'refused':
      if (attempt?.id !== event.attemptId || attempt.status !== 'waiting') return state
      return { ...state, attempt: { id: attempt.id, connector: attempt.connector, status: 'failed', error: event.error } }
    case 'cancelled':
      return attempt ? { connections, lastAttemptId } : state
    case 'adopted': {
      const connection = connectionOf(event.connector, event.grant, event.restored ?? false)
      if (!connection) return state
      const known = connections.some(({ connector }) => connector.id === connection.connector.id)
      if (event.activate) return { ...state, connections: first(connection, connections) }
      return { ...state, connections: known ? replace(connections, connection) : [...connections, connection] }
    }
    case 'changed': {
      const known = connections.find(({ connector }) => connector.id === event.connectorId)
      if (!known) return state
      const {
        addresses = known.addresses,
        networkId = known.networkId,
        approvedNetworkIds = known.approvedNetworkIds,
        accounts = known.accounts,
      } = event.change
      if (addresses.length === 0) return without(state, event.connectorId)
      const same =
        networkId === known.networkId &&
        sameList(addresses, known.addresses) &&
        sameList(approvedNetworkIds, known.approvedNetworkIds) &&
        sameAccounts(accounts, known.accounts)
      const changed = connectionOf(
        known.connector,
        { addresses, networkId, ...(approvedNetworkIds && { approvedNetworkIds }), ...(accounts && { accounts }) },
        false,
      )
      return (same && !known.restored) || !changed ? state : { ...state, connections: replace(connections, changed) }
    }
    case 'activated': {
      const chosen = connections.find(({ connector }) => connector.id === event.connectorId)
      return !chosen || chosen === connections[0] ? state : { ...state, connections: first(chosen, connections) }
    }
    case 'arranged': {
      const placeOf = ({ connector }: Connection) => event.connectorIds.indexOf(connector.id)
      const arranged = [...connections].sort((one, other) => placeOf(one) - placeOf(other))
      return arranged.every((connection, at) => connection === connections[at]) ? state : { ...state, connections: arranged }
    }
    case 'ended':
      return connections.some(({ connector }) => connector.id === event.connectorId) ? without(state, event.connectorId) : state
  }
}

function connectionOf(connector: ConnectorInfo, grant: Grant, restored: boolean): Connection | undefined {
  const [address, ...others] = new Set(grant.addresses)
  if (!address) return undefined
  const { networkId, approvedNetworkIds, accounts } = grant
  return {
    connector: connectorInfo(connector),
    addresses: [address, ...others],
    networkId,
    ...(accounts && { accounts }),
    ...(approvedNetworkIds && { approvedNetworkIds }),
    restored,
  }
}

const first = (connection: Connection, connections: readonly Connection[]) => [
  connection,
  ...connections.filter(({ connector }) => connector.id !== connection.connector.id),
]

const replace = (connections: readonly Connection[], by: Connection) =>
  connections.map((connection) => (connection.connector.id === by.connector.id ? by : connection))

const without = (state: NamespaceConnections, connectorId: string): NamespaceConnections => ({
  ...state,
  connections: state.connections.filter(({ connector }) => connector.id !== connectorId),
})

const sameList = (a: readonly string[] | undefined, b: readonly string[] | undefined) =>
  a === b || (a?.length === b?.length && (a ?? []).every((value, at) => value === b?.[at]))

const sameAccounts = (a: readonly GrantAccount[] | undefined, b: readonly GrantAccount[] | undefined) =>
  sameList(a?.map(written), b?.map(written))
const written = ({ address, type, publicKey }: GrantAccount) => `${address} ${type} ${publicKey}`
