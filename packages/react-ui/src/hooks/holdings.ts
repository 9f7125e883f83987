'use client'
import {
  activeConnection,
  connectionStore,
  findNetwork,
  getFeeRates,
  getTransactions,
  networkStore,
  type AccountTransaction,
  type FeeRates,
  type Namespace,
  type NetworkId,
} from '@portico/core'
import { balanceLifetime, staleAfter } from '@portico/core/kit'
import { useCallback } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import type { NamespaceParameters } from './connection.js'
import { usePages, useQuery } from './useQuery.js'

/** How an answer of the chain stands. `data` stays while it is asked again. */
export interface Answer<Data> {
  readonly data: Data | undefined
  readonly status: 'idle' | 'loading' | 'ready' | 'failed'
  readonly error: Error | undefined
  /** Asks again, also while the cached answer is fresh. */
  readonly refresh: () => Promise<void>
}

interface Asked<Data> {
  readonly data: Data | undefined
  readonly status: 'pending' | 'error' | 'success'
  readonly error: Error | null
  readonly refetch: () => Promise<unknown>
}

/** @param asks whether there is anything to ask: without a wallet there is not */
export function useAnswer<Data>({ data, status, error, refetch }: Asked<Data>, asks: boolean): Answer<Data> {
  const refresh = useCallback(async () => {
    if (asks) await refetch()
  }, [refetch, asks])
  const now = { pending: 'loading', error: 'failed', success: 'ready' } as const
  return { data, status: asks ? now[status] : 'idle', error: error ?? undefined, refresh }
}

interface Holder {
  readonly address: string | undefined
  readonly networkId: NetworkId | undefined
}

/** Whose holdings: the address in use, on the network that its wallet is on. */
export function useHolder(namespace: Namespace | undefined): Holder {
  const portico = usePortico()
  const address = usePorticoStore(connectionStore, (state) => activeConnection(state, namespace)?.addresses[0])
  const networkId = usePorticoStore(connectionStore, (state) => findNetwork(portico, activeConnection(state, namespace)?.networkId)?.id)
  return { address, networkId }
}

/**
 * What a transaction costs now, in satoshi for each virtual byte; null on a chain that does not sell its space that way. Cached for 30 s.
 * @example const { data: rates } = useFeeRates({ namespace: 'bip122' })
 */
export function useFeeRates({ namespace }: NamespaceParameters = {}): Answer<FeeRates | null> {
  const portico = usePortico()
  const used = usePorticoStore(connectionStore, (state) => state.activeNamespace)
  const networkId = usePorticoStore(networkStore, ({ byNamespace }) => byNamespace[namespace ?? used]?.active.id)
  const query = useQuery<FeeRates | null>({
    queryKey: ['feeRates', networkId],
    queryFn: async ({ signal }) => (networkId && (await getFeeRates(portico, { networkId, signal }))) || null,
    enabled: networkId !== undefined,
    staleTime: staleAfter(balanceLifetime),
    retry: false, // the transport repeats by itself
  })
  return useAnswer(query, networkId !== undefined)
}

export interface Transactions extends Answer<readonly AccountTransaction[]> {
  readonly hasNext: boolean
  readonly isFetchingNext: boolean
  /** Asks for the page before the last one shown. Does nothing where there is none. */
  readonly fetchNext: () => Promise<void>
}

interface Page {
  readonly transactions: readonly AccountTransaction[]
  readonly cursor?: string
}

/**
 * The past of the account in use, the newest first, a page at a time. Fails with CapabilityMissingError where the chain's nodes keep none.
 * @example const { data: transactions } = useTransactions({ namespace: 'bip122' })
 */
export function useTransactions({ namespace }: NamespaceParameters = {}): Transactions {
  const portico = usePortico()
  const { address, networkId } = useHolder(namespace)
  const asks = address !== undefined && networkId !== undefined
  const pages = usePages<Page, string | undefined>({
    queryKey: ['transactions', networkId, address],
    queryFn: ({ pageParam: cursor, signal }) =>
      asks ? getTransactions(portico, { address, networkId, signal, ...(cursor !== undefined && { cursor }) }) : { transactions: [] },
    initialPageParam: undefined,
    getNextPageParam: ({ cursor }) => cursor,
    enabled: asks,
    staleTime: staleAfter(balanceLifetime),
    retry: false, // the transport repeats by itself
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const answer = useAnswer({ ...pages, data: pages.data?.pages.flatMap(({ transactions }) => transactions) }, asks)
  const fetchNext = useCallback(async () => {
    if (hasNextPage && !isFetchingNextPage) await fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return { ...answer, hasNext: hasNextPage, isFetchingNext: isFetchingNextPage, fetchNext }
}
