import * as z from 'zod/mini'
import type { NetworkId } from '../../kit/caip/ids.js'
import { request } from '../../kit/http/request.js'
import { pause } from '../../kit/time.js'
import type { Portico } from '../../portico/createPortico.js'
import { ReceiptTimeoutError, TransactionRevertedError } from '../account/errors.js'

/** How often a service is asked how far a trade is, in milliseconds. */
const interval = 1_000

/** `GET /v1/convert/trades/:id` */
const tradeProgressAnswer = z.object({
  status: z.enum(['pending', 'done', 'failed']),
  hash: z.nullable(z.string().check(z.regex(/^0x[\da-f]{64}$/i))),
})

/**
 * Waits for the transaction of a signed trade.
 * @returns its hash
 * @throws TransactionRevertedError where the service has given up, ReceiptTimeoutError where it has not sent it in its time
 */
export async function waitForTrade(
  portico: Portico,
  networkId: NetworkId,
  { id, until }: { readonly id: string; readonly until: number },
): Promise<string> {
  for (;;) {
    const path = `/v1/convert/trades/${id}`
    const told = await request(portico, { path, query: { chainId: networkId }, schema: tradeProgressAnswer }).catch(() => undefined)
    if (told?.status === 'failed') throw new TransactionRevertedError({ reason: 'failed' })
    if (told && told.hash !== null) return told.hash
    if (Date.now() >= until) throw new ReceiptTimeoutError({ hash: id })
    await pause(interval)
  }
}
