import * as z from 'zod/mini'
import { fiatDecimals, priceOf as toPrice } from '../../kit/amount/fiat.js'
import { toDecimal } from '../../kit/amount/format.js'
import { parseAmount } from '../../kit/amount/parse.js'
import { namespaceOf } from '../../kit/caip/ids.js'
import { HttpStatusError, MalformedAnswerError } from '../../kit/http/errors.js'
import { request } from '../../kit/http/request.js'
import { pause } from '../../kit/time.js'
import type { Portico } from '../../portico/createPortico.js'
import { queryClientOf } from '../../portico/query.js'
import { NoOfferError, OfferExpiredError, OnrampRefusedError, OnrampUnsupportedError } from './errors.js'
import { onrampOptionsQuery, onrampTokenKey, type OnrampProvider, type OnrampToken } from './options.js'
import type { OnrampOrder } from './order.js'
import { pricesAnswer, quoteAnswer, quoteEntry } from './schema.js'

/** How long a price holds at the most, how often a newer one is asked for while somebody looks, and how long typing has to rest, in milliseconds. */
export const offerLifetime = 60_000
export const offerInterval = 15_000
export const offerDelay = 400

/** What a provider gives for what is paid. Money in 10⁻¹⁸ of its currency, tokens in their smallest unit. */
export interface OnrampOffer {
  readonly provider: string
  /** By which the gateway knows it again. An estimate has none. */
  readonly id: string | undefined
  /** What is paid in all. */
  readonly total: bigint
  /** ISO 4217, in upper case. */
  readonly currency: string
  readonly received: bigint
  /** What of it is kept by others; undefined where nobody tells. */
  readonly fee: bigint | undefined
  /** Milliseconds since 1970, by this machine's clock. */
  readonly expiresAt: number
  /** Not a price that anybody has named, or not a firm one: it is shown as "about" and nothing else (R10). */
  readonly estimate: boolean
}

/**
 * Whether a price still holds. A clock that was set back makes it an old one.
 * @example if (!isFreshOffer(offer)) askAnew()
 */
export const isFreshOffer = ({ expiresAt }: OnrampOffer, now = Date.now()): boolean => now < expiresAt && expiresAt - now <= offerLifetime

/**
 * Whether a provider sells on the network, and takes what is paid with.
 * @example
 * const { providers } = await queryClientOf(portico).fetchQuery(onrampOptionsQuery(portico))
 * const sellers = providers.filter((provider) => isServedBy(provider, { token, method: 'CARD' }))
 */
export const isServedBy = ({ namespaces, methods }: OnrampProvider, { token, method }: Pick<OnrampOrder, 'token' | 'method'>): boolean =>
  namespaces.some((namespace) => token.networkId.startsWith(`${namespace}:`)) && (methods.length === 0 || methods.includes(method))

/**
 * What the providers give, the best first. Where nobody can be asked it is estimates, marked as such, if the token's price is known from
 * elsewhere (R10).
 * @throws NoOfferError, OnrampRefusedError, OnrampUnsupportedError, and the errors of asking the gateway
 */
export async function getOffers(portico: Portico, order: OnrampOrder, signal?: AbortSignal): Promise<readonly OnrampOffer[]> {
  const { token, units, currency, method, account } = order
  const askedAt = Date.now()
  const { country } = portico.options.onramp?.defaults ?? {}
  const path = '/v1/onramp/quote'
  try {
    const answer = await request(portico, {
      path,
      method: 'POST',
      body: {
        purchaseCurrency: token.id,
        paymentCurrency: currency,
        amount: toDecimal(units, fiatDecimals),
        network: token.networkId,
        paymentMethod: method,
        address: account.address,
        ...(country && { country }),
      },
      schema: z.catchall(quoteAnswer, z.unknown()),
      ...(signal && { signal }),
    })
    const wanted = portico.options.onramp?.providers
    const offers = [answer, ...(answer.others ?? []).slice(0, 20)]
      .flatMap((entry) => readOffer(entry, order, askedAt) ?? [])
      .filter(({ provider }) => !wanted || wanted.includes(provider))
    if (offers.length === 0) throw new MalformedAnswerError({ path, problem: 'no quote is of what was asked' })
    return offers.sort((one, other) => (one.received < other.received ? 1 : one.received > other.received ? -1 : 0))
  } catch (error) {
    if (signal?.aborted) throw error
    const said = refusalOf(error)
    if (said !== error) throw said
    const estimates = await estimate(portico, order, askedAt)
    if (estimates.length > 0) return estimates
    throw error instanceof HttpStatusError && error.reason === 'unavailable' ? new NoOfferError({ cause: error }) : error
  }
}

/** What a gateway's refusal means, by its reason; any other error is what it is. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof HttpStatusError) || error.status >= 500 || error.status === 429 || error.reason === undefined) return error
  const { reason } = error
  if (/unavailable/i.test(reason)) return new NoOfferError({ cause: error })
  if (/noQuote|noOffer|noProvider/i.test(reason)) return new NoOfferError({ cause: error, answered: true })
  if (/expired/i.test(reason)) return new OfferExpiredError({ cause: error })
  return /unsupported|network|asset/i.test(reason)
    ? new OnrampUnsupportedError({ cause: error })
    : new OnrampRefusedError({ reason, cause: error })
}

function readOffer(entry: unknown, { token, units, currency }: OnrampOrder, askedAt: number): OnrampOffer | undefined {
  const { data } = z.safeParse(quoteEntry, entry)
  if (!data) return undefined
  const isOrdered = data.paymentTotal.currency.toUpperCase() === currency && isNamed(data.purchaseAmount.currency, token)
  const total = parseAmount(data.paymentTotal.amount, fiatDecimals)
  const received = parseAmount(data.purchaseAmount.amount, token.decimals)
  // Some providers put their fees on top: more than half as much again is another order.
  if (!isOrdered || received === 0n || total < (units * 99n) / 100n || total > (units * 3n) / 2n) return undefined
  const ours = askedAt + offerLifetime
  const theirs = data.expiresAt ?? ours
  return {
    provider: data.provider ?? 'coinbase', // the older wire has no other
    id: data.quoteId ?? undefined,
    total,
    currency,
    received,
    fee: feeOf(data, currency),
    // The gateway's clock may be another: it can shorten the time, and not lengthen it.
    expiresAt: theirs > askedAt ? Math.min(ours, theirs) : ours,
    estimate: data.estimate === true,
  }
}

const isNamed = (said: string, { id, symbol }: OnrampToken) => [id, symbol].some((one) => one.toLowerCase() === said.toLowerCase())

/** All fees together, where they are in the currency that is paid. */
function feeOf({ fees, networkFee, coinbaseFee }: z.output<typeof quoteEntry>, currency: string): bigint | undefined {
  const parts = fees ?? [networkFee, coinbaseFee].flatMap((one) => one ?? [])
  if (parts.length === 0 || parts.some((one) => one.currency.toUpperCase() !== currency)) return undefined
  return parts.reduce((sum, { amount }) => sum + parseAmount(amount, fiatDecimals), 0n)
}

/** What each provider may give, by the price at which tokens are shown, less what they take at the most. */
async function estimate(portico: Portico, order: OnrampOrder, askedAt: number): Promise<readonly OnrampOffer[]> {
  const { token, units, currency } = order
  const price = currency === 'USD' ? await priceOf(portico, token) : undefined
  if (price === undefined) return []
  const { providers } = await queryClientOf(portico).fetchQuery(onrampOptionsQuery(portico))
  return providers
    .filter((provider) => isServedBy(provider, order))
    .map(({ id, fees }) => {
      const kept = BigInt(Math.round((fees?.most ?? 0) * 100))
      const received = (((units * (10_000n - kept)) / 10_000n) * 10n ** BigInt(token.decimals)) / price
      return {
        provider: id,
        id: undefined,
        total: units,
        currency,
        received,
        fee: undefined,
        expiresAt: askedAt + offerLifetime,
        estimate: true,
      }
    })
    .filter(({ received }) => received > 0n)
    .sort((one, other) => (one.received < other.received ? 1 : one.received > other.received ? -1 : 0))
}

/** How the gateway writes a network's own coin where it tells prices. */
const coinIds: Readonly<Record<string, string>> = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
}

/** Of one whole token in dollars, in 10⁻¹⁸, where the gateway's list of prices has it. */
async function priceOf(
  portico: Portico,
  { networkId, address = coinIds[namespaceOf(networkId)] }: OnrampToken,
): Promise<bigint | undefined> {
  if (address === undefined) return undefined
  const body = { currency: 'usd', addresses: [`${networkId}:${address}`], projectId: portico.options.projectId ?? '' }
  const answer = await request(portico, { path: '/v1/fungible/price', method: 'POST', body, schema: pricesAnswer }).catch(() => undefined)
  return toPrice(answer?.fungibles[0]?.price)
}

/**
 * {@link getOffers} for a query client: asked once typing has rested, and again while somebody looks and the page is not hidden.
 * @example const [best] = await queryClient.fetchQuery(onrampOffersQuery(portico, order)) // best.received: in the token's smallest unit
 */
export function onrampOffersQuery(portico: Portico, order: OnrampOrder | undefined) {
  const { account, token, units, currency, method } = order ?? {}
  const queryKey = ['onramp offers', account?.address, token && onrampTokenKey(token), units?.toString(), currency, method] as const
  return {
    queryKey,
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly OnrampOffer[]> => {
      if (!order) throw new TypeError('Nothing to quote')
      if (!queryClientOf(portico).getQueryData(queryKey)) await pause(offerDelay, signal)
      signal.throwIfAborted()
      return getOffers(portico, order, signal)
    },
    enabled: order !== undefined,
    refetchInterval: ({ state: { error } }: { readonly state: { readonly error: unknown } }): number | false =>
      error instanceof OnrampRefusedError || error instanceof OnrampUnsupportedError ? false : offerInterval,
    staleTime: offerInterval,
    gcTime: offerLifetime,
    retry: false as const, // the transport repeats by itself
    networkMode: 'always' as const,
  }
}
