import { PorticoError } from '../../kit/errors.js'

/**
 * 'Network not supported for Swaps'.
 * @example
 * try {
 *   await queries.fetchQuery(swapTokensQuery(portico, networkId))
 * } catch (error) {
 *   if (!(error instanceof SwapUnsupportedError)) throw error
 *   hideSwap() // canSwap(portico) says so before
 * }
 */
export class SwapUnsupportedError extends PorticoError {
  override readonly name = 'SwapUnsupportedError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('Network not supported for Swaps', { shown: 'Network not supported for Swaps', cause })
  }
}

/**
 * 'Network not supported for Gas Price'.
 * @example
 * try {
 *   await queries.fetchQuery(swapQuotesQuery(portico, order))
 * } catch (error) {
 *   if (!(error instanceof GasPriceUnsupportedError)) throw error
 *   hideSwap() // the gateway has no swaps on this network
 * }
 */
export class GasPriceUnsupportedError extends PorticoError {
  override readonly name = 'GasPriceUnsupportedError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('Network not supported for Gas Price', { shown: 'Network not supported for Gas Price', cause })
  }
}

/**
 * Nobody swaps this pair, or not so much of it.
 * @example
 * try {
 *   await queries.fetchQuery(swapQuotesQuery(portico, order))
 * } catch (error) {
 *   if (!(error instanceof NoRouteError)) throw error
 *   show('Nobody swaps that much of it. Try less, or another token.')
 * }
 */
export class NoRouteError extends PorticoError {
  override readonly name = 'NoRouteError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('There is no route for this pair and amount.', { shown: 'No route found', cause })
  }
}

/**
 * The price is older than 30 s, and there is no newer one.
 * @example
 * try {
 *   await submitSwap(portico, agreed)
 * } catch (error) {
 *   if (!(error instanceof QuoteExpiredError)) throw error
 *   retrySwap(portico) // the form asks for a price that holds
 * }
 */
export class QuoteExpiredError extends PorticoError {
  override readonly name = 'QuoteExpiredError'
  constructor() {
    super('The quote is older than 30 s.', { shown: 'The price has expired. Try again.' })
  }
}

/**
 * What could be had now is less than what was agreed to at the least.
 * @example
 * swapFormStore(portico).subscribe(({ progress }) => {
 *   // The form shows the price of now, to be agreed to again
 *   if (progress.status === 'failed' && progress.error instanceof PriceMovedError) retrySwap(portico)
 * })
 */
export class PriceMovedError extends PorticoError {
  override readonly name = 'PriceMovedError'
  constructor() {
    super('The swap would give less than the agreed minimum.', { shown: 'The price moved too far. Look at the new one.' })
  }
}

/**
 * The wallet allowed less than the swap pays with, more than once: its owner can change the amount there.
 * @example
 * swapFormStore(portico).subscribe(({ progress }) => {
 *   if (progress.status === 'failed' && progress.error instanceof AllowanceTooLowError) show('Allow the whole amount in your wallet.')
 * })
 */
export class AllowanceTooLowError extends PorticoError {
  override readonly name = 'AllowanceTooLowError'
  constructor() {
    super('The wallet allowed less than the swap pays with.', { shown: 'Your wallet allowed less than the swap needs' })
  }
}

/** What about an answer is not as ordered. */
export type UnsafeReason =
  /** Of another network, or from another account. */
  | 'account'
  /** To a contract that is not on the list. */
  | 'router'
  /** Nothing that can be read beyond doubt. */
  | 'unreadable'
  /** It takes another token, or another amount. */
  | 'pays'
  /** It gives another token. */
  | 'gives'
  /** It gives it to somebody else. */
  | 'recipient'
  /** It sends another value along. */
  | 'value'
  /** What is to be signed for it counts for too long, or no longer. */
  | 'permit'

/**
 * The transaction that the service made is not the swap that was ordered: no wallet is asked (S18).
 * @example
 * swapFormStore(portico).subscribe(({ progress }) => {
 *   // No wallet was asked. createPortico({ swap: { routers } }) names what you trust
 *   if (progress.status === 'failed' && progress.error instanceof UnsafeSwapError) report(progress.error.reason)
 * })
 */
export class UnsafeSwapError extends PorticoError {
  override readonly name = 'UnsafeSwapError'
  readonly reason: UnsafeReason
  constructor({ reason }: { reason: UnsafeReason }) {
    super(`The transaction is not the swap that was ordered: ${reason}.`, {
      shown: 'This swap is not what you ordered. Nothing was sent.',
      ...(reason === 'router' && { hint: 'Contracts that a site trusts beside the known ones are named in `swap.routers`.' }),
    })
    this.reason = reason
  }
}

/**
 * The account or the network in use is another one by now.
 * @example
 * swapFormStore(portico).subscribe(({ progress }) => {
 *   // Anew, with the account and the network in use now
 *   if (progress.status === 'failed' && progress.error instanceof SwapAccountError) startSwap(portico)
 * })
 */
export class SwapAccountError extends PorticoError {
  override readonly name = 'SwapAccountError'
  constructor() {
    super('The account in use is no longer that of the swap.', { shown: 'You changed account or network. Nothing more was sent.' })
  }
}
