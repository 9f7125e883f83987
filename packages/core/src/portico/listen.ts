import { hostConnectors } from '../controllers/connection/connectors.js'
import { addGate, followGates } from '../controllers/connection/gates.js'
import { adapterEvents, followAdapters } from '../controllers/connection/loadAdapter.js'
import { loadRecentWallets } from '../controllers/connection/recentWallets.js'
import { followSavedState, restoreConnections } from '../controllers/connection/restore.js'
import type { Portico } from './createPortico.js'
import { supportedNetwork } from '../controllers/network/gate.js'
import { followViewChoice } from '../router/followViewChoice.js'
import { readItem } from '../storage/storage.js'
import { whenSaved } from '../storage/updateSavedState.js'

/** A portico at work. */
export interface Live {
  /** Brings this page in line with what another tab, or an earlier life of this page, has written (R15, R17). */
  readonly follow: () => void
}

/** Starts what {@link goLive} promises, until `signal` aborts. */
export async function listen(portico: Portico, signal: AbortSignal): Promise<Live | undefined> {
  if (signal.aborted) return undefined
  signal.addEventListener('abort', followViewChoice(portico))
  // Before anybody can pass: without that code, nobody connects.
  const signIn = portico.options.siwx && (await (await import('../controllers/siwx/start.js')).startSignIn(portico, signal))
  if (signal.aborted) return undefined
  loadRecentWallets(portico)
  const stops = [
    followAdapters(portico),
    addGate(portico, supportedNetwork),
    followGates(portico),
    ...[...portico.adapters].map(([namespace, adapter]) => adapter.join?.(portico, adapterEvents(portico, namespace))),
  ]
  signal.addEventListener('abort', () => {
    for (const stop of stops) stop?.()
  })
  restoreConnections(portico, signal).catch(report)
  const resume = (isNew?: boolean) => {
    if (hostConnectors(portico).some(({ link, embedded }) => embedded ?? link?.isOpen())) {
      import('../controllers/connection/resume.js').then(({ resumeSessions }) => resumeSessions(portico, signal, isNew)).catch(report)
    }
  }
  resume(true)
  if (readItem(portico, 'calls'))
    import('../controllers/calls/oneByOne/resumeCalls.js').then((calls) => calls.resumeCalls(portico)).catch(report)
  return {
    follow: () => {
      whenSaved(portico, () => void followSavedState(portico, readItem(portico, 'state'), signal).catch(report))
      resume()
      signIn?.()
    },
  }
}

const report = (error: unknown) => console.warn('Portico: an earlier connection could not be picked up', error)
