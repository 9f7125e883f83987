import type { ActivityPage } from './getActivity.js'
import type { ActivityRow } from './row.js'

/** Rows of one month. */
export interface ActivityMonth {
  readonly year: number
  /** From 0, as `Date` counts. */
  readonly month: number
  readonly rows: readonly ActivityRow[]
}

/**
 * The rows of several pages, the newest first, each id once: the later one told replaces the earlier, whichever month that was in (R21).
 * @example const rows = rowsOf(data?.pages ?? []) // of an infinite query with activityQuery
 */
export function rowsOf(pages: readonly Pick<ActivityPage, 'rows'>[]): readonly ActivityRow[] {
  const byId = new Map(pages.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)))
  return [...byId.values()].sort((one, other) => other.minedAt - one.minedAt)
}

/**
 * Rows by year and month of `minedAt`, as the visitor's clock has them, the newest first within each.
 * @example const months = monthsOf(rows)
 * @param rows the newest first
 */
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

/**
 * The history with what was bought in its place in time. One that has arrived is in both: what was bought, and with whom, says more than
 * that something was received.
 * @example const rows = withOrders(rowsOf(history.pages), rowsOf(orders.pages), !history.hasNextPage) // orders: activityQuery with `onramp`
 * @param isWhole whether the history goes no further: what is older than its last row would jump as it grows
 */
export function withOrders(rows: readonly ActivityRow[], orders: readonly ActivityRow[], isWhole: boolean): readonly ActivityRow[] {
  const last = rows.at(-1)?.minedAt ?? Infinity
  const shown = orders.filter(({ minedAt }) => isWhole || minedAt >= last)
  const hashes = new Set(
    shown.flatMap(({ hash, status, transfers }) => (hash && status === 'confirmed' && transfers.length > 0 ? [hash] : [])),
  )
  const ids = new Set(shown.map(({ id }) => id))
  const rest = rows.filter(({ id, hash, operation }) => !ids.has(id) && !(hashes.has(hash) && operation === 'receive'))
  return [...rest, ...shown].sort((one, other) => other.minedAt - one.minedAt)
}
