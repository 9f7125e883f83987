'use client'
import { queryClientOf } from '@portico/core/kit'
import {
  hashKey,
  InfiniteQueryObserver,
  QueryObserver,
  type DefaultError,
  type InfiniteData,
  type InfiniteQueryObserverOptions,
  type InfiniteQueryObserverResult,
  type QueryClient,
  type QueryKey,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { usePortico } from '../PorticoProvider.js'

/** Says of a query that will be asked for as soon as it is shown that it is on its way: else that alone would have it drawn once more. */
const asShown = { _optimisticResults: 'optimistic' } as const

/** What a query knows, from the portico's cache, and asked for while the component is there. On a server it waits. */
export function useQuery<T>(options: QueryObserverOptions<T>): QueryObserverResult<T> {
  const client = queryClientOf(usePortico())
  return useObserved(useKept(client, options, () => new QueryObserver<T>(client, { ...options, ...asShown })))
}

type PageOptions<T, P> = InfiniteQueryObserverOptions<T, DefaultError, InfiniteData<T, P>, QueryKey, P>

/** As {@link useQuery}, for answers that come in pages. */
export function usePages<T, P>(options: PageOptions<T, P>): InfiniteQueryObserverResult<InfiniteData<T, P>> {
  const client = queryClientOf(usePortico())
  return useObserved<InfiniteQueryObserverResult<InfiniteData<T, P>>>(
    useKept(client, options, () => new InfiniteQueryObserver(client, { ...options, ...asShown })),
  )
}

/** An observer for as long as the query is the same: all that a query depends on is in its key, but whether it is to be asked now. */
function useKept<O>(
  client: QueryClient,
  { queryKey, enabled }: { readonly queryKey: QueryKey; readonly enabled?: unknown },
  make: () => O,
): O {
  const key = hashKey([queryKey, enabled !== false])
  const [kept, setKept] = useState(() => ({ client, key, observer: make() }))
  if (kept.client === client && kept.key === key) return kept.observer
  const next = { client, key, observer: make() }
  setKept(next)
  return next.observer
}

interface Observed<R> {
  readonly subscribe: (changed: () => void) => () => void
  readonly getCurrentResult: () => R
  readonly updateResult: () => void
}

function useObserved<R>(observer: Observed<R>): R {
  const subscribe = useCallback(
    (changed: () => void) => {
      const stop = observer.subscribe(changed)
      // A query that another observer has sent off already says nothing more until it is answered.
      observer.updateResult()
      return stop
    },
    [observer],
  )
  const current = () => observer.getCurrentResult()
  return useSyncExternalStore(subscribe, current, current)
}
