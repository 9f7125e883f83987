'use client'
import { useCallback, useEffect, useRef } from 'react'

/** What is needed of an infinite query: `usePages(…)` has it. */
export interface NextPages {
  readonly hasNextPage: boolean
  readonly isFetching: boolean
  readonly isError: boolean
  readonly fetchNextPage: (options: { readonly cancelRefetch: boolean }) => unknown
}

/**
 * Fetches the next page of an infinite query when the end of what is there comes near, one page at a time. After a failure it
 * waits for somebody to try again.
 * @param count how many entries of the query are there
 * @param ahead how many entries before the end it is time
 * @returns a function to be told how many entries there are down to the last one near the view; it stays the same
 */
export function useNextPage(pages: NextPages, count: number, ahead: number): (near: number) => void {
  const reached = useRef(0)
  const look = useRef(() => {})
  useEffect(() => {
    look.current = () => {
      if (pages.hasNextPage && !pages.isFetching && !pages.isError && reached.current + ahead >= count)
        pages.fetchNextPage({ cancelRefetch: false }) // one that is on its way is not begun anew
    }
    look.current()
  })
  return useCallback((near: number) => {
    reached.current = near
    look.current()
  }, [])
}
