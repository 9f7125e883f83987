import type { Network } from '../../adapter.js'
import type { AccountId, Namespace } from '../../kit/caip/ids.js'
import { accountIdOf } from '../../kit/caip/ids.js'
import { connectorInfo } from '../../connector.js'
import type { Portico } from '../../portico/createPortico.js'
import type { SavedConnection, SavedState } from '../../storage/savedState.js'
import { updateSavedState } from '../../storage/updateSavedState.js'
import { followWallet, leaveUnsupported, openUnsupported } from '../network/followWallet.js'
import { findNetwork, networkStore } from '../network/store.js'
import { reduceConnections, type Connection, type ConnectionEvent } from './machine.js'
import { activeConnection, connectionsIn, connectionStore, type ConnectionState } from './store.js'

declare module '../../portico/events.js' {
  interface PorticoEvents {
    /** A wallet let the site in: by the visitor's choice, by the host's own library, or again after a reload. */
    'connection.connected': { namespace: Namespace; connectorId: string; accountId: AccountId }
    'connection.disconnected': { namespace: Namespace; connectorId: string }
    /** The address or network in use is another one now; undefined when there is none. */
    'account.changed': { namespace: Namespace; accountId: AccountId | undefined }
    /** Another chain family is in use: the visitor connected there, switched to one of its networks, or has left the last one. */
    'namespace.changed': { from: Namespace; to: Namespace }
  }
}

/**
 * The one way the connections of a namespace change. Remembers what should survive a reload, lets the network follow the
 * wallet, and tells listeners. `remember: false` for changes that came from storage.
 */
export function dispatchConnection(portico: Portico, namespace: Namespace, event: ConnectionEvent, { remember = true } = {}): void {
  const store = connectionStore(portico)
  const state = store.getState()
  const before = connectionsIn(state, namespace)
  const after = reduceConnections(before, event)
  if (after === before) return

  const arrived = event.type === 'granted' || event.type === 'activated' || (event.type === 'adopted' && event.activate && !event.restored)
  const leaves = namespace === state.activeNamespace && before.connections.length > 0 && after.connections.length === 0
  const byNamespace = { ...state.byNamespace, [namespace]: after }
  const activeNamespace = arrived
    ? namespace
    : leaves
      ? nextNamespace(portico, { ...state, byNamespace }, before.connections[0])
      : state.activeNamespace
  store.setState({ byNamespace, activeNamespace })

  if (after.connections !== before.connections) {
    const writes = remember && remembers(portico)
    const [active] = after.connections
    const network = active ? findNetwork(portico, active.networkId) : networkStore(portico).getState().byNamespace[namespace]?.active
    if (writes)
      updateSavedState(portico, (saved) =>
        remembered(saved, namespace, event, {
          now: after.connections,
          activeNamespace,
          network,
          moved: activeNamespace !== state.activeNamespace,
        }),
      )
    followWallet(portico, namespace, active, { before: before.connections[0], remember: remember && !writes })
    announce(portico, namespace, before.connections, after.connections)
  }
  if (activeNamespace !== state.activeNamespace) cameIntoUse(portico, state.activeNamespace, activeNamespace)
}

/** Where the last wallet of the namespace in use has left, another one that has a wallet is in use. A login leaves all of them at once. */
const nextNamespace = (portico: Portico, state: ConnectionState, left: Connection | undefined): Namespace =>
  [...portico.adapters.keys()].find((namespace) => {
    const connector = activeConnection(state, namespace)?.connector
    return connector && (connector.kind !== 'embedded' || connector.id !== left?.connector.id)
  }) ?? state.activeNamespace

/** Where a reload picks nothing up, connections are not written down either. */
const remembers = ({ options: { reconnect = true } }: Portico) => reconnect

/** Makes a namespace the one that the visitor last used. `remember: false` for a change that came from storage. */
export function setActiveNamespace(portico: Portico, namespace: Namespace | undefined, { remember = true } = {}): void {
  if (!namespace || !portico.adapters.has(namespace) || connectionStore(portico).getState().activeNamespace === namespace) return
  const { activeNamespace: from } = connectionStore(portico).getState()
  connectionStore(portico).setState({ activeNamespace: namespace })
  if (remember) updateSavedState(portico, (saved) => ({ ...saved, activeNamespace: namespace }))
  cameIntoUse(portico, from, namespace)
}

function cameIntoUse(portico: Portico, from: Namespace, to: Namespace) {
  portico.events.emit('namespace.changed', { from, to })
  leaveUnsupported(portico, from)
  openUnsupported(portico, to)
}

interface Now {
  readonly now: readonly Connection[]
  readonly activeNamespace: Namespace
  /** The site's network that is in use now: the active wallet's, if there is one. */
  readonly network: Network | undefined
  /** Another namespace is in use since. */
  readonly moved: boolean
}

/** The saved record after an event: only what the event touches, so that another tab's changes stay (R15). */
function remembered(
  saved: SavedState,
  namespace: Namespace,
  event: ConnectionEvent,
  { now, activeNamespace, network, moved }: Now,
): SavedState {
  const there = saved.connections[namespace] ?? []
  const mine = new Map(now.map((connection) => [connection.connector.id, savedConnection(connection)]))
  const about =
    'connectorId' in event ? event.connectorId : 'connector' in event && event.connector ? event.connector.id : now[0]?.connector.id
  const kept = there.filter(({ connector }) => connector.id !== about)
  const wasAt = there.findIndex(({ connector }) => connector.id === about)
  // Only a new connection is added, and only a choice comes first: one that merely changed may have been ended by another
  // tab meanwhile, or be no longer the active one.
  const isNew = event.type === 'granted' || (event.type === 'adopted' && (event.activate || event.linked))
  const isChosen = event.type === 'granted' || event.type === 'activated' || (event.type === 'adopted' && event.activate)
  const at = isChosen ? 0 : wasAt < 0 ? kept.length : wasAt
  const subject = about !== undefined && (isNew || wasAt >= 0) ? mine.get(about) : undefined
  const list = subject ? [...kept.slice(0, at), subject, ...kept.slice(at)] : kept
  const networks = network ? { ...saved.networks, [namespace]: network.id } : saved.networks
  return { ...saved, ...((isChosen || moved) && { activeNamespace }), connections: { ...saved.connections, [namespace]: list }, networks }
}

function savedConnection({ connector, addresses, networkId }: Connection): SavedConnection {
  const { icon, ...info } = connectorInfo(connector)
  // A wallet elsewhere does not announce its picture again.
  const isAddress = connector.kind === 'walletConnect' && icon?.startsWith('http') && icon.length <= 200
  return { connector: { ...info, ...(isAddress && { icon }) }, addresses, networkId }
}

const accountId = (connection: Connection | undefined) => connection && accountIdOf(connection.networkId, connection.addresses[0])

function announce(portico: Portico, namespace: Namespace, before: readonly Connection[], after: readonly Connection[]) {
  const { events } = portico
  for (const connection of after) {
    const old = before.find(({ connector }) => connector.id === connection.connector.id)
    if (!old || (old.restored && !connection.restored)) {
      const connectorId = connection.connector.id
      events.emit('connection.connected', { namespace, connectorId, accountId: accountIdOf(connection.networkId, connection.addresses[0]) })
    }
  }
  for (const { connector } of before) {
    if (!after.some((connection) => connection.connector.id === connector.id)) {
      events.emit('connection.disconnected', { namespace, connectorId: connector.id })
    }
  }
  if (accountId(before[0]) !== accountId(after[0])) events.emit('account.changed', { namespace, accountId: accountId(after[0]) })
}
