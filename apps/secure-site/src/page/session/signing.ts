import type { NetworkId } from '@portico/core'
import { pause } from '@portico/core/kit'
import type { SurfacePurpose } from '@portico/core/embedded'
import type { Keys, PreparedRequest, RequestContext } from '../types.js'
import { fitForWindow, viewOf } from '../screens/view.js'
import type { Stage, WaysToProtect } from '../screens/stage.js'
import { explorerLink } from './ending.js'
import { RejectedError } from './errors.js'
import type { Handoff } from './handoff.js'
import type { Places } from './places.js'
import type { RequestQueue, Turn } from './queue.js'

/** A request of a signing method, as the site sent it. */
export interface SigningRequest {
  readonly id: string
  readonly method: string
  readonly params: unknown
  readonly chainId?: string
}

export interface SigningOptions {
  readonly queue: RequestQueue
  readonly stage: Stage
  /** Verified origin of the site (S13). */
  readonly hostOrigin: string
  /** What the site calls itself. */
  readonly claim: () => string | undefined
  /** Whether this browser can tell that nothing covers the page (S11). */
  readonly provable: () => boolean
  /** Begins to load the screens. */
  readonly warm: () => void
  readonly loadKeys: () => Promise<Keys>
  /** @throws NotLoggedInError */
  readonly context: () => Promise<RequestContext>
  readonly prepare: (request: SigningRequest, context: RequestContext) => Promise<PreparedRequest>
  readonly leave: (content: unknown, signal: AbortSignal) => Promise<Handoff>
  /** Counts what leaves with an approval in the frame. False where it is more than may, and a window has to show it. */
  readonly spend: Places['spend']
  readonly surface: (purpose: SurfacePurpose | undefined) => void
  /** After a signature: who was sent to, and whether it was a sign-in. */
  readonly onSigned: (request: PreparedRequest) => Promise<void>
  /** The visitor has seen enough of what was sent. */
  readonly onSeen: () => void
  /** The operator's explorer for a network. */
  readonly explorerOf: (networkId: NetworkId) => string | undefined
  /** What would bring the wallet back; undefined where something does, or the visitor has decided to go without. */
  readonly protection: () => Promise<WaysToProtect | undefined>
  /** The visitor goes without. */
  readonly onUnprotected: () => Promise<void>
  /** After this browser got a share of its own. */
  readonly onRecovered: () => Promise<void>
}

/** Milliseconds in which a request that cannot be read is refused without anything on the screen. */
const quiet = 200

type Decision =
  | { readonly kind: 'approved' }
  | { readonly kind: 'rejected' }
  | { readonly kind: 'window' }
  | { readonly kind: 'reduced'; readonly to: PreparedRequest }

/**
 * Asks the visitor for a signature. There is no way around the screen: whatever the method, its parameters or the site's options,
 * a signature comes after a press on Approve in this origin (S5).
 */
export function createSigning(options: SigningOptions) {
  const {
    queue,
    stage,
    hostOrigin,
    claim,
    provable,
    warm,
    loadKeys,
    context,
    prepare,
    leave,
    spend,
    surface,
    onSigned,
    onSeen,
    explorerOf,
    protection,
    onUnprotected,
    onRecovered,
  } = options

  return async function sign(request: SigningRequest, signal?: AbortSignal): Promise<unknown> {
    return queue.run(request.id, (turn) => during(turn, request), { signal })
  }

  async function during(turn: Turn, request: SigningRequest): Promise<unknown> {
    // Everything that will be needed loads at once.
    warm()
    const loading = loadKeys()
    loading.catch(() => {})
    const reading = context().then((known) => prepare(request, known))
    const rejected = rejection()
    await Promise.race([reading, pause(quiet)])
    stage.show({ kind: 'checking', origin: hostOrigin, onReject: rejected.reject })
    surface('approve')
    let prepared = await either(turn.signal, reading, rejected.promise)
    const keys = await either(turn.signal, loading, rejected.promise)
    await unlock(turn, keys)
    await protect(turn)
    let windowOnly = !provable()
    for (;;) {
      const { place } = turn
      const { spending } = prepared
      const inWindow =
        windowOnly || prepared.risk === 'risky' || (place !== undefined && spending !== undefined && spending.millionths > place.left)
      const decision: Decision = await (inWindow ? askInWindow(turn, prepared) : askHere(turn, prepared))
      if (decision.kind === 'rejected') throw new RejectedError()
      if (decision.kind === 'approved') {
        // Another frame may have let something out meanwhile: only the server knows all of them (S11).
        if (inWindow || !spending || (place && (await either(turn.signal, spend(place.id, prepared))))) break
        windowOnly = true
      } else if (decision.kind === 'window') windowOnly = true
      else prepared = decision.to
    }
    // From here on nothing is taken back: the same object that was shown is signed (S9).
    turn.commit()
    stage.show({ kind: 'working', step: isSent(prepared.method) ? 'sending' : 'signing' })
    const result = await prepared.sign(keys)
    await onSigned(prepared).catch(() => {})
    if (isSent(prepared.method))
      stage.show({ kind: 'sent', explorer: explorerLink(explorerOf(prepared.networkId), result), onClose: onSeen })
    return result
  }

  /** A browser without a way in opens the wallet by a mail or a factor first; the request waits meanwhile. */
  async function unlock(turn: Turn, keys: Keys): Promise<void> {
    const step = await either(turn.signal, keys.unlockStep())
    if (step.kind === 'none') return
    surface('recover')
    // The visitor goes to the mailbox, and the page is hidden.
    turn.away(true)
    try {
      await decided<void>(turn.signal, (resolve, reject) =>
        stage.show({
          kind: 'recover',
          recovery: {
            origin: hostOrigin,
            step,
            byMail: keys.recoverByMail,
            byIdentity: keys.recoverByIdentity,
            byPasskey: keys.recoverByPasskey,
            byCode: keys.recoverByCode,
            onDone: () => resolve(),
            onReject: () => reject(new RejectedError()),
          },
        }),
      )
    } finally {
      turn.away(false)
    }
    await onRecovered().catch(() => {})
    surface('approve')
  }

  /** A wallet that only this browser opens is protected before it is first used, or its owner decides to go without. */
  async function protect(turn: Turn): Promise<void> {
    const ways = await either(turn.signal, protection())
    if (!ways) return
    // A passkey or another account takes the visitor away for a moment.
    turn.away(true)
    let later = false
    try {
      await decided<void>(turn.signal, (resolve, reject) =>
        stage.show({
          kind: 'protect',
          protection: {
            origin: hostOrigin,
            ways,
            onDone: () => resolve(),
            onLater() {
              later = true
              resolve()
            },
            onReject: () => reject(new RejectedError()),
          },
        }),
      )
    } finally {
      turn.away(false)
    }
    await (later ? onUnprotected() : onRecovered()).catch(() => {})
  }

  function askHere(turn: Turn, prepared: PreparedRequest): Promise<Decision> {
    const { reduce } = prepared
    return decided<Decision>(turn.signal, (resolve) =>
      stage.show({
        kind: 'approve',
        view: viewOf(prepared, { origin: hostOrigin, claim: claim() }),
        by: 'proof',
        onApprove: () => resolve({ kind: 'approved' }),
        onReject: () => resolve({ kind: 'rejected' }),
        onReduce: reduce && (async (amount) => resolve({ kind: 'reduced', to: await reduce(amount) })),
        onHidden: () => resolve({ kind: 'window' }),
      }),
    )
  }

  /** Shown in a window of the secure origin; this page shows the way there, and signs what was approved there (S11). */
  async function askInWindow(turn: Turn, prepared: PreparedRequest): Promise<Decision> {
    const view = viewOf(prepared, { origin: hostOrigin, claim: claim() })
    const { reduce } = prepared
    // A mailbox is for one window: while one is open, the next is ready in case it was closed.
    const windows: { next?: Handoff | undefined; opened?: Handoff } = {}
    let over = false
    try {
      return await decided<Decision>(turn.signal, (resolve, reject) => {
        const show = () =>
          stage.show({
            kind: 'continue',
            view,
            url: windows.next?.url,
            opened: windows.opened !== undefined,
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
          windows.opened = current
          windows.next = undefined
          before?.cancel()
          current.answer.then(
            (approved) => resolve({ kind: approved ? 'approved' : 'rejected' }),
            (error: unknown) => current === windows.opened && reject(error),
          )
          show()
          ready().catch(() => {})
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

const isSent = (method: string) => ['eth_sendTransaction', 'wallet_sendCalls', 'solana_signAndSendTransaction'].includes(method)

/** A promise that the visitor rejects. */
function rejection() {
  let reject = () => {}
  const promise = new Promise<never>((_, fail) => (reject = () => fail(new RejectedError())))
  promise.catch(() => {})
  return { promise, reject: () => reject() }
}

/** What settles first; rejects with the signal's reason as soon as it aborts. */
function either<T>(signal: AbortSignal, ...promises: Promise<T>[]): Promise<T> {
  return decided<T>(signal, (resolve, reject) => void Promise.race(promises).then(resolve, reject))
}

function decided<T>(signal: AbortSignal, start: (resolve: (value: T) => void, reject: (error: unknown) => void) => void): Promise<T> {
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
