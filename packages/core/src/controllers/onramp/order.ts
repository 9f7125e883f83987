import type { Sender } from '../send/form/store.js'
import type { OnrampToken } from './options.js'

/** What is to be bought, for whom, and paid how. */
export interface OnrampOrder {
  readonly kind: 'buy' | 'sell'
  /** Who gets the token, or sells it. */
  readonly account: Sender
  readonly token: OnrampToken
  /** What is paid, in 10⁻¹⁸ of the currency; of a sale, how much is sold, in the token's smallest unit. */
  readonly units: bigint
  /** ISO 4217, in upper case. */
  readonly currency: string
  /** Id of the way to pay. */
  readonly method: string
}
