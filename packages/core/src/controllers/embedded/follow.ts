import type { Namespace } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { mountingOf } from '../../portico/slots.js'
import { accountStore } from '../account/store.js'
import { dispatchConnection } from '../connection/dispatch.js'
import { addGate } from '../connection/gates.js'
import { isLetGo } from '../connection/disconnect.js'
import { adopt, linkedInfo } from '../connection/linked.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { activeConnection, connectionsIn, connectionStore, type ConnectionState } from '../connection/store.js'
import { networksIn } from '../network/networksIn.js'
import { noteUser, refreshUser } from './account.js'
import { accountTypeChosen } from './accountType.js'
import { embeddedConnector, type EmbeddedConnector } from './connector.js'
import { followingOf, type Leaving } from './following.js'
import { isUnderWay } from './flow.js'
import { forgetLogin } from './remembered.js'
import { embeddedStore } from './store.js'
import { followSurface } from './surface.js'
import { followLook } from './sync.js'

/**
 * Follows the embedded wallet while the portico is mounted: gives the frame its place, puts what is known of the user beside
 * the accounts, keeps the frame in step with the site, and ends the login with the connection. Calling it again changes nothing.
 */
export function follow(portico: Portico): void {
  const connector = embeddedConnector(portico)
  if (!connector) return
  const mounted = mountingOf(portico)?.signal
  const following = followingOf(portico)
  if (mounted?.aborted || (following.abort && !following.abort.signal.aborted && following.mounted === mounted)) return
  following.abort?.abort() // it began before the portico was mounted
  const abort = new AbortController()
  Object.assign(following, { abort, mounted, leaving: leaver(portico, connector) })
  mounted?.addEventListener('abort', () => abort.abort(), { signal: abort.signal })
  start(portico, connector, abort.signal)
}

function start(portico: Portico, connector: EmbeddedConnector, signal: AbortSignal) {
  const { id, embedded } = connector
  followSurface(portico, embedded, signal)
  followLook(portico, embedded, signal)
  const leaving = followingOf(portico).leaving ?? leaver(portico, connector)
  let wasApproved = embedded.approved().length > 0
  const stops = [
    addGate(portico, accountTypeChosen),
    embedded.subscribe(() => {
      noteUser(portico, connector)
      const isApproved = embedded.approved().length > 0
      if (wasApproved && !isApproved && !embedded.isOpen()) leaving.loggedOut() // not only a frame that is gone
      wasApproved = isApproved
    }),
    connectionStore(portico).subscribe((state, before) => {
      noteUser(portico, connector)
      for (const namespace of portico.adapters.keys()) {
        const [was, is] = [connectionWith(before, namespace, id), connectionWith(state, namespace, id)]
        if (was && !is) leaving.disconnected({ wasRestored: was.restored })
        if (is && !was && !embedded.isOpen() && embedded.approved().length === 0) leaving.loggedOut() // signed out elsewhere in that moment
      }
    }),
    connectionStore(portico).subscribe((state, { activeNamespace }) => {
      const connection = state.activeNamespace === activeNamespace ? undefined : activeConnection(state)
      if (connection?.connector.id === id) void refreshUser(portico, connector, connection.networkId)
    }),
    portico.events.on('network.changed', ({ namespace, to }) => {
      if (activeConnection(connectionStore(portico).getState(), namespace)?.connector.id === id) void refreshUser(portico, connector, to)
    }),
  ]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop()
  })
  noteUser(portico, connector)
}

const connectionWith = (state: ConnectionState, namespace: Namespace, connectorId: string) =>
  connectionsIn(state, namespace).connections.find(({ connector }) => connector.id === connectorId)

/** One login has every chain family: they leave together, and the login with them. */
function leaver(portico: Portico, connector: EmbeddedConnector): Leaving {
  const { id, embedded } = connector
  let isLeaving = false
  const letGo = () => {
    for (const namespace of portico.adapters.keys()) {
      if (!connectionWith(connectionStore(portico).getState(), namespace, id)) continue
      dispatchConnection(portico, namespace, { type: 'ended', connectorId: id })
      loadAdapter(portico, namespace)
        .then((adapter) => adapter.disconnect({ connectorId: id }))
        .catch(() => undefined)
    }
    forgetLogin(portico)
    forgetUser(portico)
  }
  const leave = (end: () => Promise<void>) => {
    if (isLeaving) return
    isLeaving = true
    letGo()
    end()
      .catch(() => undefined)
      .finally(() => (isLeaving = false))
  }
  return {
    loggedOut: () => leave(() => Promise.resolve()),
    disconnected: ({ wasRestored }) => {
      if (isLeaving) return
      // A login under way takes this one's place, and has the frame sign in anew.
      if (embeddedStore(portico).getState().login.status === 'connecting') return
      if (wasRestored && !isLetGo(portico, id)) void checkLogin(portico, connector)
      else leave(embedded.signOut)
    },
    invalid: () => leave(embedded.signOut),
  }
}

/** Drops what is known of a user who is gone. */
function forgetUser(portico: Portico) {
  const store = accountStore(portico)
  const kept = Object.entries(store.getState()).map(([namespace, facts]) => {
    const { user: _, socialProvider: __, farcasterUrl: ___, preferredAccountType: ____, smartAccountDeployed: _____, ...rest } = facts
    return [namespace, rest] as const
  })
  store.setState(Object.fromEntries(kept), true)
}

/**
 * Asks the frame whether an earlier page view's login is still good. One that is not is cleared; one that is has its chain
 * families connected. A frame that cannot be asked says neither, and the next page view asks again.
 */
async function checkLogin(portico: Portico, connector: EmbeddedConnector): Promise<void> {
  const { embedded } = connector
  const isNews = () => isUnderWay(portico, 'login')
  try {
    const isGood = await embedded.isConnected()
    if (isNews()) return // a newer login takes its place
    if (!isGood) return followingOf(portico).leaving?.invalid()
    const { activeNamespace, byNamespace } = connectionStore(portico).getState()
    await embedded.getUser(byNamespace[activeNamespace]?.connections[0]?.networkId ?? networksIn(portico)?.active.id)
  } catch {
    return
  }
  if (!isNews()) await connectAll(portico, connector)
}

/** Takes every chain family of the login into use that is not. Never rejects. */
async function connectAll(portico: Portico, connector: EmbeddedConnector): Promise<void> {
  const { id, embedded, namespaces } = connector
  const isConnected = (namespace: Namespace) => connectionWith(connectionStore(portico).getState(), namespace, id) !== undefined
  const approved = embedded.approved().filter((namespace) => portico.adapters.has(namespace))
  const { activeNamespace } = connectionStore(portico).getState()
  const first = namespaces.includes(activeNamespace) ? activeNamespace : approved[0]
  const hasAny = approved.some(isConnected)
  for (const namespace of approved) {
    if (!isConnected(namespace))
      await adopt(portico, connector, { namespace, shown: linkedInfo(portico, connector, {}), activate: !hasAny && namespace === first })
  }
}

/**
 * Checks an earlier page view's login with the frame: one that is not good any more is cleared with its
 * connections, one that is has all of its chain families connected.
 * @param isNew this page view begins; else another tab may have logged in, and what is connected here needs no check
 */
export async function resumeSession(portico: Portico, isNew: boolean): Promise<void> {
  const connector = embeddedConnector(portico)
  if (!connector?.embedded.isOpen() || isUnderWay(portico, 'login')) return
  const isShown = [...portico.adapters.keys()].some((namespace) =>
    connectionWith(connectionStore(portico).getState(), namespace, connector.id),
  )
  if (isNew || !isShown) await checkLogin(portico, connector)
}
