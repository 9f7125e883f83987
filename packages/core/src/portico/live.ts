import { discoveryStore, publishConnectors } from '../controllers/connection/connectors.js'
import { defineSlot } from '../kit/slot.js'
import type { Live } from './listen.js'
import type { Portico } from './createPortico.js'
import { mountingOf } from './slots.js'

const runningOf = defineSlot<{ readonly signal: AbortSignal; readonly live: Promise<Live | undefined> } | undefined>(
  'live',
  () => undefined,
)

/** Whether wallets are listed and connections confirmed: {@link goLive} was called, and what it loads did not fail to. */
export const isLive = (portico: Portico): boolean => runningOf(portico) !== undefined

/**
 * Loads the part of a portico that listens and talks, and starts it: wallets on the page are listed, restored connections
 * are confirmed, and the host's own library is followed. Called when there is something to confirm, when the visitor shows
 * intent, and by whatever lists wallets; calling it again changes nothing.
 * @example
 * await goLive(portico)
 * const connectors = listConnectors(connectorStore(portico).getState())
 * @returns what is live now, or undefined where the portico is not mounted or the code did not load
 */
export function goLive(portico: Portico): Promise<Live | undefined> {
  const mounting = mountingOf(portico)
  if (!mounting || mounting.signal.aborted) return Promise.resolve(undefined)
  const { signal, load } = mounting
  const running = runningOf(portico)
  if (running?.signal === signal) return running.live

  // Wallets announce themselves while the code is still on its way.
  const silent = new Set(portico.adapters.keys())
  const stops = [...portico.adapters].map(([namespace, adapter]) => {
    if (portico.options.connectors) publishConnectors(portico, namespace, []) // the host's own are there before any wallet
    return adapter.discover(portico, (connectors) => {
      publishConnectors(portico, namespace, connectors)
      silent.delete(namespace)
      if (silent.size === 0) discoveryStore(portico).setState({ listed: true })
    })
  })
  const stop = () => {
    signal.removeEventListener('abort', stop)
    for (const end of stops.splice(0)) end()
  }
  signal.addEventListener('abort', stop)
  const live = load().then(
    (listen) => listen(portico, signal),
    (error: unknown) => {
      console.warn('Portico:', error)
      stop() // the next try starts over
      if (runningOf(portico)?.signal === signal) runningOf.clear(portico)
      return undefined
    },
  )
  runningOf.put(portico, { signal, live })
  return live
}
