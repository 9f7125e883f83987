import type { Connector } from '../connector.js'
import { hostConnectors } from '../controllers/connection/connectors.js'
import { connectionStore, stateFrom } from '../controllers/connection/store.js'
import { networksFrom, networkStore } from '../controllers/network/store.js'
import { goLive, isLive } from './live.js'
import { mountingOf } from './slots.js'
import { defineSlot } from '../kit/slot.js'
import type { Portico } from './createPortico.js'
import { parseSavedState } from '../storage/savedState.js'
import { readItem, storageId, storageName } from '../storage/storage.js'

/** Bundlers write it in; as with React, nothing runs without one that does. */
declare const process: { readonly env: { readonly NODE_ENV?: string } }

/**
 * Puts a portico to work on a page. What an earlier visit left is shown at once, and then confirmed by its wallet: for that
 * the portico goes live. Without anything to confirm it only listens for other tabs, and asks nobody anything. Mounting
 * twice is as mounting once (R18). On a server it does nothing.
 * @example const unmount = mount(portico)
 * @returns a function that stops
 */
export function mount(portico: Portico): () => void {
  if (typeof window === 'undefined') return () => undefined
  const mounted = mountedOf(portico)
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

/** How often a portico is mounted, what ends that, and what is done only once. */
interface Mounted {
  count: number
  stop: () => void
  replayed: boolean
}

const mountedOf = defineSlot<Mounted>('mounted', () => ({ count: 0, stop: () => undefined, replayed: false }))

function start(portico: Portico): () => void {
  const release = claimStorage(portico)
  const abort = new AbortController()
  const { signal } = abort
  const wasLive = isLive(portico)
  // So that bundlers see that nothing else of it is asked for by name.
  mountingOf.put(portico, { signal, load: async () => (await import('./listen.js')).listen })

  const mounted = mountedOf(portico)
  if (!mounted.replayed) replay(portico)
  mounted.replayed = true
  const { byNamespace } = connectionStore(portico).getState()
  const { reconnect = true } = portico.options
  // An earlier page view left a session, or a code, or a login that goes on here.
  const isAwaited = ({ link, embedded }: Connector) =>
    (reconnect && (link ?? embedded)?.isOpen()) || (embedded && readItem(portico, 'login'))
  if (wasLive || Object.values(byNamespace).some(({ connections }) => connections.length > 0) || hostConnectors(portico).some(isAwaited))
    void goLive(portico)

  const stops = [...portico.adapters.values()].map((adapter) => adapter.watchHost?.(() => void goLive(portico)))
  const follow = () => void goLive(portico).then((live) => live?.follow())
  window.addEventListener('storage', ({ key }) => (key === storageName(portico, 'state') || key === null) && follow(), { signal })
  window.addEventListener('pageshow', ({ persisted }) => persisted && follow(), { signal }) // back from the browser's page cache (R17)

  return () => {
    abort.abort()
    for (const stop of stops) stop?.()
    release()
  }
}

/** Shows what an earlier visit left, before the first paint. What happened before mounting, and what only memory knows, stays. */
function replay(portico: Portico) {
  const text = readItem(portico, 'state')
  const { byNamespace } = connectionStore(portico).getState()
  const isLive = Object.values(byNamespace).some(({ connections, attempt }) => attempt || connections.some(({ restored }) => !restored))
  if (text === null || isLive) return
  const saved = parseSavedState(text)
  const shown = portico.options.reconnect !== false ? saved : { ...saved, connections: {} }
  networkStore(portico).setState(networksFrom(portico, shown))
  connectionStore(portico).setState(stateFrom(portico, shown))
}

/** Gives a second portico of the same id on one page a storage of its own, and says so once (R19). */
function claimStorage(portico: Portico): () => void {
  const key = Symbol.for('portico.mounted')
  const page = globalThis as { [key]?: Map<string, object> }
  const claimed = (page[key] ??= new Map())
  let id = portico.id
  for (let count = 2; claimed.has(id) && claimed.get(id) !== portico; count += 1) id = `${portico.id}-${count}`
  if (process.env.NODE_ENV !== 'production' && id !== portico.id && id !== storageId(portico))
    console.warn(`Portico: '${portico.id}' is on this page twice: give each its own id.`)
  storageId.put(portico, id)
  claimed.set(id, portico)
  return () => void claimed.delete(id)
}
