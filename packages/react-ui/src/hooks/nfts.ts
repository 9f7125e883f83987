'use client'
import { nftsOf, nftsQuery, type Nft, type NftsPage } from '@portico/core/nfts'
import { useCallback, useMemo } from 'react'
import { usePortico } from '../PorticoProvider.js'
import type { NamespaceParameters } from './connection.js'
import { useAnswer, useHolder, type Answer } from './holdings.js'
import { usePages } from './useQuery.js'
import { useUntilSome } from './useUntilSome.js'
import { watchedNfts } from './watchedNfts.js'

export interface Nfts extends Answer<readonly Nft[]> {
  readonly hasNext: boolean
  readonly isFetchingNext: boolean
  /** Asks for the next page. Does nothing where there is none. */
  readonly fetchNext: () => Promise<void>
}

export interface NftsParameters extends NamespaceParameters {
  /** Asks again while the component is there, every 10 s, every second where there are none yet, until the service wants to be left alone. Default: false. */
  readonly watch?: boolean
}

/**
 * The NFTs of the account in use on its network, a page at a time; none where no gateway serves the network. Cached for 30 s.
 * @example const { data: nfts = [], hasNext, fetchNext } = useNfts()
 */
export function useNfts({ namespace, watch = false }: NftsParameters = {}): Nfts {
  const portico = usePortico()
  const { address, networkId } = useHolder(namespace)
  const asks = address !== undefined && networkId !== undefined
  const query = nftsQuery(portico, { address: address ?? '', networkId: networkId ?? portico.defaultNetwork.id })
  const pages = usePages<NftsPage, string | undefined>({ ...query, ...(watch && watchedNfts), enabled: asks })
  const read = useMemo(() => pages.data && nftsOf(pages.data.pages), [pages.data])
  const isBarren = useUntilSome(pages, read?.length)
  const nfts = isBarren ? undefined : read
  const answer = useAnswer({ ...pages, ...(isBarren && !pages.isError && { status: 'pending' as const }), data: nfts }, asks)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const fetchNext = useCallback(async () => {
    if (hasNextPage && !isFetchingNextPage) await fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return { ...answer, hasNext: hasNextPage, isFetchingNext: isFetchingNextPage, fetchNext }
}
