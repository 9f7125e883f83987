import type { IsOwnLink } from './schema.js'

/** Loads which native links are whose. Where the list does not load, none counts as a wallet's own: the other links are enough. */
export const loadOwnLinks = (): Promise<IsOwnLink> =>
  import('./ownSchemes.js').then(
    ({ isOwnLink }) => isOwnLink,
    () => () => false,
  )

/**
 * Loads which native links lead to a wallet that is known, whichever it is: for what a wallet says of itself, which has no id in the
 * directory. Where the list does not load, none does.
 * @example
 * const isWalletsLink = await loadWalletsLinks()
 * if (native && isWalletsLink(native)) openWalletLink(native, currentDevice()) // native: of the peer's metadata
 */
export const loadWalletsLinks = (): Promise<(link: string) => boolean> =>
  import('./ownSchemes.js').then(
    ({ isWalletsLink }) => isWalletsLink,
    () => () => false,
  )
