import type { IsOwnLink } from './schema.js'

/** Loads which native links are whose. Where the list does not load, none counts as a wallet's own: the other links are enough. */
export const loadOwnLinks = (): Promise<IsOwnLink> =>
  import('./ownSchemes.js').then(
    ({ isOwnLink }) => isOwnLink,
    () => () => false,
  )

/** The same for what a wallet says of itself. */
export const loadWalletsLinks = (): Promise<(link: string) => boolean> =>
  import('./ownSchemes.js').then(
    ({ isWalletsLink }) => isWalletsLink,
    () => () => false,
  )
