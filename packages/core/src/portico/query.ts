import { QueryClient } from '@tanstack/query-core'
import { defineSlot, type Slot } from '../kit/slot.js'

/**
 * Cache lifetimes, in milliseconds.
 * @example const query = { queryKey: ['points', address], queryFn: readPoints, staleTime: staleAfter(balanceLifetime) }
 */
export const balanceLifetime = 30_000
export const identityLifetime = 5 * 60_000
export const nameLifetime = 5 * 60_000
export const garbageTime = 5 * 60_000
/** Queries retry 3 times, with an exponential delay of at most 30 s. */
export const queryRetries = 3
export const queryRetryDelay = (failures: number): number => Math.min(1000 * 2 ** failures, 30_000)

/**
 * When a cached answer is old, for a query's `staleTime`: after `lifetime`, and at once when it comes from the future, which
 * it does after the clock was set back (R16).
 * @example const query = { queryKey: ['points', address], queryFn: readPoints, staleTime: staleAfter(60_000) } // after a minute
 */
export const staleAfter =
  (lifetime: number) =>
  ({ state: { dataUpdatedAt } }: { readonly state: { readonly dataUpdatedAt: number } }) =>
    dataUpdatedAt > Date.now() ? -Infinity : lifetime

/**
 * The portico's cache of what servers and chains know. Made when first asked for.
 * @example const tokens = await queryClientOf(portico).fetchQuery(balancesQuery(portico, { address, networkId: 'eip155:8453' }))
 */
export const queryClientOf: Slot<QueryClient> = defineSlot('query client', () => {
  const queries = { retry: queryRetries, retryDelay: queryRetryDelay, gcTime: garbageTime }
  return new QueryClient({ defaultOptions: { queries } })
})
