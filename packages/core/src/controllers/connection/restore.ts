import type { Namespace } from '../../kit/caip/ids.js'
import type { Connector } from '../../connector.js'
import type { Portico } from '../../portico/createPortico.js'
import { readSavedState, type SavedConnection } from '../../storage/savedState.js'
import { setActiveNetwork } from '../network/followWallet.js'
import { findNetwork } from '../network/store.js'
import { connectorStore } from './connectors.js'
import { dispatchConnection, setActiveNamespace } from './dispatch.js'
import { isGrant } from './grant.js'
import { loadAdapter } from './loadAdapter.js'
import { connectionsIn, connectionStore } from './store.js'
import { restoreTimeout } from './timeouts.js'

/** How long the embedded wallet may take, whose frame has 20 s to load (R5), in milliseconds. */
const frameTimeout = 25_000
/** How long the code of a chain family may take to load, in milliseconds, before its connections stay unconfirmed. */
const loadTimeout = 60_000

/**
 * Confirms restored connections with their wallets, without any prompt. A wallet that says no, stays away or silent for
 * 10 s, or answers with other accounts only, is let go. Ends when each one is settled, or when `signal` aborts.
 */
export async function restoreConnections(portico: Portico, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  const state = connectionStore(portico).getState()
  const restored = [...portico.adapters.keys()].flatMap((namespace) =>
    connectionsIn(state, namespace)
      .connections.filter((connection) => connection.restored)
      .map((connection) => ({ namespace, connection })),
  )
  await Promise.all(restored.map(({ namespace, connection }) => confirm(portico, namespace, connection, signal)))
}

async function confirm(
  portico: Portico,
  namespace: Namespace,
  saved: SavedConnection,
  signal: AbortSignal,
  remember = true,
): Promise<void> {
  const { id } = saved.connector
  const [found, adapter] = await Promise.all([
    waitForConnector(portico, namespace, saved, signal),
    within(loadAdapter(portico, namespace), signal, loadTimeout),
  ])
  const shown = () => connectionsIn(connectionStore(portico).getState(), namespace).connections.find(({ connector }) => connector.id === id)
  // Without the chain's code nothing can be confirmed or denied: the next action loads it again and finds out. What is gone is not asked.
  if (!adapter || !shown()) return
  const connector = found && { ...found, id }
  const asked = new AbortController()
  const answer = async (known: Connector) => adapter.reconnect({ connector: known, signal: asked.signal })
  const grant = connector && (await within(answer(connector), signal, connector.embedded ? frameTimeout : restoreTimeout))
  asked.abort()
  const linked = (connector?.link ?? connector?.embedded) && (await import('./linked.js')) // before the look: what is gone by then stays gone
  const now = shown()
  if (signal.aborted || !now?.restored) return
  const same =
    isGrant(grant, namespace) &&
    grant.addresses.some((address) => now.addresses.some((known) => known.toLowerCase() === address.toLowerCase()))
  if (!connector || !same) return dispatchConnection(portico, namespace, { type: 'ended', connectorId: id }, { remember })
  const info = linked?.linkedInfo(portico, connector, { known: saved.connector }) ?? connector
  dispatchConnection(
    portico,
    namespace,
    { type: 'adopted', connector: info, grant: linked?.linkedGrant(connector, namespace, grant) ?? grant, activate: false },
    { remember },
  )
}

/** What a promise resolves with; undefined when it rejects, takes too long, or `signal` aborts. */
function within<T>(promise: Promise<T>, signal: AbortSignal, ms = restoreTimeout): Promise<T | undefined> {
  return new Promise((resolve) => {
    const finish = (value?: T) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      resolve(value)
    }
    const giveUp = () => finish()
    const timer = setTimeout(giveUp, ms)
    signal.addEventListener('abort', giveUp)
    promise.then(finish, giveUp)
  })
}

/**
 * The wallet that a saved connection is of. When several claim its rdns, or its name where wallets have no rdns, only the one
 * with the saved uuid counts: another one may be an impostor (S34).
 */
function findConnector(connectors: readonly Connector[], { connector: { id, rdns, uuid } }: SavedConnection): Connector | undefined {
  const same = connectors.filter((connector) => connector.id === id || (rdns !== undefined && connector.rdns === rdns))
  const isUnsure = same.length > 1 || (same[0]?.duplicate === true && same[0].rdns === undefined)
  return isUnsure ? same.find((connector) => connector.uuid === uuid && uuid !== undefined) : same[0]
}

function waitForConnector(
  portico: Portico,
  namespace: Namespace,
  saved: SavedConnection,
  signal: AbortSignal,
): Promise<Connector | undefined> {
  const store = connectorStore(portico)
  const find = () => findConnector(store.getState()[namespace] ?? [], saved)
  const found = find()
  if (found) return Promise.resolve(found)
  let stop = () => {}
  const appears = new Promise<Connector>((resolve) => {
    stop = store.subscribe(() => {
      const appeared = find()
      if (appeared) resolve(appeared)
    })
  })
  return within(appears, signal).finally(() => stop())
}

/**
 * Brings this tab in line with what another tab wrote (R15): first every namespace at once, then the wallets that are new
 * here are asked, without a prompt. A record that is absent or cannot be read is no news (R14). What becomes of it here is
 * not written back: the tab that did it knows better.
 */
export async function followSavedState(portico: Portico, text: string | null, signal: AbortSignal): Promise<void> {
  const saved = readSavedState(text)
  if (!saved || signal.aborted) return
  const quietly = { remember: false }
  const { reconnect = true } = portico.options
  const fresh: { readonly namespace: Namespace; readonly connection: SavedConnection }[] = []
  for (const namespace of reconnect ? portico.adapters.keys() : []) {
    const theirs = saved.connections[namespace] ?? []
    const mine = connectionsIn(connectionStore(portico).getState(), namespace).connections
    for (const { connector } of mine) {
      if (theirs.some((connection) => connection.connector.id === connector.id)) continue
      dispatchConnection(portico, namespace, { type: 'ended', connectorId: connector.id }, quietly)
      loadAdapter(portico, namespace)
        .then((adapter) => adapter.disconnect({ connectorId: connector.id }))
        .catch(() => undefined)
    }
    for (const connection of theirs) {
      const { connector, addresses, networkId } = connection
      if (mine.some((known) => known.connector.id === connector.id)) continue
      fresh.push({ namespace, connection })
      dispatchConnection(
        portico,
        namespace,
        { type: 'adopted', connector, grant: { addresses, networkId }, activate: false, restored: true },
        quietly,
      )
    }
    const first = theirs[0]
    if (first) dispatchConnection(portico, namespace, { type: 'activated', connectorId: first.connector.id }, quietly)
    dispatchConnection(portico, namespace, { type: 'arranged', connectorIds: theirs.map(({ connector }) => connector.id) }, quietly)
  }
  for (const namespace of portico.adapters.keys()) {
    // A wallet says itself where it is, in each tab; without one, the choice is the site's own.
    const chosen = findNetwork(portico, saved.networks[namespace])
    if (chosen && !connectionsIn(connectionStore(portico).getState(), namespace).connections.length)
      setActiveNetwork(portico, chosen, quietly)
  }
  setActiveNamespace(portico, saved.activeNamespace, quietly)
  await Promise.all(fresh.map(({ namespace, connection }) => confirm(portico, namespace, connection, signal, false)))
}
