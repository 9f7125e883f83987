import { watched } from '@portico/core/balances'
import { nftsOf, type NftsPage } from '@portico/core/nfts'

interface Query {
  readonly state: { readonly data?: { readonly pages: readonly NftsPage[] } | undefined; readonly error: unknown }
}

/**
 * What makes a query for NFTs one that is watched, as balances are: asked again every 10 s while somebody looks, every second while there
 * are none, until the service answers 503. Where pages of spam had to be read through, each look asks for all of them: every 10 s, too.
 * TanStack Query asks nothing while the page is hidden.
 */
export const watchedNfts = {
  refetchInterval: ({ state: { data, error } }: Query): number | false =>
    watched.refetchInterval({ state: { data: data?.pages.length === 1 ? nftsOf(data.pages) : undefined, error } }),
}
