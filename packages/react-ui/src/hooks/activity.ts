'use client'
import {
  activityQuery,
  addTransaction,
  followSent,
  loadSent,
  rowsOf,
  sentRowsOf,
  sentStore,
  toldRowsOf,
  withOrders,
  type ActivityPage,
  type ActivityRow,
  type AddTransactionParameters,
  type GetActivityParameters,
} from '@portico/core/activity'
import { useCallback, useEffect, useMemo } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import type { NamespaceParameters } from './connection.js'
import { useAnswer, useHolder, type Answer } from './holdings.js'
import { usePages } from './useQuery.js'
import { useUntilSome } from './useUntilSome.js'

export interface ActivityParameters extends NamespaceParameters {
  /** Only what was bought with this provider. */
  readonly onramp?: GetActivityParameters['onramp']
}

export interface Activity extends Answer<readonly ActivityRow[]> {
  readonly hasNext: boolean
  readonly isFetchingNext: boolean
  /** Asks for the page before the last one shown. Does nothing where there is none, and after a failure, which `refresh` mends. */
  readonly fetchNext: () => Promise<void>
}

/**
 * What the account in use did on its network, the newest first, a page at a time; `monthsOf` of `@portico/core/activity` groups it.
 * What was sent from this site stands on top at once, as pending, and becomes the row that the history tells.
 * @example const { data: rows = [], hasNext, fetchNext } = useActivity()
 */
export function useActivity({ namespace, onramp }: ActivityParameters = {}): Activity {
  const portico = usePortico()
  const { address, networkId } = useHolder(namespace)
  const asks = address !== undefined && networkId !== undefined
  const query = activityQuery(portico, {
    address: address ?? '',
    networkId: networkId ?? portico.defaultNetwork.id,
    ...(onramp && { onramp }),
  })
  const pages = usePages<ActivityPage, string | undefined>({ ...query, enabled: asks })
  const { hasNextPage: hasMore, isError: hasFailed } = pages
  const read = useMemo(() => pages.data && rowsOf(pages.data.pages), [pages.data])
  const isBarren = useUntilSome(pages, read?.length)
  const told = isBarren ? undefined : read
  // What was bought is a list of its own, asked past every cache, and stands in its place in time among the rest.
  const hasOrders = asks && !onramp && portico.options.onramp !== undefined && Boolean(portico.options.apiUrl)
  const orders = usePages<ActivityPage, string | undefined>({
    ...activityQuery(portico, {
      address: address ?? '',
      networkId: networkId ?? portico.defaultNetwork.id,
      onramp: 'coinbase',
      quiet: true,
    }),
    enabled: hasOrders,
  })
  const bought = useMemo(() => (hasOrders && orders.data ? rowsOf(orders.data.pages) : []), [hasOrders, orders.data])
  const sent = usePorticoStore(sentStore, (state) => state)
  useEffect(() => {
    loadSent(portico)
    if (!address || !networkId) return
    for (const one of sentStore(portico).getState())
      if (one.networkId === networkId && one.address === address) void followSent(portico, one.hash)
  }, [portico, address, networkId])
  const rows = useMemo(() => {
    if (!asks || onramp) return told
    const holder = { address, networkId }
    const own = sentRowsOf(portico, sent, holder, told ?? [])
    if (!told && own.length === 0 && (!hasFailed || bought.length === 0)) return undefined
    return [...own, ...withOrders(toldRowsOf(sent, holder, told ?? []), told || hasFailed ? bought : [], !hasMore)]
  }, [portico, sent, told, bought, hasMore, hasFailed, asks, address, networkId, onramp])
  const answer = useAnswer({ ...pages, ...(isBarren && !pages.isError && { status: 'pending' as const }), data: rows }, asks)
  const { isError, hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const hasNext = hasNextPage && !isError
  const fetchNext = useCallback(async () => {
    if (hasNext && !isFetchingNextPage) await fetchNextPage()
  }, [hasNext, isFetchingNextPage, fetchNextPage])
  return { ...answer, hasNext, isFetchingNext: isFetchingNextPage, fetchNext }
}

/**
 * Shows a transaction that the site sent with a library of its own in the account's activity: `addTransaction` of `@portico/core/activity`.
 * @example
 * const addTransaction = useAddTransaction()
 * addTransaction({ hash, description: 'Mint a ticket' })
 */
export function useAddTransaction(): (parameters: AddTransactionParameters) => void {
  const portico = usePortico()
  return useCallback((parameters) => addTransaction(portico, parameters), [portico])
}
