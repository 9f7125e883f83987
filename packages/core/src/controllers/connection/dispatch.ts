import type { Network } from '../../adapter.js'
import { namespaces, type AccountId, type Namespace } from '../../kit/caip/ids.js'
import { accountIdOf } from '../../kit/caip/accountIds.js'
import { connectorInfo } from '../../connector.js'
import type { Portico } from '../../portico/createPortico.js'
import type { SavedConnection, SavedState } from '../../storage/savedState.js'
import { updateSavedState } from '../../storage/updateSavedState.js'
import { followWallet } from '../network/followWallet.js'
import { findNetwork, networkStore } from '../network/store.js'
import { hostConnectors } from './connectors.js'
import { reduceConnections, type Connection, type ConnectionEvent, type NamespaceConnections } from './machine.js'
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
 * wallet, and tells listeners. Where that ends a session with a wallet elsewhere, its other chain families go in the same moment.
 * `remember: false` for changes that came from storage.
 * @example dispatchConnection(portico, 'eip155', { type: 'changed', connectorId: 'com.harbor', change: { networkId: 'eip155:10' } })
 */
export function dispatchConnection(portico: Portico, namespace: Namespace, event: ConnectionEvent, { remember = true } = {}): void {
  const store = connectionStore(portico)
  const state = store.getState()
  const before = connectionsIn(state, namespace)
  const after = reduceConnections(before, event)
  if (after === before) return

  const changes: Change[] = [{ namespace, event, before, after }]
  for (const ended of endedWith(portico, before, after)) changes.push(...changesElsewhere(state, namespace, ended))
  const byNamespace = { ...state.byNamespace, ...Object.fromEntries(changes.map((change) => [change.namespace, change.after])) }
  const activeNamespace = isArrival(event) ? namespace : namespaceAfter(portico, state, byNamespace)
  store.setState({ byNamespace, activeNamespace })

  for (const change of changes) {
    if (change.after.connections !== change.before.connections)
      follow(portico, change, { remember, activeNamespace, moved: activeNamespace !== state.activeNamespace })
  }
  if (activeNamespace !== state.activeNamespace)
    portico.events.emit('namespace.changed', { from: state.activeNamespace, to: activeNamespace })
}

/** What becomes of one namespace. */
interface Change {
  readonly namespace: Namespace
  readonly event: ConnectionEvent
  readonly before: NamespaceConnections
  readonly after: NamespaceConnections
}

/** Whether the visitor, or the host's own library, has chosen a wallet by it. */
const isArrival = (event: ConnectionEvent) =>
  event.type === 'granted' || event.type === 'activated' || (event.type === 'adopted' && event.activate && !event.restored)

/** The connectors whose session with a wallet elsewhere is over with a connection that went. */
const endedWith = (portico: Portico, before: NamespaceConnections, after: NamespaceConnections): readonly string[] =>
  before.connections.flatMap(({ connector: { id }, restored }) => {
    if (restored || after.connections.some(({ connector }) => connector.id === id)) return []
    const link = hostConnectors(portico).find((connector) => connector.id === id)?.link
    return link && link.approved().length === 0 ? [id] : []
  })

/** The connections with a connector in the other namespaces, as they end. */
const changesElsewhere = ({ byNamespace }: ConnectionState, namespace: Namespace, connectorId: string): readonly Change[] =>
  namespaces.flatMap((other) => {
    const before = byNamespace[other]
    if (!before || other === namespace) return []
    const event = { type: 'ended', connectorId } as const
    const after = reduceConnections(before, event)
    return after === before ? [] : [{ namespace: other, event, before, after }]
  })

/** What a change of connections brings with it: what is remembered, the network in use, and the events. */
function follow(
  portico: Portico,
  { namespace, event, before, after }: Change,
  { remember, ...now }: { readonly remember: boolean; readonly activeNamespace: Namespace; readonly moved: boolean },
) {
  const writes = remember && remembers(portico)
  const [active] = after.connections
  const network = active ? findNetwork(portico, active.networkId) : networkStore(portico).getState().byNamespace[namespace]?.active
  if (writes) updateSavedState(portico, (saved) => remembered(saved, namespace, event, { ...now, now: after.connections, network }))
  followWallet(portico, namespace, active, { before: before.connections[0], remember: remember && !writes })
  announce(portico, namespace, before.connections, after.connections)
}

/** Where the last wallet of the namespace in use has left, another one that has a wallet is in use. A login leaves all of them at once. */
function namespaceAfter(portico: Portico, state: ConnectionState, byNamespace: ConnectionState['byNamespace']): Namespace {
  const used = state.activeNamespace
  const left = activeConnection(state)
  if (!left || byNamespace[used]?.connections.length !== 0) return used
  const next = [...portico.adapters.keys()].find((namespace) => {
    const connector = byNamespace[namespace]?.connections[0]?.connector
    return connector && (connector.kind !== 'embedded' || connector.id !== left.connector.id)
  })
  return next ?? used
}

/** Where a reload picks nothing up, connections are not written down either. */
const remembers = ({ options: { reconnect = true } }: Portico) => reconnect

/**
 * Makes a namespace the one that the visitor last used. `remember: false` for a change that came from storage.
 * @example setActiveNamespace(portico, 'solana')
 */
export function setActiveNamespace(portico: Portico, namespace: Namespace | undefined, { remember = true } = {}): void {
  if (!namespace || !portico.adapters.has(namespace) || connectionStore(portico).getState().activeNamespace === namespace) return
  const { activeNamespace: from } = connectionStore(portico).getState()
  connectionStore(portico).setState({ activeNamespace: namespace })
  if (remember) updateSavedState(portico, (saved) => ({ ...saved, activeNamespace: namespace }))
  portico.events.emit('namespace.changed', { from, to: namespace })
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
