import * as z from 'zod/mini'
import { accountIdOf } from '../../kit/caip/accountIds.js'
import { HttpStatusError, MalformedAnswerError } from '../../kit/http/errors.js'
import { request } from '../../kit/http/request.js'
import { cleanName } from '../../kit/text.js'
import { pause } from '../../kit/time.js'
import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import { GasPriceUnsupportedError, NoRouteError, PriceMovedError, QuoteExpiredError, SwapUnsupportedError } from './errors.js'
import { getGasPrice } from './gasPrice.js'
import { minimumOf, type SwapOrder } from './order.js'
import { quoteEntry, quotesAnswer } from './schema.js'
import { isSameToken, placeOf, tokenId } from './token.js'

/** How long a price holds (S18), how often a newer one is asked for while somebody looks, and how long typing has to rest, in milliseconds. */
export const quoteLifetime = 30_000
export const quoteInterval = 10_000
export const quoteDelay = 200

/** What a swap would give. Amounts in the smallest units. */
export interface SwapQuote {
  /** By which the gateway knows it again. */
  readonly id: string | undefined
  /** How much of what is bought comes out, at the price of the moment. */
  readonly received: bigint
  /** How much has to come out at the least, or nothing happens. */
  readonly minimum: bigint
  /** Who swaps: a service's own word. */
  readonly provider: string
  /** The tokens that the best part of it goes through, both ends among them. */
  readonly path: readonly string[]
  /** What is lost because the amount moves the price: 0.03 is 3 %. Undefined where nobody tells. */
  readonly impact: number | undefined
  /** What is kept by others, and is off `received` already. */
  readonly fees: readonly { readonly name: string; readonly units: bigint; readonly token: string }[]
  /** What the network takes, in the smallest unit of its coin. Undefined where nobody tells. */
  readonly networkFee: bigint | undefined
  /** Milliseconds since 1970, by this machine's clock. */
  readonly expiresAt: number
}

/** Whether a price still holds. A clock that was set back makes it an old one. */
export const isFresh = ({ expiresAt }: SwapQuote, now = Date.now()): boolean => now < expiresAt && expiresAt - now <= quoteLifetime

/**
 * What a swap would give, the best first. What is not an answer to the order is left out.
 * @throws NoRouteError, GasPriceUnsupportedError, SwapUnsupportedError, and the errors of asking the gateway
 */
export async function getQuotes(portico: Portico, order: SwapOrder, signal?: AbortSignal): Promise<readonly SwapQuote[]> {
  const { networkId, address, from, to, units, slippage } = order
  const { standard } = await getGasPrice(portico, networkId)
  const askedAt = Date.now()
  const query = {
    amount: String(units),
    userAddress: accountIdOf(networkId, address),
    from: tokenId(from),
    to: tokenId(to),
    gasPrice: String(standard),
    slippage: slippage / 100,
  }
  const path = '/v1/convert/quotes'
  const { quotes } = await request(portico, { path, query, schema: quotesAnswer, ...(signal && { signal }) }).catch((error: unknown) => {
    throw refusalOf(error)
  })
  if (quotes.length === 0) throw new NoRouteError()
  const read = quotes.slice(0, 20).flatMap((entry) => readQuote(entry, order, { askedAt, gasPrice: standard }) ?? [])
  if (read.length === 0) throw new MalformedAnswerError({ path, problem: 'no quote is of what was asked' })
  return read
}

/** What a gateway's refusal means, by its reason; any other error is what it is. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof HttpStatusError) || error.status >= 500 || error.status === 429) return error
  if (error.reason === 'noRoute') return new NoRouteError({ cause: error })
  if (error.reason === 'priceMoved') return new PriceMovedError()
  if (error.reason === 'quoteExpired') return new QuoteExpiredError()
  return error.reason !== undefined && /unsupported|notSupported|chain/i.test(error.reason)
    ? new SwapUnsupportedError({ cause: error })
    : error
}

function readQuote(
  entry: unknown,
  order: SwapOrder,
  asked: { readonly askedAt: number; readonly gasPrice: bigint },
): SwapQuote | undefined {
  const { data } = z.safeParse(quoteEntry, entry)
  if (!data || data.fromAmount !== order.units || data.toAmount === 0n) return undefined
  const isOrdered =
    isSameToken(placeOf(data.fromAccount, order.networkId), order.from) && isSameToken(placeOf(data.toAccount, order.networkId), order.to)
  // A minimum that allows for more slippage than the visitor does is none.
  const least = minimumOf(data.toAmount, order.slippage)
  const minimum = data.minAmount ?? least
  if (!isOrdered || minimum < least || minimum > data.toAmount) return undefined
  const ours = asked.askedAt + quoteLifetime
  const theirs = data.expiresAt ?? ours
  return {
    id: data.id ?? undefined,
    received: data.toAmount,
    minimum,
    provider: cleanName(data.provider ?? ''),
    path: data.path ?? [],
    impact: data.impact ? Math.max(0, Number(data.impact)) : undefined,
    fees: (data.fees ?? []).map(({ name, amount, token }) => ({ name: cleanName(name), units: amount, token })),
    networkFee: data.gas ? data.gas * asked.gasPrice : undefined,
    // The gateway's clock may be another: it can shorten the time, and not lengthen it.
    expiresAt: theirs > asked.askedAt ? Math.min(ours, theirs) : ours,
  }
}

/**
 * {@link getQuotes} for a query client: asked once typing has rested for 200 ms, and again every 10 s while somebody looks and the page
 * is not hidden.
 * @example const [best] = await queryClient.fetchQuery(swapQuotesQuery(portico, order)) // best.received: in the token's smallest unit
 */
export function swapQuotesQuery(portico: Portico, order: SwapOrder | undefined) {
  const { networkId, address, from, to, units, slippage } = order ?? {}
  const queryKey = ['swap quotes', networkId, address, from && tokenId(from), to && tokenId(to), units?.toString(), slippage] as const
  return {
    queryKey,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly SwapQuote[]> => {
      if (!order) throw new TypeError('Nothing to quote')
      if (!queryClientOf(portico).getQueryData(queryKey)) await pause(quoteDelay, signal)
      signal.throwIfAborted()
      return getQuotes(portico, order, signal)
    },
    enabled: order !== undefined,
    refetchInterval: ({ state: { error } }: { readonly state: { readonly error: unknown } }): number | false =>
      error instanceof GasPriceUnsupportedError || error instanceof SwapUnsupportedError ? false : quoteInterval,
    staleTime: quoteInterval,
    gcTime: quoteLifetime,
    retry: false as const, // the transport repeats by itself
    networkMode: 'always' as const,
  }
}
