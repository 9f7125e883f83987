import { publishConnectors } from '../controllers/connection/connectors.js'
import type { Live } from './listen.js'
import type { Portico } from './createPortico.js'

/**
 * Loads the part of a portico that listens and talks, and starts it: wallets on the page are listed, restored connections
 * are confirmed, and the host's own library is followed. Called when there is something to confirm, when the visitor shows
 * intent, and by whatever lists wallets; calling it again changes nothing.
 * @returns what is live now, or undefined where the portico is not mounted or the code did not load
 */
export function goLive(portico: Portico): Promise<Live | undefined> {
  const { singletons, adapters } = portico
  const signal = singletons.get('mountSignal') as AbortSignal | undefined
  if (!signal || signal.aborted) return Promise.resolve(undefined)
  const running = singletons.get('live') as { signal: AbortSignal; live: Promise<Live | undefined> } | undefined
  if (running?.signal === signal) return running.live

  // Wallets announce themselves while the code is still on its way.
  const stops = [...adapters].map(([namespace, adapter]) => {
    if (portico.options.connectors) publishConnectors(portico, namespace, []) // the host's own are there before any wallet
    return adapter.discover(portico, (connectors) => publishConnectors(portico, namespace, connectors))
  })
  const stop = () => {
    signal.removeEventListener('abort', stop)
    for (const end of stops.splice(0)) end()
  }
  signal.addEventListener('abort', stop)
  const live = import('./listen.js').then(
    ({ listen }) => listen(portico, signal),
    (error: unknown) => {
      console.warn('Portico:', error)
      stop() // the next try starts over
      if ((singletons.get('live') as typeof running)?.signal === signal) singletons.delete('live')
      return undefined
    },
  )
  singletons.set('live', { signal, live })
  return live
}
