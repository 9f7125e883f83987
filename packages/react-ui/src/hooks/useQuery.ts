'use client'
import { queryClientOf } from '@portico/core'
import {
  hashKey, InfiniteQueryObserver, QueryObserver, type DefaultError, type InfiniteData, type InfiniteQueryObserverOptions, type InfiniteQueryObserverResult,
  type QueryClient, type QueryKey, type QueryObserverOptions, type QueryObserverResult,
} from '@tanstack/query-core'
import { useCallback, useState, useSyncExternalStore } from 'react'
import { usePortico } from '../PorticoProvider.js'

/** What a query knows, from the portico's cache, and asked for while the component is there. On a server it waits. */
export function useQuery<T>(options: QueryObserverOptions<T>): QueryObserverResult<T> {
  const client = queryClientOf(usePortico())
  return useObserved(useKept(client, options.queryKey, () => new QueryObserver<T>(client, options)))
}

type PageOptions<T, P> = InfiniteQueryObserverOptions<T, DefaultError, InfiniteData<T, P>, QueryKey, P>

/** As {@link useQuery}, for answers that come in pages. */
export function usePages<T, P>(options: PageOptions<T, P>): InfiniteQueryObserverResult<InfiniteData<T, P>> {
  const client = queryClientOf(usePortico())
  return useObserved<InfiniteQueryObserverResult<InfiniteData<T, P>>>(useKept(client, options.queryKey, () => new InfiniteQueryObserver(client, options)))
}

/** An observer for as long as the query is the same: all that a query depends on is in its key. */
function useKept<O>(client: QueryClient, queryKey: QueryKey, make: () => O): O {
  const key = hashKey(queryKey)
  const [kept, setKept] = useState(() => ({ client, key, observer: make() }))
  if (kept.client === client && kept.key === key) return kept.observer
  const next = { client, key, observer: make() }
  setKept(next)
  return next.observer
}

interface Observed<R> {
  readonly subscribe: (changed: () => void) => () => void
  readonly getCurrentResult: () => R
}

function useObserved<R>(observer: Observed<R>): R {
  const subscribe = useCallback((changed: () => void) => observer.subscribe(changed), [observer])
  const current = () => observer.getCurrentResult()
  return useSyncExternalStore(subscribe, current, current)
}
