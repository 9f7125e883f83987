import type { SocialProvider } from './wallet.js'
import { defineStore } from '../../kit/store.js'

/** How far a login is. Each attempt ends in `connected` (then `idle`), in `failed`, or is turned away from (`idle`). */
export type LoginState =
  | { readonly status: 'idle' }
  /** The address is on its way to the secure site. */
  | { readonly status: 'sending'; readonly email: string }
  /** A code was mailed, and the frame asks for it in its own place on the page. */
  | { readonly status: 'code'; readonly email: string }
  /** The frame shows the way to the window that knows this browser. */
  | { readonly status: 'known' }
  /** A code was mailed, and the page asks for it: only without the modal. */
  | {
      readonly status: 'otp'
      readonly email: string
      /** When another mail may be asked for, in milliseconds since 1970. */
      readonly resendAt: number
      /** When the code stops working, in milliseconds since 1970. */
      readonly expiresAt: number
      readonly step: 'typing' | 'checking' | 'resending' | 'resent' | 'wrong' | 'expired' | 'tooMany'
      readonly error?: Error
    }
  | {
      readonly status: 'device'
      readonly email: string
      readonly resendAt: number
      /** Two digits that the mailed page shows as well. */
      readonly match?: string
      readonly step: 'waiting' | 'resending' | 'expired'
      readonly error?: Error
    }
  | {
      readonly status: 'social'
      readonly provider: SocialProvider
      /** Two digits that the secure site's page shows where it cannot report back. */
      readonly match?: string
      /** A real link, for where the browser refused to open a window. */
      readonly uri?: string
      readonly step: 'opening' | 'waiting' | 'blocked' | 'closed'
    }
  | { readonly status: 'farcaster'; readonly url?: string; readonly expiresAt?: number }
  /** The login is there, and the site is being connected with it. */
  | { readonly status: 'connecting'; readonly method: LoginMethod }
  | { readonly status: 'failed'; readonly method: LoginMethod; readonly error: Error }

export type LoginMethod = 'email' | 'farcaster' | SocialProvider

export type EmailUpdateState =
  | { readonly status: 'idle' }
  | { readonly status: 'sending'; readonly email: string }
  /** Two codes are mailed, one after the other, and the frame asks for them. `email`: the new address. */
  | { readonly status: 'code'; readonly email: string }
  /** A code was mailed, and the page asks for it: only without the modal. */
  | {
      readonly status: 'primary' | 'secondary'
      /** The new address. */
      readonly email: string
      /** The address that the code was mailed to. */
      readonly sentTo: string
      readonly resendAt: number
      readonly step: 'typing' | 'checking' | 'resending' | 'resent' | 'wrong' | 'expired' | 'tooMany'
      readonly error?: Error
    }
  | { readonly status: 'done'; readonly email: string }
  | { readonly status: 'failed'; readonly email: string; readonly error: Error }

export interface EmbeddedControllerState {
  readonly login: LoginState
  readonly emailUpdate: EmailUpdateState
}

/**
 * How far a login to the embedded wallet is, and a change of its address.
 * @example const { login } = embeddedStore(portico).getState()
 */
export const embeddedStore = defineStore<EmbeddedControllerState>('embedded', () => ({
  login: { status: 'idle' },
  emailUpdate: { status: 'idle' },
}))
