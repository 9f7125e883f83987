'use client'
import { useEffect } from 'react'
import type { NextPages } from './useNextPage.js'

/**
 * Reads on while the pages so far have nothing to show, as of an account that was sent nothing but spam of late: there may be more behind
 * it, and what is shown in between would be that there is none.
 * @param count how many entries the pages have; undefined while there is no page
 * @returns whether there is nothing to say yet
 */
export function useUntilSome(pages: NextPages, count: number | undefined): boolean {
  const { hasNextPage, isFetching, isError, fetchNextPage } = pages
  const isBarren = count === 0 && hasNextPage
  useEffect(() => {
    if (isBarren && !isFetching && !isError) fetchNextPage({ cancelRefetch: false })
  }, [isBarren, isFetching, isError, fetchNextPage])
  return isBarren
}
