import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import { connectionStore } from '../connection/store.js'
import { embeddedStore } from '../embedded/store.js'
import { sendFormStore } from '../send/form/store.js'
import { swapFormStore } from '../swap/form/store.js'
import type { ErrorEventName } from './errorEvent.js'

/** Names of what a visitor, the page or the market decided: no faults. */
const choices = new Set([
  'UserRejectedError',
  'RequestAbortedError',
  'ConnectionCancelledError',
  'ConnectionSupersededError',
  'NetworkSwitchSupersededError',
  'SendCancelledError',
  'SignInCancelledError',
  'SignatureDeclinedError',
  'QuoteExpiredError',
  'PriceMovedError',
  'AbortError',
  'CancelledError',
])

/** Whether an error is a fault that an operator would look at. */
export const isFault = (error: Error): boolean => !choices.has(error.name) && !('code' in error && error.code === 4001)

/** Tells of each fault that Portico meets: attempts, logins, transfers and swaps that failed, and what servers and chains did not answer. */
export function watchErrors(portico: Portico, note: (error: Error, event?: ErrorEventName) => void): () => void {
  const noted = (error: unknown, event?: ErrorEventName) => {
    if (error instanceof Error && isFault(error)) note(error, event)
  }
  const stops = [
    connectionStore(portico).subscribe(({ byNamespace }, before) => {
      for (const namespace of portico.adapters.keys()) {
        const attempt = byNamespace[namespace]?.attempt
        if (attempt?.status === 'failed' && attempt !== before.byNamespace[namespace]?.attempt) noted(attempt.error)
      }
    }),
    embeddedStore(portico).subscribe(({ login }, before) => {
      if (login.status === 'failed' && login !== before.login) noted(login.error, 'SECURE_SITE_ERROR')
    }),
    sendFormStore(portico).subscribe(({ progress }, before) => {
      if (progress.status === 'failed' && progress !== before.progress) noted(progress.error)
    }),
    swapFormStore(portico).subscribe(({ progress }, before) => {
      if (progress.status === 'failed' && progress !== before.progress) noted(progress.error)
    }),
    queryClientOf(portico)
      .getQueryCache()
      .subscribe((change) => {
        if (change.type === 'updated' && change.action.type === 'error') noted(change.action.error)
      }),
    portico.events.on('view.failed', ({ error }) => noted(error)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
