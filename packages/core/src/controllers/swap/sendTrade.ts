import { HttpStatusError, MalformedAnswerError, NetworkFailureError } from '../../kit/http/errors.js'
import { request } from '../../kit/http/request.js'
import { pause } from '../../kit/time.js'
import type { Portico } from '../../portico/createPortico.js'
import { ReceiptTimeoutError, TransactionRevertedError } from '../account/errors.js'
import type { AgreedSwap, PreparedTrade } from './prepareSwap.js'
import { tradeAnswer, tradeProgressAnswer } from './schema.js'

/** How often a service is asked how far a trade is, and how long after its end, in milliseconds: a block may be late. */
const interval = 1_000
const patience = 60_000

/** Whether a service may have taken what it did not answer. */
const isDoubtful = (error: unknown): boolean =>
  error instanceof NetworkFailureError || error instanceof MalformedAnswerError || (error instanceof HttpStatusError && error.status >= 500)

/**
 * Hands a signed trade to the gateway, and waits for its transaction. A service that does not answer for a moment is asked again: it has
 * the signature, perhaps, and another one might be the second trade.
 * @returns its hash
 * @throws TransactionRevertedError where the service has given up, ReceiptTimeoutError where it has not sent it in its time or nobody knows
 * whether it has it, and the errors of handing it in
 */
export async function sendTrade(
  portico: Portico,
  { networkId }: Pick<AgreedSwap, 'networkId'>,
  trade: PreparedTrade['trade'],
  signature: string,
): Promise<string> {
  const id = await handIn(portico, networkId, trade, signature)
  const end = Number(trade.deadline) * 1000 + patience
  for (;;) {
    const path = `/v1/convert/trades/${id}`
    const told = await request(portico, { path, query: { chainId: networkId }, schema: tradeProgressAnswer }).catch(() => undefined)
    if (told?.status === 'failed') throw new TransactionRevertedError({ reason: 'failed' })
    if (told && told.hash !== null) return told.hash
    if (Date.now() >= end) throw new ReceiptTimeoutError({ hash: id })
    await pause(interval)
  }
}

async function handIn(portico: Portico, chainId: string, { typedData }: PreparedTrade['trade'], signature: string): Promise<string> {
  const { domain, primaryType, message } = typedData
  const body = { chainId, trade: { domain, primaryType, message }, signature }
  const end = Date.now() + patience
  for (let isInDoubt = false; ; isInDoubt = true) {
    try {
      // Who has it already says so: it counts once.
      return (await request(portico, { path: '/v1/convert/trades', method: 'POST', body, schema: tradeAnswer })).id
    } catch (error) {
      // What is refused now may have been taken before.
      if (!isDoubtful(error) && !isInDoubt) throw error
      if (!isDoubtful(error) || Date.now() >= end) throw new ReceiptTimeoutError({ hash: 'the signed trade' })
    }
    await pause(interval)
  }
}
