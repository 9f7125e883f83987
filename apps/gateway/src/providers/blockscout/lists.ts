import { z } from 'zod'
import { type Next, pageParameters } from './wire.js'

/** How many pages of a list are read for a page of the history. */
const mostPages = 10

export const listNames = ['transactions', 'token-transfers', 'internal-transactions'] as const
export type ListName = (typeof listNames)[number]

/** Where a list is read on: from its first page, from the one that is got with these parameters, or not at all. */
export type Place = 'first' | 'over' | NonNullable<Next>

/** Where each list is read on, and below which block: what is above has been shown. */
export interface Reached {
  readonly below: number
  readonly places: Readonly<Record<ListName, Place>>
}

const place = z.union([z.literal('first'), z.literal('over'), pageParameters])
const reached = z.object({ below: z.int(), places: z.record(z.enum(listNames), place) })

/** Before the first page. */
const beginning: Reached = {
  below: Number.MAX_SAFE_INTEGER,
  places: { transactions: 'first', 'token-transfers': 'first', 'internal-transactions': 'first' },
}

export interface Page<Row> {
  readonly items: readonly Row[]
  readonly next_page_params?: Next
}

/** What is read of a list. */
export interface Read<Row> {
  readonly rows: readonly Row[]
  /** Of this block and those below it, not all is known; -1 where it is. */
  readonly bottom: number
  /** Where to read on, for what is below a block. */
  readonly onFrom: (border: number) => Place
}

interface Row {
  readonly block_number: number | null
}

/**
 * One whole block of a list at least, and as many as a page has. The parameters of a page are not ours to make, so that one of which a
 * part is left over is got again.
 */
export async function readList<R extends Row>(load: (page: Next) => Promise<Page<R>>, start: Place, below: number): Promise<Read<R>> {
  const rows: R[] = []
  const pages: { readonly place: Place; readonly last: number }[] = []
  const seen = new Set<string>()
  const blockOf = (row: R | undefined) => row?.block_number ?? -1
  for (let at = start; at !== 'over' && pages.length < mostPages; ) {
    const page = await load(at === 'first' ? undefined : at)
    const fresh = page.items.filter((row) => row.block_number !== null && row.block_number < below)
    rows.push(...fresh)
    pages.push({ place: at, last: fresh.length > 0 ? blockOf(fresh.at(-1)) : below })
    const following = page.next_page_params ?? 'over'
    // One that comes again leads nowhere.
    const isOver = following === 'over' || seen.has(JSON.stringify(following)) || JSON.stringify(following) === JSON.stringify(at)
    const onFrom = (border: number): Place => pages.find(({ last }) => last <= border)?.place ?? (isOver ? 'over' : following)
    if (isOver) return { rows, bottom: -1, onFrom }
    const last = blockOf(rows.at(-1))
    if (blockOf(rows[0]) > last) return { rows, bottom: last, onFrom }
    seen.add(JSON.stringify(following))
    at = following
    // A block of which no end is found is shown as far as it is told.
    if (pages.length === mostPages) return { rows, bottom: rows.length > 0 ? last - 1 : below - 1, onFrom }
  }
  return { rows, bottom: -1, onFrom: () => 'over' }
}

/** A cursor that is none of ours begins anew. */
export function readReached(cursor: string | undefined): Reached {
  if (cursor === undefined) return beginning
  try {
    return reached.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return beginning
  }
}

export const writeReached = (value: Reached): string => Buffer.from(JSON.stringify(value)).toString('base64url')
