import { HttpStatusError, MalformedAnswerError, NetworkFailureError } from '../../kit/http/errors.js'
import { request } from '../../kit/http/request.js'
import { pause } from '../../kit/time.js'
import type { Portico } from '../../portico/createPortico.js'
import { SendingUnconfirmedError } from '../send/errors.js'
import type { PreparedTrade } from './prepareSwap.js'
import { tradeAnswer } from './schema.js'

/** How often a service is handed a trade, and for how long, in milliseconds; as long is waited after its end, as a block may be late. */
const interval = 1_000
const patience = 60_000

/** Whether a service may have taken what it did not answer. */
const isDoubtful = (error: unknown): boolean =>
  error instanceof NetworkFailureError || error instanceof MalformedAnswerError || (error instanceof HttpStatusError && error.status >= 500)

/** When a trade is over that nobody has sent, in milliseconds since 1970. */
export const endOfTrade = ({ deadline }: Pick<PreparedTrade['trade'], 'deadline'>): number => Number(deadline) * 1000 + patience

/**
 * Hands a signed trade to the gateway. A service that does not answer for a moment is asked again: it has the signature, perhaps, and
 * another one might be the second trade.
 * @returns by what the service knows it
 * @throws SendingUnconfirmedError where nobody knows whether it has it, and the errors of handing it in
 */
export async function handInTrade(
  portico: Portico,
  chainId: string,
  { typedData }: Pick<PreparedTrade['trade'], 'typedData'>,
  signature: string,
): Promise<string> {
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
      if (!isDoubtful(error) || Date.now() >= end) throw new SendingUnconfirmedError({ cause: error })
    }
    await pause(interval)
  }
}
