import { connectTimeout } from '../../connection/timeouts.js'
import { defineSlot } from '../../../kit/slot.js'
import type { Portico } from '../../../portico/createPortico.js'
import { SendCancelledError } from './errors.js'
import { emptySendForm, sendFormStore, type SentTransfer } from './store.js'

/** A site's wait for a transfer that it asked for. */
interface SendRequest {
  readonly resolve: (answer: { readonly hash: string }) => void
  readonly reject: (error: Error) => void
  readonly stop: () => void
  /** The modal is closed: whatever the wallet says now is the end of it. */
  closed: boolean
}

const requestOf = defineSlot<SendRequest | undefined>('send request', () => undefined)

/** Ends the site's wait, and takes its transfer out of the form unless it was sent. */
function finish(portico: Portico, end: (request: SendRequest) => void): void {
  const request = requestOf(portico)
  if (!request) return
  requestOf.put(portico, undefined)
  request.stop()
  end(request)
}

/** Ends a site's wait with an error. */
export function cancelRequest(portico: Portico, error: Error = new SendCancelledError()): void {
  finish(portico, ({ reject }) => {
    const store = sendFormStore(portico)
    if (store.getState().fixed && store.getState().progress.status !== 'sent') store.setState(emptySendForm, true)
    reject(error)
  })
}

/** A transfer of the form was sent, or was not: a visitor who still looks at it can try again. */
export function settleRequest(
  portico: Portico,
  outcome: { readonly sent: SentTransfer } & ({ readonly hash: string } | { readonly error: Error }),
): void {
  if ('hash' in outcome) finish(portico, ({ resolve }) => resolve({ hash: outcome.hash }))
  else if (requestOf(portico)?.closed) cancelRequest(portico, outcome.error)
}

/** Waits for the transfer that a site has put into the form. The one before it ends: there is one at a time. */
export function waitForRequest(portico: Portico): Promise<{ readonly hash: string }> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stopListening = portico.events.on('modal.closed', () => {
      const { progress } = sendFormStore(portico).getState()
      if (progress.status !== 'approving') return cancelRequest(portico)
      // The wallet has been asked already, and may still send it. One that never answers is not waited for without end.
      request.closed = true
      timer = setTimeout(() => cancelRequest(portico), connectTimeout)
    })
    const stop = () => {
      stopListening()
      clearTimeout(timer)
    }
    const request: SendRequest = { resolve, reject, stop, closed: false }
    requestOf.put(portico, request)
  })
}
