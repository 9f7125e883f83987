import { ReceiptTimeoutError, type NetworkId, type Receipt } from '@portico/core'
import { pause, toBase64 } from '@portico/core/kit'
import { TransactionExpiredError } from '../errors.js'
import { field, readUnits } from './json.js'
import { commitment, type Rpc } from './rpc.js'
import type { Sent } from './sign.js'

/** 6 retries, 200 ms times 2^n, 180 s (R20). All in milliseconds. */
export const receiptRetries = 6
export const receiptRetryDelay = 200
export const receiptTimeout = 180_000
/** Longest pause between two looks at the chain, in milliseconds: without a subscription, and with one. */
const [slowestPolling, slowestCrossCheck] = [2_000, 5_000]
/** How far one node may be behind another that was asked a moment before, in milliseconds: 32 blocks. */
const nodesApart = 12_800

export interface WaitForReceiptOptions {
  readonly hash: string
  readonly networkId: NetworkId
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number
  /** What was sent, where it was sent from here. */
  readonly sent?: Sent | undefined
}

/**
 * Waits until a transaction is confirmed (R20). A subscription says when to look, and a look says what there is: what the
 * subscription says alone is not believed, and without one, or with one that falls silent, looking goes on. A transaction
 * that was sent from here is sent again meanwhile, the same bytes, for as long as its blockhash is good (R8).
 * @throws ReceiptTimeoutError after 180 s, TransactionExpiredError, and the signal's reason
 */
export async function waitForReceipt(
  rpc: Rpc,
  { hash, networkId, signal, timeout = receiptTimeout, sent }: WaitForReceiptOptions,
): Promise<Receipt> {
  const over = new AbortController()
  const stop = () => over.abort()
  const timer = setTimeout(stop, timeout)
  signal?.addEventListener('abort', stop)
  const bell = subscribe(rpc.socketUrl(networkId), hash)
  let wasGood = false
  let expiredSince: number | undefined
  try {
    for (let look = 0; !over.signal.aborted && !signal?.aborted; look += 1) {
      const heard = bell.next()
      const { receipt, isAbsent } = await lookOnce()
      if (receipt) return receipt
      if (isAbsent && look > 0 && sent) await keepAlive(sent)
      if (over.signal.aborted) break
      const longest = bell.isOpen() ? slowestCrossCheck : slowestPolling
      const turn = new AbortController()
      over.signal.addEventListener('abort', () => turn.abort(), { once: true, signal: turn.signal })
      if (over.signal.aborted) turn.abort()
      await Promise.race([pause(look < receiptRetries ? Math.min(receiptRetryDelay * 2 ** look, longest) : longest, turn.signal), heard])
      turn.abort()
    }
    signal?.throwIfAborted()
    throw new ReceiptTimeoutError({ hash })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    over.abort()
    bell.close()
  }

  /** An endpoint that fails is asked again until the time is up. */
  async function lookOnce(): Promise<{ readonly receipt?: Receipt; readonly isAbsent?: boolean }> {
    const params = [[hash], { searchTransactionHistory: true }]
    const answer = await rpc.call({ networkId, method: 'getSignatureStatuses', params, signal: over.signal }).catch(() => undefined)
    const status = field(answer, 'value', 0)
    if (status === null) return { isAbsent: true }
    const level = field(status, 'confirmationStatus')
    const isDone = level === 'confirmed' || level === 'finalized' || (level === undefined && field(status, 'confirmations') === null)
    const blockNumber = readUnits(field(status, 'slot'))
    if (!isDone || blockNumber === undefined) return {}
    const failed = field(status, 'err') ?? undefined
    return { receipt: { hash, outcome: failed === undefined ? 'success' : 'reverted', minedHash: hash, blockNumber } }
  }

  /** Sends it again, or finds out that it is too late: a blockhash that was good and is not any more. */
  async function keepAlive({ wire, blockhash, once }: Sent): Promise<void> {
    const options = { networkId, signal: over.signal }
    const answer = await rpc.call({ ...options, method: 'isBlockhashValid', params: [blockhash, { commitment }] }).catch(() => undefined)
    const isGood = field(answer, 'value')
    if (isGood === true) {
      wasGood = true
      if (!once)
        await rpc
          .call({
            ...options,
            method: 'sendTransaction',
            params: [toBase64(wire), { encoding: 'base64', skipPreflight: true, maxRetries: 0 }],
          })
          .catch(() => undefined)
      return
    }
    if (isGood !== false || !wasGood) return
    // It may have come in with the last block that took it, of which the node that was asked has not heard yet.
    expiredSince ??= performance.now()
    if (performance.now() - expiredSince < nodesApart) return
    const { isAbsent } = await lookOnce()
    if (isAbsent) throw new TransactionExpiredError({ hash })
  }
}

/** Something that rings when there may be news. */
interface Bell {
  /** Resolves with the next ring. */
  readonly next: () => Promise<void>
  readonly isOpen: () => boolean
  readonly close: () => void
}

/** Subscribes to a transaction over WebSocket, where there is one. Never throws: whoever waits looks by himself, too. */
function subscribe(url: string, hash: string): Bell {
  let ring = () => {}
  let isOpen = false
  let socket: WebSocket | undefined
  try {
    socket = new WebSocket(url)
    const { send } = { send: (text: string) => socket?.send(text) }
    socket.addEventListener('open', () =>
      send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'signatureSubscribe', params: [hash, { commitment }] })),
    )
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data !== 'string' || data.length > 100_000) return
      isOpen = true
      if (data.includes('signatureNotification')) ring()
    })
    for (const event of ['close', 'error'] as const) {
      socket.addEventListener(event, () => {
        isOpen = false
      })
    }
  } catch {
    // No WebSocket here, or not to there.
  }
  return {
    next: () => new Promise((resolve) => (ring = resolve)),
    isOpen: () => isOpen,
    close() {
      try {
        socket?.close()
      } catch {
        // It was none.
      }
    },
  }
}
