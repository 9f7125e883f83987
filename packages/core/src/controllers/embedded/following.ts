import { defineSlot } from '../../kit/slot.js'

/** How the embedded wallet is followed. */
export interface Following {
  /** Ends it. */
  abort: AbortController | undefined
  /** Of the portico, while it is mounted. */
  mounted: AbortSignal | undefined
  leaving: Leaving | undefined
}

/** What ends a login. */
export interface Leaving {
  /** Elsewhere: in another tab, or by the frame. */
  readonly loggedOut: () => void
  /** A connection with it has ended. `wasRestored`: it came from storage, and was not confirmed by then. */
  readonly disconnected: (connection: { readonly wasRestored: boolean }) => void
  /** An earlier page view's login is not good any more. */
  readonly invalid: () => void
}

export const followingOf = defineSlot<Following>('following', () => ({ abort: undefined, mounted: undefined, leaving: undefined }))
