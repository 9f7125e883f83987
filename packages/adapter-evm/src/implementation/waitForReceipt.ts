import { ReceiptTimeoutError, type Receipt } from '@portico/core'
import { pause } from '@portico/core/kit'
import type { Client, Hex } from 'viem'
import { getBlock, getBlockNumber, getTransaction, getTransactionCount, getTransactionReceipt } from 'viem/actions'

/** 6 retries, 200 ms times 2^n, 180 s (R20). All in milliseconds. */
export const receiptRetries = 6
export const receiptRetryDelay = 200
export const receiptTimeout = 180_000
/** Longest pause between two looks at the chain, in milliseconds. */
const slowestPolling = 2_000

type Transaction = Awaited<ReturnType<typeof getTransaction>>

export interface WaitForReceiptOptions {
  readonly hash: Hex
  readonly signal?: AbortSignal | undefined
  readonly timeout?: number
}

/**
 * Waits until a transaction, or another one of the same sender and nonce, is in the chain (R20). Remembers nothing of the
 * chain between two looks, so that a reorganisation only makes it wait longer.
 * @throws ReceiptTimeoutError after 180 s, and the signal's reason
 */
export async function waitForReceipt(client: Client, { hash, signal, timeout = receiptTimeout }: WaitForReceiptOptions): Promise<Receipt> {
  const over = new AbortController()
  const stop = () => over.abort()
  const timer = setTimeout(stop, timeout)
  signal?.addEventListener('abort', stop)
  const polling = Math.min(client.pollingInterval, slowestPolling)
  let original: Transaction | undefined
  let earliest: bigint | undefined
  try {
    for (let look = 0; !over.signal.aborted && !signal?.aborted; look += 1) {
      const found = await lookOnce()
      if (found) return found
      await pause(look < receiptRetries ? Math.min(receiptRetryDelay * 2 ** look, polling) : polling, over.signal)
    }
    signal?.throwIfAborted()
    throw new ReceiptTimeoutError({ hash })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }

  /** An endpoint that fails is asked again until the time is up. */
  async function lookOnce(): Promise<Receipt | undefined> {
    // All at once: a wallet may replace the transaction any moment, and a node then forgets it.
    const [mined, height, seen] = await Promise.all([
      getTransactionReceipt(client, { hash }).catch(() => undefined),
      getBlockNumber(client, { cacheTime: 0 }).catch(() => undefined),
      original ?? getTransaction(client, { hash }).catch(() => undefined),
    ])
    if (mined) return { hash, outcome: mined.status, minedHash: mined.transactionHash, blockNumber: mined.blockNumber }
    original = seen
    if (!original || height === undefined) return undefined
    if (earliest === undefined || height < earliest) earliest = height
    return lookForSuccessor(original, earliest, height).catch(() => undefined)
  }

  /** The transaction that used up the sender's nonce, if that has happened. */
  async function lookForSuccessor(transaction: Transaction, from: bigint, height: bigint): Promise<Receipt | undefined> {
    const { from: address, nonce } = transaction
    const isUsedAt = async (blockNumber: bigint) => (await getTransactionCount(client, { address, blockNumber })) > nonce
    if (!(await isUsedAt(height))) return undefined
    let low = from > 2n ? from - 3n : -1n // not used here, unless a reorganisation put it there
    let high = height
    while (high - low > 1n) {
      const middle = (low + high) / 2n
      if (await isUsedAt(middle)) high = middle
      else low = middle
    }
    const { transactions } = await getBlock(client, { blockNumber: high, includeTransactions: true })
    const successor = transactions.find((other) => other.from.toLowerCase() === address.toLowerCase() && other.nonce === nonce)
    if (!successor) return undefined
    const { status, blockNumber, transactionHash: minedHash } = await getTransactionReceipt(client, { hash: successor.hash })
    const outcome = minedHash === hash || status === 'reverted' ? status : outcomeOf(transaction, successor)
    return { hash, outcome, minedHash, blockNumber }
  }
}

/** The same content is a repricing, nothing to oneself a cancellation. */
function outcomeOf(original: Transaction, { from, to, value, input }: Transaction): Receipt['outcome'] {
  if (to === original.to && value === original.value && input === original.input) return 'repriced'
  return from === to && value === 0n && input === '0x' ? 'cancelled' : 'replaced'
}
