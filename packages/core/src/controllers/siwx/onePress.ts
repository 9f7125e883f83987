import { defineSlot } from '../../kit/slot.js'
import type { Namespace } from '../../kit/caip/ids.js'
import type { AskOffer } from './capability.js'

/** What a wallet said when it let the site in, of who is signed in by that. */
export interface OnePressAnswer {
  readonly namespace: Namespace
  readonly connectorId: string
  /** `SignedIn[]` of a wallet that signed, as it came: see `readSignedIn`. Undefined or empty for the others. */
  readonly signedIn: unknown
}

/** How visitors of a site sign in with the very question that connects them. Without one they are asked twice. */
export interface OnePress {
  readonly offer: AskOffer
  /** Called before the connection is there, so that the gate behind it finds what was signed. */
  readonly take: (answer: OnePressAnswer) => void
}

/**
 * Of a portico: undefined unless its site signs visitors in that way.
 * @example const offer = onePressOf(portico)?.offer // for the ConnectRequest of a wallet that can sign while it connects
 */
export const onePressOf = defineSlot<OnePress | undefined>('one press', () => undefined)
