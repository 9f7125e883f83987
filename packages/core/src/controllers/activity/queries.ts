import { nextCursor } from '../../kit/nextCursor.js'
import type { Portico } from '../../portico/createPortico.js'
import { staleAfter } from '../../portico/query.js'
import { getActivity, type ActivityPage, type GetActivityParameters } from './getActivity.js'

/** How long a page of an account's past is fresh, in milliseconds. */
export const activityLifetime = 15_000

/**
 * An account's past as an endless list, for an infinite query of a TanStack query client; `rowsOf` makes one list of its pages. It
 * ends with an empty page, with a cursor that was there before, and after five pages that have nothing to show (R21). With `onramp`,
 * it is a list of its own, of what was bought.
 * @example const { pages } = await queryClient.fetchInfiniteQuery(activityQuery(portico, { address, networkId: 'eip155:8453' }))
 */
export function activityQuery(portico: Portico, { address, networkId, onramp, quiet }: Omit<GetActivityParameters, 'cursor' | 'signal'>) {
  return {
    queryKey: ['activity', networkId, address, ...(onramp ? [onramp] : [])] as const,
    queryFn: ({ pageParam, signal }: { readonly pageParam: string | undefined; readonly signal: AbortSignal }): Promise<ActivityPage> =>
      getActivity(portico, {
        address,
        networkId,
        signal,
        ...(pageParam !== undefined && { cursor: pageParam }),
        ...(onramp && { onramp }),
        ...(quiet && { quiet }),
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (
      _: ActivityPage,
      pages: readonly ActivityPage[],
      __: string | undefined,
      cursors: readonly (string | undefined)[],
    ): string | undefined => nextCursor(pages, ({ rows }) => rows.length, cursors),
    staleTime: onramp ? 0 : staleAfter(activityLifetime),
    retry: false as const, // the transport repeats by itself
    networkMode: 'always' as const,
  }
}
