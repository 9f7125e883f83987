import { defineSlot } from '../../kit/slot.js'
import type { SignedIn } from './capability.js'
import { SignInNotConfiguredError } from './errors.js'
import type { Portico } from '../../portico/createPortico.js'
import type { Signer, SiwxService } from './service.js'

/** How a site signs visitors in; undefined until the portico is live. */
export const serviceSlot = defineSlot<SiwxService | undefined>('sign-in service', () => undefined)

/** Tells the other tabs that somebody has signed in or out here. */
export const tellTabs = defineSlot<() => void>('sign-in tabs', () => () => undefined)

/** What wallets have signed as they connected, by namespace and connector, until the gate looks at it. */
export const pressedSlot = defineSlot<Map<string, readonly SignedIn[]>>('signed while connecting', () => new Map())

/** The gate's question to a visitor, while it is open. */
export interface Turn {
  readonly signer: Signer
  /** Aborts once another account, or another network, is in use, or none. */
  readonly signal: AbortSignal
  /** Ends it: the visitor is let go of. */
  readonly refuse: () => void
  /** When the text was made, in milliseconds since 1970; undefined once the server has seen it, which takes its nonce. */
  madeAt: number | undefined
}

export const turnSlot = defineSlot<Turn | undefined>('sign-in turn', () => undefined)

/** What wallets are still asked to sign, by account: nobody is asked twice at once. */
export const signingSlot = defineSlot<Map<string, Promise<string>>>('sign-in signatures', () => new Map())

/** @throws SignInNotConfiguredError where the site signs nobody in, or the portico is not live */
export function serviceOf(portico: Portico): SiwxService {
  const service = serviceSlot(portico)
  if (!service) throw new SignInNotConfiguredError()
  return service
}
