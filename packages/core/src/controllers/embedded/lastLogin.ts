import { singleton, type Portico } from '../../portico/createPortico.js'

/** What is known of the last login beside the store: none of it is shown. */
interface LastLogin {
  /** Does the last thing again, from the beginning or from where it failed. Called in a press. */
  retry: (() => void) | undefined
  /** The frame may be logged in by an attempt that nobody wants any more. */
  stray: boolean
  /** Link of the last Farcaster login. */
  farcasterUrl: string | undefined
}

export const lastLogin = (portico: Portico): LastLogin =>
  singleton<LastLogin>(portico, 'embedded:last', () => ({ retry: undefined, stray: false, farcasterUrl: undefined }))
