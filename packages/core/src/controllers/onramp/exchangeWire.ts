import type * as z from 'zod/mini'
import type { NetworkId } from '../../kit/caip/ids.js'
import { request } from '../../kit/http/request.js'
import type { Portico } from '../../portico/createPortico.js'
import { NoOfferError, OnrampRefusedError } from './errors.js'
import { exchangeStatusAnswer } from './schema.js'
import type { OnrampSession, OnrampStatus } from './sessions.js'

/** How CAIP-19 names what a coin is, by SLIP-44. */
const coins: Readonly<Record<string, number>> = { eip155: 60, solana: 501, bip122: 0 }

/** CAIP-19 of a token: `eip155:8453/erc20:0x…`, and of a coin `eip155:8453/slip44:60`. */
export function assetOf({ networkId, address }: { readonly networkId: NetworkId; readonly address?: string }): string {
  const namespace = networkId.slice(0, networkId.indexOf(':'))
  if (address === undefined) return `${networkId}/slip44:${coins[namespace] ?? 60}`
  return `${networkId}/${namespace === 'eip155' ? 'erc20' : 'token'}:${address}`
}

/**
 * One of the three methods that tell of exchanges.
 * @throws NoOfferError, OnrampRefusedError, and the errors of asking the gateway
 */
export async function callExchange<R>(
  portico: Portico,
  method: string,
  params: object,
  schema: z.ZodMiniType<{
    readonly result?: R | undefined
    readonly error?: { readonly data?: { readonly reason: string } | null | undefined } | null | undefined
  }>,
  { signal, bearer }: { readonly signal?: AbortSignal | undefined; readonly bearer?: string | undefined } = {},
): Promise<R> {
  const { result, error } = await request(portico, {
    path: '/v1/json-rpc',
    method: 'POST',
    query: { projectId: portico.options.projectId ?? '', source: 'fund-wallet' },
    body: { jsonrpc: '2.0', id: 1, method, params },
    schema,
    ...(signal && { signal }),
    ...(bearer && { bearer }),
    idempotent: method !== 'reown_getExchangePayUrl',
  })
  if (result !== undefined) return result
  const reason = error?.data?.reason
  throw reason === undefined || reason === 'unavailable' ? new NoOfferError() : new OnrampRefusedError({ reason })
}

const statuses: Readonly<Record<'UNKNOWN' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED', OnrampStatus>> = {
  UNKNOWN: 'created',
  IN_PROGRESS: 'processing',
  SUCCESS: 'settled',
  FAILED: 'failed',
}

/** What an exchange says of an order. */
export async function askExchange(portico: Portico, { id, provider }: OnrampSession): Promise<Partial<Omit<OnrampSession, 'id'>>> {
  const params = { exchangeId: provider.id, sessionId: id }
  const result = await callExchange(portico, 'reown_getExchangeBuyStatus', params, exchangeStatusAnswer)
  return { status: statuses[result.status], ...(result.txHash && { hash: result.txHash }) }
}
