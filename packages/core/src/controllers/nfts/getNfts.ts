import type { NetworkId } from '../../kit/caip/ids.js'
import { InvalidOptionError } from '../../kit/errors.js'
import { nextCursor } from '../../kit/nextCursor.js'
import type { RequestError } from '../../kit/http/request.js'
import { request } from '../../kit/http/request.js'
import type { Portico } from '../../portico/createPortico.js'
import { gatewayPicture, isServed } from '../../portico/gateway.js'
import { balanceLifetime, staleAfter } from '../../portico/query.js'
import { nftOf, nftsAnswer, type Nft } from './schema.js'

export type GetNftsError = RequestError | InvalidOptionError

export interface GetNftsParameters {
  readonly address: string
  readonly networkId: NetworkId
  /** From the page before. */
  readonly cursor?: string
  readonly signal?: AbortSignal
}

/** A page of the NFTs that an account holds. */
export interface NftsPage {
  /** Without those that are flagged as spam. */
  readonly nfts: readonly Nft[]
  /** Leads to the next page; undefined after the last one. */
  readonly cursor: string | undefined
  /** Nothing at all was told: the list ends here, whatever the cursor says. */
  readonly isEmpty: boolean
}

const none: NftsPage = { nfts: [], cursor: undefined, isEmpty: true }

/**
 * A page of the NFTs that an account holds on a network, as the gateway at `apiUrl` tells it. Empty where there is no gateway that
 * serves the network, or it knows no NFTs of it: a plain node lists none.
 * @example const { nfts } = await getNfts(portico, { address, networkId: 'eip155:8453' })
 * @throws {@link GetNftsError}
 */
export async function getNfts(portico: Portico, { address, networkId, cursor, signal }: GetNftsParameters): Promise<NftsPage> {
  if (!address) throw new InvalidOptionError({ option: 'address', problem: 'NFTs need an address' })
  if (!(await isServed(portico, networkId))) return none
  const { data, next } = await request(portico, {
    path: `/v1/account/${encodeURIComponent(address)}/nfts`,
    query: { chainId: networkId, cursor },
    schema: nftsAnswer,
    ...(signal && { signal }),
  })
  const nfts = data.flatMap((entry) => nftOf(entry, networkId, (url) => gatewayPicture(portico, url)) ?? [])
  return { nfts, cursor: next || undefined, isEmpty: data.length === 0 }
}

/**
 * An account's NFTs as an endless list, for an infinite query of a TanStack query client; `nftsOf` makes one list of its pages. It ends
 * with an empty page, with a cursor that was there before, and after five pages that have nothing to show (R21).
 * @example const { pages } = await queryClient.fetchInfiniteQuery(nftsQuery(portico, { address, networkId: 'eip155:8453' }))
 */
export function nftsQuery(portico: Portico, { address, networkId }: Pick<GetNftsParameters, 'address' | 'networkId'>) {
  return {
    queryKey: ['nfts', networkId, address] as const,
    queryFn: ({ pageParam, signal }: { readonly pageParam: string | undefined; readonly signal: AbortSignal }): Promise<NftsPage> =>
      getNfts(portico, { address, networkId, signal, ...(pageParam !== undefined && { cursor: pageParam }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (
      _: NftsPage,
      pages: readonly NftsPage[],
      __: string | undefined,
      cursors: readonly (string | undefined)[],
    ): string | undefined => nextCursor(pages, ({ nfts }) => nfts.length, cursors),
    staleTime: staleAfter(balanceLifetime),
    retry: false as const, // the transport repeats by itself
    networkMode: 'always' as const,
  }
}

/**
 * The NFTs of several pages, each once.
 * @example const nfts = nftsOf(data?.pages ?? []) // of an infinite query with nftsQuery
 */
export const nftsOf = (pages: readonly Pick<NftsPage, 'nfts'>[]): readonly Nft[] => [
  ...new Map(pages.flatMap(({ nfts }) => nfts.map((nft) => [nft.id, nft] as const))).values(),
]
