import { defineSlot } from '../../kit/slot.js'

/** What is known of the last login beside the store: none of it is shown. */
interface LastLogin {
  /** Does the last thing again, from the beginning or from where it failed. Called in a press. */
  retry: (() => void) | undefined
  /** The frame may be logged in by an attempt that nobody wants any more. */
  stray: boolean
  /** Link of the last Farcaster login. */
  farcasterUrl: string | undefined
}

export const lastLogin = defineSlot<LastLogin>('last login', () => ({ retry: undefined, stray: false, farcasterUrl: undefined }))
