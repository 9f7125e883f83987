/** Why nothing is bought or sold: the name that clients look for, and what it means. */
const reasons = {
  amount: 'Say how much, as a decimal number',
  amountTooSmall: 'Less than the least that may be paid',
  amountTooLarge: 'More than may be paid at once',
  asset: 'Nobody sells this coin on this network',
  country: 'Nobody sells anything in this country',
  paymentCurrency: 'Nobody can pay in this currency',
  paymentMethod: 'Nobody can pay in this way here',
  provider: 'There is no such provider here, or it does not do this',
  address: 'The address is none of this network',
  network: 'Say which network, by its CAIP-2 id or its name',
  quoteExpired: 'The quote is over, or of another purchase',
  ownership: 'Show that the address is yours: sign in, or sign the text that asks for it',
  origin: 'This page may not buy or sell here',
  redirect: 'Nobody is led back to this site',
  rate: 'Too many at once. Try again in a while',
  session: 'There is no such purchase or sale',
  unverifiable: 'The network could not be asked whose address it is. Try again',
  unavailable: 'No provider answers now. Try again in a while',
} as const
export type OnrampReason = keyof typeof reasons

const statuses: Partial<Record<OnrampReason, 401 | 403 | 404 | 429 | 503>> = {
  ownership: 401,
  origin: 403,
  session: 404,
  rate: 429,
  unverifiable: 503,
  unavailable: 503,
}

/** Something that can't be bought, sold or told, with a reason that clients know. */
export class OnrampRefusedError extends Error {
  override readonly name = 'OnrampRefusedError'
  readonly code = 'onramp-refused'
  readonly reason: OnrampReason
  /** Seconds to wait. */
  readonly retryAfter: number | undefined
  constructor(reason: OnrampReason, { detail, retryAfter }: { detail?: string; retryAfter?: number } = {}) {
    super(`${reasons[reason]}${detail === undefined ? '' : `: ${detail}`}.`)
    this.reason = reason
    this.retryAfter = retryAfter
  }
  /** Of HTTP. */
  get status(): 400 | 401 | 403 | 404 | 429 | 503 {
    return statuses[this.reason] ?? 400
  }
}

/** A webhook that its provider did not send, or not now. */
export class OnrampForgedError extends Error {
  override readonly name = 'OnrampForgedError'
  readonly code = 'onramp-forged'
}
