import { ReceiptTimeoutError, type NetworkId, type Receipt } from '@portico/core'
import { pause } from '@portico/core/kit'
import type { ChainTransaction, Esplora } from './esplora.js'

/** 6 retries, 200 ms times 2^n, 180 s (R20). All in milliseconds. */
export const receiptRetries = 6
export const receiptRetryDelay = 200
export const receiptTimeout = 180_000
/** Pause between two looks after that: blocks take minutes, and public endpoints count requests. */
const slowPolling = 10_000

export interface WaitForReceiptOptions {
  readonly networkId: NetworkId
  readonly hash: string
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number
}

/**
 * Waits until a transaction, or another one that spends one of the same coins, is in a block (R20). Remembers nothing of
 * the chain between two looks but what the transaction is, so that a reorganisation only makes it wait longer.
 * @throws ReceiptTimeoutError after 180 s, and the signal's reason
 */
export async function waitForReceipt(
  esplora: Pick<Esplora, 'transaction' | 'spender'>,
  { networkId, hash, signal, timeout = receiptTimeout }: WaitForReceiptOptions,
): Promise<Receipt> {
  const over = new AbortController()
  const stop = () => over.abort()
  const timer = setTimeout(stop, timeout)
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  let original: ChainTransaction | undefined
  try {
    for (let look = 0; !over.signal.aborted; look += 1) {
      const found = await lookOnce().catch(() => undefined) // an endpoint that fails is asked again until the time is up
      if (found) return found
      await pause(look < receiptRetries ? receiptRetryDelay * 2 ** look : slowPolling, over.signal)
    }
    signal?.throwIfAborted()
    throw new ReceiptTimeoutError({ hash })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }

  async function lookOnce(): Promise<Receipt | undefined> {
    const seen = await esplora.transaction(networkId, hash, over.signal)
    if (seen?.status.height !== undefined) return { hash, outcome: 'success', minedHash: hash, blockNumber: seen.status.height }
    original = seen ?? original
    // While the endpoint still holds it, nothing has taken its place.
    return original && !seen ? lookForSuccessor(original) : undefined
  }

  /** The transaction in a block that spends one of the same coins, if there is one. */
  async function lookForSuccessor({ inputs, outputs }: ChainTransaction): Promise<Receipt | undefined> {
    for (const { txid, vout } of inputs) {
      const spender = await esplora.spender(networkId, txid, vout, over.signal)
      if (!spender || spender === hash) continue
      const successor = await esplora.transaction(networkId, spender, over.signal)
      if (successor?.status.height === undefined) continue
      const senders = inputs.map(({ prevout }) => prevout?.address)
      return { hash, outcome: outcomeOf(senders, outputs, successor.outputs), minedHash: spender, blockNumber: successor.status.height }
    }
    return undefined
  }
}

/** All to the sender is a cancellation, the same to everybody else a repricing. */
function outcomeOf(
  senders: readonly (string | undefined)[],
  original: ChainTransaction['outputs'],
  successor: ChainTransaction['outputs'],
): Receipt['outcome'] {
  const toOthers = (outputs: ChainTransaction['outputs']) =>
    outputs
      .filter(({ address }) => !address || !senders.includes(address))
      .map(({ address, value }) => `${address} ${value}`)
      .toSorted()
      .join()
  const others = toOthers(successor)
  if (others === toOthers(original)) return 'repriced'
  return others === '' ? 'cancelled' : 'replaced'
}
