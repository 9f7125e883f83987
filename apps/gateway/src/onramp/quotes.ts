import { ProviderError } from '../providers/errors.js'
import { checkLimits, fiatDecimals, unitsOf } from './amounts.js'
import type { KnownCatalog } from './catalogs.js'
import { OnrampRefusedError } from './errors.js'
import { estimate } from './estimate.js'
import { networkId } from './networks.js'
import type { Onramp } from './onramp.js'
import type { OnrampAsset, OnrampFiat, OnrampMethod, OnrampOffer, OnrampProvider, OnrampQuestion } from './types.js'

/** An offer with who makes it. */
export interface OnrampQuote extends OnrampOffer {
  readonly provider: OnrampProvider
  /** Where nobody made it: when the prices of the estimate were true, in milliseconds since 1970. */
  readonly pricedAt?: number
}

export interface Wanted {
  readonly symbol: string
  /** CAIP-2, or the network's name. */
  readonly network: string
  readonly fiat: OnrampFiat
  readonly method: OnrampMethod
  readonly country: string | undefined
}

/** One who may sell what is wanted. */
export interface Seller extends KnownCatalog {
  readonly asset: OnrampAsset
}

/** Milliseconds that a provider may take for a quote. */
const quoteMs = 4000

/** Who sells it, in the order of the configuration. @throws OnrampRefusedError for what nobody sells, by its reason */
export async function sellersOf({ catalogs }: Onramp, { symbol, network, fiat, method, country }: Wanted): Promise<readonly Seller[]> {
  const chain = networkId(network)
  if (chain === undefined) throw new OnrampRefusedError('network')
  const all = await catalogs(country)
  if (all.every(({ assets }) => assets.length === 0)) throw new OnrampRefusedError('country')
  const first = all.flatMap((catalog): Seller[] => {
    const asset = catalog.assets.find((each) => each.network === chain && each.symbol.toUpperCase() === symbol.toUpperCase())
    return asset ? [{ ...catalog, asset }] : []
  })
  const [known] = first
  if (!known) throw new OnrampRefusedError('asset')
  // Two tokens of one name are not the same: who means another contract than the first is left out.
  const same = first.filter(({ asset }) => asset.address.toLowerCase() === known.asset.address.toLowerCase())
  const paid = same.filter(({ fiats }) => fiats.includes(fiat))
  if (paid.length === 0) throw new OnrampRefusedError('paymentCurrency')
  const sellers = paid.filter(({ methods }) => methods.includes(method))
  if (sellers.length === 0) throw new OnrampRefusedError('paymentMethod')
  return sellers
}

/**
 * Every offer, the best first; with a provider that is asked for, its own before the others. An estimate alone where nobody answers.
 * @throws OnrampRefusedError, the reason of a provider where all refuse
 */
export async function quotesOf(
  onramp: Onramp,
  wanted: Wanted & { amount: string; provider: string | undefined },
): Promise<readonly OnrampQuote[]> {
  const { amount, fiat, method, country } = wanted
  checkLimits(amount, fiat, method)
  const sellers = await sellersOf(onramp, wanted)
  const signal = AbortSignal.timeout(quoteMs)
  const answers = await Promise.allSettled(
    sellers.map(async ({ provider, asset }): Promise<OnrampQuote> => {
      const question: OnrampQuestion = { asset, fiat, amount, method, country, signal }
      return { ...checked(await provider.quote(question), question, provider.kind), provider }
    }),
  )
  const offers = answers.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  if (offers.length > 0) return ranked(offers, sellers, wanted.provider)
  const failures = answers.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []))
  const refusal = failures.find((error) => error instanceof OnrampRefusedError)
  if (refusal) throw refusal
  const strange = failures.find((error) => !(error instanceof ProviderError) && !isAbort(error))
  if (strange) throw strange
  const [seller] = sellers.filter(({ provider }) => wanted.provider === undefined || provider.kind === wanted.provider)
  if (!seller) throw new OnrampRefusedError('provider')
  const question: OnrampQuestion = { asset: seller.asset, fiat, amount, method, country, signal: AbortSignal.timeout(quoteMs) }
  const guess = await estimate(onramp.accounts.chains, seller.provider, question, onramp.clock()).catch((error: unknown) => {
    if (isAbort(error)) return undefined
    throw error
  })
  if (!guess) throw new OnrampRefusedError('unavailable', { retryAfter: waitOf(failures) })
  return [{ ...guess, provider: seller.provider }]
}

function ranked(offers: readonly OnrampQuote[], sellers: readonly Seller[], asked: string | undefined): readonly OnrampQuote[] {
  const decimals = sellers[0]?.asset.decimals ?? 0
  const units = ({ purchaseAmount }: OnrampQuote): bigint => unitsOf(purchaseAmount.amount, decimals) ?? 0n
  const best = offers.toSorted((a, b) => (units(b) > units(a) ? 1 : units(b) < units(a) ? -1 : 0))
  return [...best.filter(({ provider }) => provider.kind === asked), ...best.filter(({ provider }) => provider.kind !== asked)]
}

/** An offer for what was asked, and for something. @throws ProviderError */
function checked(offer: OnrampOffer, { asset, fiat, amount }: OnrampQuestion, kind: string): OnrampOffer {
  const { paymentTotal, purchaseAmount } = offer
  const isSame =
    paymentTotal.currency === fiat &&
    purchaseAmount.currency === asset.symbol &&
    unitsOf(paymentTotal.amount, fiatDecimals) === unitsOf(amount, fiatDecimals) &&
    (unitsOf(purchaseAmount.amount, asset.decimals) ?? 0n) > 0n
  if (!isSame) throw new ProviderError('malformed', `${kind} offers something else than was asked for.`)
  return offer
}

const isAbort = (error: unknown): boolean => error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')

/** Seconds after which it is worth asking again. */
function waitOf(failures: readonly unknown[]): number {
  const waits = failures.flatMap((error) => (error instanceof ProviderError && error.retryAfter !== undefined ? [error.retryAfter] : []))
  return waits.length > 0 ? Math.ceil(Math.min(...waits)) : 5
}

/** An offer's id for clients: it says whose it is. Empty for one that cannot be taken up. */
export const quoteIdOf = ({ id, provider }: OnrampQuote): string => (id === '' ? '' : `${provider.kind}~${id}`)

/** @throws OnrampRefusedError for what is none */
export function readQuoteId(text: string): { readonly provider: string; readonly offer: string } {
  const [, provider, offer] = /^([a-z]{1,20})~([\w.-]{1,150})$/.exec(text) ?? []
  if (provider === undefined || offer === undefined) throw new OnrampRefusedError('quoteExpired')
  return { provider, offer }
}
