import { PorticoError } from '../../kit/errors.js'

/**
 * The gateway sells nothing here: there is none, it has no providers, or none of them serves a network of the site's.
 * @example
 * try {
 *   await queries.fetchQuery(onrampOptionsQuery(portico))
 * } catch (error) {
 *   if (!(error instanceof OnrampUnsupportedError)) throw error
 *   hideBuy() // the gateway at apiUrl has no provider for a network of this site
 * }
 */
export class OnrampUnsupportedError extends PorticoError {
  override readonly name = 'OnrampUnsupportedError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('Nothing can be bought here.', {
      shown: 'Buying is not available here',
      hint: 'The gateway at `apiUrl` needs an on-ramp provider.',
      cause,
    })
  }
}

/**
 * No provider has an offer for this amount, or none answered.
 * @example
 * try {
 *   await queries.fetchQuery(onrampOffersQuery(portico, order))
 * } catch (error) {
 *   if (!(error instanceof NoOfferError)) throw error
 *   show('Nobody sells that much. Try another amount, currency or way to pay.')
 * }
 */
export class NoOfferError extends PorticoError {
  override readonly name = 'NoOfferError'
  /** Whether providers answered, with nothing. Undefined where that is not known, as where nobody answered. */
  readonly answered: true | undefined
  constructor({ cause, answered }: { cause?: unknown; answered?: true } = {}) {
    super('No provider has an offer.', { shown: 'No offers right now', cause })
    this.answered = answered
  }
}

/**
 * The price that was chosen does not hold any more.
 * @example
 * onrampFormStore(portico).subscribe(({ progress }) => {
 *   // Back to the form, with offers as they are now
 *   if (progress.status === 'failed' && progress.error instanceof OfferExpiredError) retryOnramp(portico)
 * })
 */
export class OfferExpiredError extends PorticoError {
  override readonly name = 'OfferExpiredError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The offer has expired.', { shown: 'The price has expired. Choose again.', cause })
  }
}

/**
 * The provider does not take the order: its limits, the country, or the asset. `reason` is the gateway's word.
 * @example
 * onrampFormStore(portico).subscribe(({ progress }) => {
 *   // The provider's limits, the country, or the asset
 *   if (progress.status === 'failed' && progress.error instanceof OnrampRefusedError) show(progress.error.shown ?? progress.error.reason)
 * })
 */
export class OnrampRefusedError extends PorticoError {
  override readonly name = 'OnrampRefusedError'
  readonly reason: string
  constructor({ reason, cause }: { reason: string; cause?: unknown }) {
    super(`The provider refuses the order: ${reason}.`, { shown: 'The provider does not take this order', cause })
    this.reason = reason
  }
}

/**
 * The gateway has not accepted that the visitor owns the address, also after a new signature.
 * @example
 * onrampFormStore(portico).subscribe(({ progress }) => {
 *   // Asks for a new signature; where it stays, the gateway's clock is wrong
 *   if (progress.status === 'failed' && progress.error instanceof OwnershipError) retryOnramp(portico)
 * })
 */
export class OwnershipError extends PorticoError {
  override readonly name = 'OwnershipError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The gateway does not accept the proof that the address is the visitor’s.', {
      shown: 'This wallet could not show that the address is yours',
      cause,
    })
  }
}

/**
 * The page that was named is on no list of pages that may be opened, or is no page at all: nothing is opened (S19).
 * @example
 * onrampFormStore(portico).subscribe(({ progress }) => {
 *   // Nothing was opened. createPortico({ onramp: { hosts } }) names what you trust
 *   if (progress.status === 'failed' && progress.error instanceof UnsafePageError) report(progress.error)
 * })
 */
export class UnsafePageError extends PorticoError {
  override readonly name = 'UnsafePageError'
  constructor() {
    super('The page that the gateway names is not on the list.', {
      shown: 'This payment page is not known. It was not opened.',
      hint: 'Hosts that a site trusts beside the known ones are named in `onramp.hosts`.',
    })
  }
}

/**
 * The account in use is another one by now.
 * @example
 * onrampFormStore(portico).subscribe(({ progress }) => {
 *   // Anew, with the account in use now
 *   if (progress.status === 'failed' && progress.error instanceof OnrampAccountError) startOnramp(portico)
 * })
 */
export class OnrampAccountError extends PorticoError {
  override readonly name = 'OnrampAccountError'
  constructor() {
    super('The account in use is no longer that of the order.', { shown: 'You changed account or network. Nothing was ordered.' })
  }
}
