import { request } from '../../kit/http/request.js'
import { pause } from '../../kit/time.js'
import type { Portico } from '../../portico/createPortico.js'
import { ReceiptTimeoutError, TransactionRevertedError } from '../account/errors.js'
import type { AgreedSwap, PreparedTrade } from './prepareSwap.js'
import { tradeAnswer, tradeProgressAnswer } from './schema.js'

/** How often a service is asked how far a trade is, and how long after its end, in milliseconds: a block may be late. */
const interval = 1_000
const patience = 60_000

/**
 * Hands a signed trade to the gateway, and waits for its transaction. A service that does not answer for a moment is asked again.
 * @returns its hash
 * @throws TransactionRevertedError where the service has given up, ReceiptTimeoutError where it has not sent it in its time, and the errors of handing it in
 */
export async function sendTrade(
  portico: Portico,
  { networkId }: AgreedSwap,
  { typedData, deadline }: PreparedTrade['trade'],
  signature: string,
): Promise<string> {
  const { domain, primaryType, message } = typedData
  const body = { chainId: networkId, trade: { domain, primaryType, message }, signature }
  // Who has it already says so: it counts once.
  const { id } = await request(portico, { path: '/v1/convert/trades', method: 'POST', body, schema: tradeAnswer })
  const end = Number(deadline) * 1000 + patience
  for (;;) {
    const path = `/v1/convert/trades/${id}`
    const told = await request(portico, { path, query: { chainId: networkId }, schema: tradeProgressAnswer }).catch(() => undefined)
    if (told?.status === 'failed') throw new TransactionRevertedError({ reason: 'failed' })
    if (told && told.hash !== null) return told.hash
    if (Date.now() >= end) throw new ReceiptTimeoutError({ hash: id })
    await pause(interval)
  }
}
