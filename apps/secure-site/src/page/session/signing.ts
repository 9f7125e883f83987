import type { NetworkId } from '@portico/core'
import { pause } from '@portico/core/kit'
import type { SurfacePurpose } from '@portico/core/embedded'
import type { PrepareContext } from '../requests/types.js'
import type { Keys, PreparedRequest, RequestContext } from '../types.js'
import type { WaysToProtect } from '../screens/stage.js'
import { type ApprovalOptions, type Approve, decided, either } from './approval.js'
import { explorerLink } from './ending.js'
import { RejectedError, UpgradeRejectedError } from './errors.js'
import type { RequestQueue, Turn } from './queue.js'

/** A request of a signing method, as the site sent it. */
export interface SigningRequest {
  readonly id: string
  readonly method: string
  readonly params: unknown
  readonly chainId?: string
}

export interface SigningOptions extends Pick<ApprovalOptions, 'stage' | 'hostOrigin'> {
  readonly queue: RequestQueue
  /** Shows a request until the visitor has decided. */
  readonly approve: Approve
  /** Begins to load the screens. */
  readonly warm: () => void
  readonly loadKeys: () => Promise<Keys>
  /** @throws NotLoggedInError */
  readonly context: () => Promise<RequestContext>
  readonly prepare: (request: SigningRequest, context: PrepareContext) => Promise<PreparedRequest>
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

/**
 * Asks the visitor for a signature. There is no way around the screen: whatever the method, its parameters or the site's options,
 * a signature comes after a press on Approve in this origin (S5).
 */
export function createSigning(options: SigningOptions) {
  const {
    queue,
    stage,
    approve,
    hostOrigin,
    warm,
    loadKeys,
    context,
    prepare,
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
    const rejected = rejection()
    const checking = (isNext: boolean) => stage.show({ kind: 'checking', origin: hostOrigin, isNext, onReject: rejected.reject })
    let [isNext, isShown] = [false, false]
    const onWait = () => {
      if (isShown && !isNext) checking(true)
      isNext = true
    }
    const reading = context().then((known) => prepare(request, { ...known, onWait }))
    await Promise.race([reading, pause(quiet)])
    checking(isNext)
    isShown = true
    surface('approve')
    // Read on in the background, a request that is over says nothing any more.
    const prepared = await either(turn.signal, reading, rejected.promise).finally(() => (isShown = false))
    const keys = await either(turn.signal, loading, rejected.promise)
    await unlock(turn, keys)
    await protect(turn)
    if (prepared.upgrades) await consent(turn, prepared, prepared.upgrades)
    const approved = await approve(turn, prepared)
    // From here on nothing is taken back: the same object that was shown is signed (S9).
    turn.commit()
    stage.show({ kind: 'working', step: isSent(prepared.method) ? 'sending' : 'signing' })
    const result = await approved.sign(keys)
    await onSigned(approved).catch(() => {})
    if (isSent(prepared.method)) stage.show({ kind: 'sent', explorer: linkTo(prepared, result), onClose: onSeen })
    return result
  }

  /** An explorer knows transactions, and not by the hash of an operation that is in one. */
  function linkTo({ method, networkId }: PreparedRequest, result: unknown): string | undefined {
    return method === 'eth_sendUserOperation' ? undefined : explorerLink(explorerOf(networkId), result)
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
            resumeByMail: keys.resumeByMail,
            endByMail: keys.endByMail,
            byIdentity: keys.recoverByIdentity,
            byPasskey: keys.recoverByPasskey,
            byCode: keys.recoverByCode,
            byPassphrase: keys.recoverByPassphrase,
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

  /** An account that is not upgraded yet does all of the calls or none only by an upgrade, which the visitor is told of in words first. */
  function consent(turn: Turn, { networkName }: PreparedRequest, { foreign }: NonNullable<PreparedRequest['upgrades']>): Promise<void> {
    return decided<void>(turn.signal, (resolve, reject) =>
      stage.show({
        kind: 'upgrade',
        origin: hostOrigin,
        networkName,
        foreign,
        onAgree: () => resolve(),
        onReject: () => reject(new UpgradeRejectedError()),
      }),
    )
  }
}

const isSent = (method: string) =>
  ['eth_sendTransaction', 'wallet_sendCalls', 'eth_sendUserOperation', 'solana_signAndSendTransaction'].includes(method)

/** A promise that the visitor rejects. */
function rejection() {
  let reject = () => {}
  const promise = new Promise<never>((_, fail) => (reject = () => fail(new RejectedError())))
  promise.catch(() => {})
  return { promise, reject: () => reject() }
}
