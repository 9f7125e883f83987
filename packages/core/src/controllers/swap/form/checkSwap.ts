import { readTypedAmount } from '../../send/form/amount.js'
import { GasPriceUnsupportedError, NoRouteError, SwapUnsupportedError } from '../errors.js'
import type { SwapOrder } from '../order.js'
import type { AgreedSwap } from '../prepareSwap.js'
import { isFresh, type SwapQuote } from '../quotes.js'
import type { SwapForm } from './store.js'

/**
 * From where on losing to the price is warned of, and from where on the visitor has to say that it is meant.
 * @example const isMuch = impact > impactLimits.asks
 */
export const impactLimits = { warns: 0.03, asks: 0.1 } as const

/** What is missing before a swap can be looked over, or the swap. */
export type SwapCheck =
  /** No wallet, or its network is not one of the site's. */
  | { readonly status: 'noAccount' }
  /** 'Network not supported for Swaps'. */
  | { readonly status: 'unsupported' }
  /** 'Network not supported for Gas Price'. */
  | { readonly status: 'noGasPrice' }
  | { readonly status: 'selectToken' }
  | { readonly status: 'addAmount' }
  /** No number, nothing, or more decimals than the token has. */
  | { readonly status: 'incorrectValue' }
  | { readonly status: 'insufficientFunds' }
  | { readonly status: 'quoting' }
  | { readonly status: 'noRoute' }
  /** The gateway did not answer. */
  | { readonly status: 'failed'; readonly error: Error }
  /** The price is older than 30 s. `error`: why there is no newer one. */
  | { readonly status: 'expired'; readonly error?: Error }
  /** The amount moves the price by 10 % or more, and the visitor has not said that it is meant. */
  | { readonly status: 'impact'; readonly impact: number }
  | { readonly status: 'ready'; readonly swap: AgreedSwap }

/** What a query of quotes knows. */
export interface KnownQuotes {
  readonly data?: readonly SwapQuote[] | undefined
  readonly error?: Error | null | undefined
}

/**
 * How much is paid, in the smallest unit of what is paid; undefined where nothing that can be is typed.
 * @example const units = paidInSwap(swapFormStore(portico).getState()) ?? 0n // also while nothing is chosen to be received
 */
export const paidInSwap = ({ from, amount, typedIn }: Pick<SwapForm, 'from' | 'amount' | 'typedIn'>): bigint | undefined =>
  from && readTypedAmount(amount, from.decimals, typedIn)

/**
 * What is asked for, as soon as it can be: also of more than there is, so that the price is there.
 * @example const order = orderOfSwap(swapFormStore(portico).getState()) // undefined while something is missing
 */
export function orderOfSwap(form: SwapForm): SwapOrder | undefined {
  const { sender, from, to, slippage } = form
  const units = paidInSwap(form)
  return sender && from && to && units ? { ...sender, from, to, units, slippage } : undefined
}

/**
 * The quote that counts: the chosen provider's, or the best.
 * @example const quote = chosenQuote(swapFormStore(portico).getState(), quotes)
 */
export const chosenQuote = ({ provider }: Pick<SwapForm, 'provider'>, quotes: readonly SwapQuote[] | undefined): SwapQuote | undefined =>
  quotes?.find((quote) => quote.provider === provider) ?? quotes?.[0]

/**
 * Looks a form over: the first thing that is missing. @param quotes of {@link orderOfSwap}
 * @example const check = checkSwap(swapFormStore(portico).getState(), { data, error })
 */
export function checkSwap(form: SwapForm, { data, error }: KnownQuotes, now = Date.now()): SwapCheck {
  const { sender, from, to, amount, acknowledged } = form
  if (!sender) return { status: 'noAccount' }
  if (error instanceof SwapUnsupportedError) return { status: 'unsupported' }
  if (!from || !to) return { status: 'selectToken' }
  if (!amount.trim()) return { status: 'addAmount' }
  const order = orderOfSwap(form)
  if (!order) return { status: 'incorrectValue' }
  if (order.units > from.units) return { status: 'insufficientFunds' }
  if (error instanceof GasPriceUnsupportedError) return { status: 'noGasPrice' }
  if (error instanceof NoRouteError) return { status: 'noRoute' }
  const quote = chosenQuote(form, data)
  if (!quote) return error ? { status: 'failed', error } : { status: 'quoting' }
  if (!isFresh(quote, now)) return { status: 'expired', ...(error && { error }) }
  if (quote.impact !== undefined && quote.impact >= impactLimits.asks && !acknowledged) return { status: 'impact', impact: quote.impact }
  return { status: 'ready', swap: { ...order, quote } }
}
