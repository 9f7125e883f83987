import type { Namespace } from './caip/ids.js'
import { publishConnectors } from './controllers/connection/connectors.js'
import { adapterEvents, followAdapters } from './controllers/connection/loadAdapter.js'
import { loadRecentWallets } from './controllers/connection/recentWallets.js'
import { connectionsIn, connectionStore, stateFrom } from './controllers/connection/store.js'
import { networksFrom, networkStore } from './controllers/network/store.js'
import { singleton, type Portico } from './portico.js'
import { parseSavedState } from './storage/savedState.js'
import { readItem, storageName } from './storage/storage.js'
import { whenSaved } from './storage/updateSavedState.js'

/**
 * Starts listening: for wallets on the page, for other tabs, and for the host's own library. What an earlier visit left is
 * shown at once, then confirmed by its wallet. Asks nobody anything when there is nothing to confirm. Mounting twice is as
 * mounting once (R18). On a server it does nothing.
 * @returns a function that stops
 */
export function mount(portico: Portico): () => void {
  if (typeof window === 'undefined') return () => undefined
  const mounted = singleton<{ count: number; stop: () => void }>(portico, 'mounted', () => ({ count: 0, stop: () => undefined }))
  if (mounted.count === 0) mounted.stop = start(portico)
  mounted.count += 1
  let done = false
  return () => {
    if (done) return
    done = true
    mounted.count -= 1
    if (mounted.count === 0) mounted.stop()
  }
}

function start(portico: Portico): () => void {
  const release = claimStorage(portico)
  const abort = new AbortController()
  const { signal } = abort
  const { reconnect = true } = portico.options

  if (!portico.singletons.has('replayed')) {
    portico.singletons.set('replayed', true)
    replay(portico, reconnect)
  }
  loadRecentWallets(portico)

  const stops = [followAdapters(portico), ...[...portico.adapters].flatMap(([namespace, adapter]) => [
    adapter.discover(portico, (connectors) => publishConnectors(portico, namespace, connectors)),
    adapter.join?.(portico, adapterEvents(portico, namespace)) ?? (() => undefined),
  ])]
  const isRestored = (namespace: Namespace) => connectionsIn(connectionStore(portico).getState(), namespace).connections.some(({ restored }) => restored)
  if ([...portico.adapters.keys()].some(isRestored)) {
    import('./controllers/connection/restore.js').then(({ restoreConnections }) => restoreConnections(portico, signal)).catch(reportOnce)
  }

  const follow = () => {
    import('./controllers/connection/restore.js')
      .then(({ followSavedState }) => {
        whenSaved(portico, () => void followSavedState(portico, readItem(portico, 'state'), signal).catch(reportOnce))
      })
      .catch(reportOnce)
  }
  window.addEventListener('storage', ({ key }) => (key === storageName(portico, 'state') || key === null) && follow(), { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && follow(), { signal }) // back from the browser's page cache (R17)

  return () => {
    abort.abort()
    for (const stop of stops) stop()
    release()
  }
}

/** Shows what an earlier visit left, before the first paint. What happened before mounting, and what only memory knows, stays. */
function replay(portico: Portico, reconnect: boolean) {
  const text = readItem(portico, 'state')
  const { byNamespace } = connectionStore(portico).getState()
  const isLive = Object.values(byNamespace).some(({ connections, attempt }) => attempt || connections.some(({ restored }) => !restored))
  if (text === null || isLive) return
  const saved = parseSavedState(text)
  const shown = reconnect ? saved : { ...saved, connections: {} }
  networkStore(portico).setState(networksFrom(portico, shown))
  connectionStore(portico).setState(stateFrom(portico, shown))
}

const reportOnce = (error: unknown) => console.warn('Portico: an earlier connection could not be picked up', error)

/** Gives a second portico of the same id on one page a storage of its own, and says so once (R19). */
function claimStorage(portico: Portico): () => void {
  const key = Symbol.for('portico.mounted')
  const page = globalThis as { [key]?: Map<string, object> }
  const claimed = (page[key] ??= new Map())
  let id = portico.id
  for (let count = 2; claimed.has(id) && claimed.get(id) !== portico; count += 1) id = `${portico.id}-${count}`
  if (id !== portico.id && !portico.singletons.has('warnedOfTwin')) {
    portico.singletons.set('warnedOfTwin', true)
    console.warn(`Portico: '${portico.id}' is on this page twice; the second one remembers under '${id}'. Give each an id: createPortico({ id }).`)
  }
  portico.singletons.set('storageId', id)
  claimed.set(id, portico)
  return () => void claimed.delete(id)
}
