import { watched } from '@portico/core/balances'
import { nftsOf, type NftsPage } from '@portico/core/nfts'

interface Query {
  readonly state: { readonly data?: { readonly pages: readonly NftsPage[] } | undefined; readonly error: unknown }
}

/**
 * What makes a query for NFTs one that is watched, as balances are: asked again every 10 s while somebody looks, every second while there
 * are none, until the service answers 503. TanStack Query asks nothing while the page is hidden.
 */
export const watchedNfts = {
  refetchInterval: ({ state: { data, error } }: Query): number | false =>
    watched.refetchInterval({ state: { data: data && nftsOf(data.pages), error } }),
}
