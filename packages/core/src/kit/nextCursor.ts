/** How many pages in a row may have nothing to show, all spam, before a list ends. */
const barrenLimit = 5

interface Page {
  /** Leads to the next page. */
  readonly cursor: string | undefined
  /** Nothing at all was told. */
  readonly isEmpty: boolean
}

/**
 * What leads on from the last of the pages of a list that somebody else keeps: nothing after an empty page, after a cursor that was there
 * before, and after five pages that have nothing to show (R21).
 * @param countOf how many entries of a page are shown
 * @param cursors that the pages were asked for with
 */
export function nextCursor<P extends Page>(
  pages: readonly P[],
  countOf: (page: P) => number,
  cursors: readonly (string | undefined)[],
): string | undefined {
  const last = pages.at(-1)
  const isBarren = pages.length >= barrenLimit && pages.slice(-barrenLimit).every((page) => countOf(page) === 0)
  return !last || last.isEmpty || isBarren || cursors.includes(last.cursor) ? undefined : last.cursor
}
