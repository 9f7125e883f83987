import type { Database, Tables } from '@portico/service/database'
import { sql } from 'kysely'
import { z } from 'zod'
import { InvalidQueryError } from '../errors.js'
import type { HeldTransfer } from './classify.js'

/** A transaction of the index, with what the viewer has a part in. */
export interface HeldTransaction {
  readonly transaction: Omit<Tables['indexer_transactions'], 'chain'> & { readonly time: number }
  readonly transfers: readonly HeldTransfer[]
}

export interface ReadHistoryParameters {
  db: Database
  /** Of EIP-155. */
  chain: number
  viewer: string
  cursor: string | undefined
  limit: number
}

/** The most transfers of one transaction that a row shows. */
const mostTransfers = 50

const place = z
  .string()
  .regex(/^\d{1,15}-\d{1,9}$/)
  .transform((text) => text.split('-').map(Number))

/** One range of the index: as quick on the last page as on the first. @throws InvalidQueryError for a cursor that is none of ours */
export async function readHistory({ db, chain, viewer, cursor, limit }: ReadHistoryParameters) {
  const after = cursor === undefined ? undefined : place.safeParse(cursor).data
  if (cursor !== undefined && !after) throw new InvalidQueryError(['cursor is none of ours'])
  const page = db
    .selectFrom('indexer_touched')
    .select(['block', 'position'])
    .where('chain', '=', chain)
    .where('address', '=', viewer)
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(block, position) < (${after?.[0]}, ${after?.[1]})`))
    .orderBy('block', 'desc')
    .orderBy('position', 'desc')
    .limit(limit + 1)

  // `cross join` is what SQLite reads as 'in this order': otherwise it begins with the larger table.
  const transactions = await db
    .selectFrom(page.as('p'))
    .crossJoin('indexer_transactions as t')
    .crossJoin('indexer_blocks as b')
    .where('t.chain', '=', chain)
    .whereRef('t.block', '=', 'p.block')
    .whereRef('t.position', '=', 'p.position')
    .where('b.chain', '=', chain)
    .whereRef('b.number', '=', 'p.block')
    .select(['t.block', 't.position', 't.hash', 't.sender', 't.recipient', 't.created', 't.nonce', 't.method', 't.value', 't.fee'])
    .select(['t.status', 'b.time'])
    .orderBy('t.block', 'desc')
    .orderBy('t.position', 'desc')
    .execute()
  const transfers = await db
    .selectFrom(page.as('p'))
    .crossJoin('indexer_transfers as m')
    .where('m.chain', '=', chain)
    .whereRef('m.block', '=', 'p.block')
    .whereRef('m.position', '=', 'p.position')
    .select(['m.block', 'm.position', 'm.sub', 'm.kind', 'm.token', 'm.token_id', 'm.sender', 'm.recipient', 'm.amount', 'm.spread'])
    .where((row) => row.or([row('m.sender', '=', viewer), row('m.recipient', '=', viewer)]))
    .orderBy('m.sub')
    .execute()

  const byPlace = new Map<string, HeldTransfer[]>()
  for (const { block, position, ...transfer } of transfers) {
    const key = `${block}-${position}`
    const group = byPlace.get(key)
    if (!group) byPlace.set(key, [transfer])
    else if (group.length < mostTransfers) group.push(transfer)
  }
  const rows: HeldTransaction[] = transactions
    .slice(0, limit)
    .map((transaction) => ({ transaction, transfers: byPlace.get(`${transaction.block}-${transaction.position}`) ?? [] }))
  const last = rows.at(-1)?.transaction
  return { rows, next: transactions.length > limit && last ? `${last.block}-${last.position}` : null }
}
