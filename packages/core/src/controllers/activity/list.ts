import type { ActivityPage } from './getActivity.js'
import type { ActivityRow } from './row.js'

/** Rows of one month. */
export interface ActivityMonth {
  readonly year: number
  /** From 0, as `Date` counts. */
  readonly month: number
  readonly rows: readonly ActivityRow[]
}

/** The rows of several pages, the newest first, each id once: the later one told replaces the earlier, whichever month that was in (R21). */
export function rowsOf(pages: readonly Pick<ActivityPage, 'rows'>[]): readonly ActivityRow[] {
  const byId = new Map(pages.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)))
  return [...byId.values()].sort((one, other) => other.minedAt - one.minedAt)
}

/** Rows by year and month of `minedAt`, as the visitor's clock has them, the newest first within each. @param rows the newest first */
export function monthsOf(rows: readonly ActivityRow[]): readonly ActivityMonth[] {
  const months = new Map<string, { year: number; month: number; rows: ActivityRow[] }>()
  for (const row of rows) {
    const date = new Date(row.minedAt)
    const [year, month] = [date.getFullYear(), date.getMonth()]
    const key = `${year}-${month}`
    const known = months.get(key)
    if (known) known.rows.push(row)
    else months.set(key, { year, month, rows: [row] })
  }
  return [...months.values()]
}
