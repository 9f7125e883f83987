import type { PreparedRequest } from '../types.js'
import { fitForWindow, viewOf, type RequestView } from '../screens/view.js'
import type { Stage } from '../screens/stage.js'
import { RejectedError } from './errors.js'
import type { Handoff } from './handoff.js'
import type { Places } from './places.js'
import type { Turn } from './queue.js'
import type { FeeWorths } from './worth.js'

export interface ApprovalOptions {
  readonly stage: Stage
  /** Verified origin of the site (S13). */
  readonly hostOrigin: string
  /** What the site calls itself. */
  readonly claim: () => string | undefined
  /** Whether this browser can tell that nothing covers the page (S11). */
  readonly provable: () => boolean
  readonly leave: (content: unknown, signal: AbortSignal) => Promise<Handoff>
  /** Counts what leaves with an approval in the frame. False where it is more than may, and a window has to show it. */
  readonly spend: Places['spend']
  readonly worth: FeeWorths['of']
}

type Decision =
  | { readonly kind: 'approved' }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'window' }
  | { readonly kind: 'reduced'; readonly to: PreparedRequest }

/** Shows a request until the visitor has decided, here or in a window (S11), and resolves with what was approved. @throws RejectedError */
export function createApproval({ stage, hostOrigin, claim, provable, leave, spend, worth }: ApprovalOptions) {
  return async function approve(turn: Turn, asked: PreparedRequest): Promise<PreparedRequest> {
    let prepared = asked
    let windowOnly = !provable()
    for (;;) {
      const { place } = turn
      const { spending } = prepared
      const feeWorth = await either(turn.signal, worth(prepared))
      const view = viewOf(prepared, { origin: hostOrigin, claim: claim(), feeWorth })
      const inWindow =
        windowOnly || prepared.risk === 'risky' || (place !== undefined && spending !== undefined && spending.millionths > place.left)
      const decision: Decision = await (inWindow ? askInWindow(turn, prepared, view) : askHere(turn, prepared, view))
      if (decision.kind === 'rejected') throw new RejectedError()
      if (decision.kind === 'approved') {
        // Another frame may have let something out meanwhile: only the server knows all of them (S11).
        if (inWindow || !spending || (place && (await either(turn.signal, spend(place.id, prepared))))) return prepared
        windowOnly = true
      } else if (decision.kind === 'window') windowOnly = true
      else prepared = decision.to
    }
  }

  function askHere(turn: Turn, { reduce }: PreparedRequest, view: RequestView): Promise<Decision> {
    return decided<Decision>(turn.signal, (resolve) =>
      stage.show({
        kind: 'approve',
        view,
        by: 'proof',
        onApprove: () => resolve({ kind: 'approved' }),
        onReject: () => resolve({ kind: 'rejected' }),
        onReduce: reduce && (async (amount) => resolve({ kind: 'reduced', to: await reduce(amount) })),
        onHidden: () => resolve({ kind: 'window' }),
      }),
    )
  }

  /** Shown in a window of the secure origin; this page shows the way there, and signs what was approved there (S11). */
  async function askInWindow(turn: Turn, { reduce }: PreparedRequest, view: RequestView): Promise<Decision> {
    // A mailbox is for one window: while one is open, the next is ready in case it was closed.
    const windows: { next?: Handoff | undefined; opened?: Handoff | undefined } = {}
    let over = false
    let isLeft = false
    try {
      return await decided<Decision>(turn.signal, (resolve, reject) => {
        const show = () =>
          stage.show({
            kind: 'continue',
            view,
            url: windows.next?.url,
            opened: windows.opened !== undefined,
            left: isLeft,
            onOpen: open,
            onReject: () => resolve({ kind: 'rejected' }),
            onReduce: reduce && (async (amount) => resolve({ kind: 'reduced', to: await reduce(amount) })),
          })
        const ready = async () => {
          const left = await leave({ view: fitForWindow(view), theme: stage.state().theme }, turn.signal)
          if (over) return left.cancel()
          windows.next = left
          show()
        }
        const open = () => {
          const { opened: before, next: current } = windows
          if (!current || over) return
          turn.away(true)
          isLeft = false
          windows.opened = current
          windows.next = undefined
          before?.cancel()
          current.answer.then(
            (answer) => (answer === 'left' ? closed(current) : resolve({ kind: answer ? 'approved' : 'rejected' })),
            (error: unknown) => current === windows.opened && reject(error),
          )
          show()
          ready().catch(() => {})
        }
        /** The visitor is back from a window that they have closed: it can be opened again. */
        const closed = (handoff: Handoff) => {
          if (handoff !== windows.opened || over) return
          turn.away(false)
          isLeft = true
          windows.opened = undefined
          show()
        }
        show()
        ready().catch(reject)
      })
    } finally {
      over = true
      turn.away(false)
      windows.opened?.cancel()
      windows.next?.cancel()
    }
  }
}

export type Approve = ReturnType<typeof createApproval>

/** What settles first; rejects with the signal's reason as soon as it aborts. */
export function either<T>(signal: AbortSignal, ...promises: Promise<T>[]): Promise<T> {
  return decided<T>(signal, (resolve, reject) => void Promise.race(promises).then(resolve, reject))
}

export function decided<T>(
  signal: AbortSignal,
  start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(signal.reason)
    signal.addEventListener('abort', gone)
    const off =
      <A>(settle: (value: A) => void) =>
      (value: A) => {
        signal.removeEventListener('abort', gone)
        settle(value)
      }
    if (signal.aborted) gone()
    else start(off(resolve), off(reject))
  })
}
