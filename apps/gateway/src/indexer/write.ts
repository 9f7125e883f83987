import type { Database, Tables } from '@portico/service/database'
import { SqliteAdapter, sql } from 'kysely'
import type { BlockRows } from './rows.js'
import type { chainTables } from './tables.js'

/** Another gateway has taken the chain over: what this one has read is not written. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
  readonly code = 'lease-lost'
}

export interface WriteParameters {
  db: Database
  chain: number
  /** Who writes; and the block that is expected to be the newest so far. */
  holder: string
  after: number
}

/**
 * Blocks that follow the newest one, in one transaction together with the place up to which is read: whoever is killed at any point
 * finds all of it, or nothing.
 * @throws LeaseLostError
 */
export async function appendBlocks({ db, chain, holder, after }: WriteParameters, blocks: readonly BlockRows[]): Promise<void> {
  const last = blocks.at(-1)
  if (!last) return
  await db.transaction().execute(async (trx) => {
    await moveHead(trx, { chain, holder, after, number: last.block.number, hash: last.block.hash })
    await insert(
      trx,
      'indexer_blocks',
      blocks.map(({ block }) => block),
    ) // prettier-ignore
    await insert(
      trx,
      'indexer_transactions',
      blocks.flatMap(({ transactions }) => transactions),
    ) // prettier-ignore
    await insert(
      trx,
      'indexer_transfers',
      blocks.flatMap(({ transfers }) => transfers),
    ) // prettier-ignore
    await insert(
      trx,
      'indexer_touched',
      blocks.flatMap(({ touched }) => touched),
    ) // prettier-ignore
    await insert(trx, 'indexer_held', firstSeen(blocks.flatMap(({ held }) => held))) // prettier-ignore
  })
}

/**
 * Takes away what stands above a block, which becomes the newest: the chain has gone another way.
 * @param to the block that stays, with its hash; below the first block, and null, where nothing stays: what was read below that block
 *   was another chain's as well
 * @throws LeaseLostError
 */
export async function cutBlocks({ db, chain, holder, after }: WriteParameters, to: { number: number; hash: string | null }): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await moveHead(trx, { chain, holder, after, ...to })
    const last = to.hash === null ? -1 : to.number
    const above = sql`where chain = ${chain} and block > ${last}`
    // These two begin with an address: without naming the addresses all of their rows would be looked at.
    const addresses = sql`select sender from indexer_transactions ${above} union select recipient from indexer_transactions ${above}
      union select created from indexer_transactions ${above} union select sender from indexer_transfers ${above}
      union select recipient from indexer_transfers ${above}`
    await sql`delete from indexer_touched ${above} and address in (${addresses})`.execute(trx)
    await sql`delete from indexer_held ${above} and address in (${addresses})`.execute(trx)
    await sql`delete from indexer_transfers ${above}`.execute(trx)
    await sql`delete from indexer_transactions ${above}`.execute(trx)
    await sql`delete from indexer_blocks where chain = ${chain} and number > ${last}`.execute(trx)
    if (to.hash === null) await trx.deleteFrom('indexer_older').where('chain', '=', chain).execute()
  })
}

interface Move {
  chain: number
  holder: string
  after: number
  number: number
  hash: string | null
}

async function moveHead(trx: Database, { chain, holder, after, number, hash }: Move): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('indexer_chains')
    .set({ number, hash })
    .where('chain', '=', chain)
    .where('holder', '=', holder)
    .where('number', '=', after)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new LeaseLostError('Another gateway reads this chain now.')
}

const columns = {
  indexer_blocks: ['chain', 'number', 'hash', 'parent', 'time'],
  indexer_transactions: [
    'chain',
    'block',
    'position',
    'hash',
    'sender',
    'recipient',
    'created',
    'nonce',
    'method',
    'value',
    'fee',
    'status',
  ],
  indexer_transfers: ['chain', 'block', 'position', 'sub', 'kind', 'token', 'sender', 'recipient', 'token_id', 'amount', 'spread'],
  indexer_touched: ['chain', 'address', 'block', 'position'],
  indexer_held: ['chain', 'address', 'token', 'token_id', 'kind', 'block'],
} as const satisfies { [Name in (typeof chainTables)[number]]: readonly (keyof Tables[Name])[] }

/** Columns that hold whole numbers: the rest is text. */
const numbers = new Set<string>(['chain', 'number', 'time', 'block', 'position', 'nonce', 'status', 'sub', 'spread'])

type Row = Readonly<Record<string, string | number | null>>

/** Rows that one statement carries. */
const chunk = 5000

/**
 * One statement for thousands of rows, which go as one JSON text: a parameter for each value would take ten times as long.
 * @param isAgain some of the rows may be there already
 */
export async function insert(
  trx: Database,
  table: keyof typeof columns,
  rows: readonly Row[],
  { isAgain = table === 'indexer_held' } = {},
): Promise<void> {
  const isSqlite = trx.getExecutor().adapter instanceof SqliteAdapter
  const names: readonly string[] = columns[table]
  const list = sql.join(names.map((name) => sql.ref(name)))
  const onConflict = isAgain ? sql`on conflict do nothing` : sql``
  for (let from = 0; from < rows.length; from += chunk) {
    const text = JSON.stringify(rows.slice(from, from + chunk).map((row) => names.map((name) => row[name])))
    const source = isSqlite
      ? sql`select ${sql.join(names.map((_, at) => sql`value ->> ${sql.lit(at)}`))} from json_each(${text}) where true`
      : sql`select ${sql.join(names.map((name, at) => (numbers.has(name) ? sql`(each ->> ${sql.lit(at)})::bigint` : sql`each ->> ${sql.lit(at)}`)))}
          from jsonb_array_elements(${text}::jsonb) as rows(each)`
    await sql`insert into ${sql.table(table)} (${list}) ${source} ${onConflict}`.execute(trx)
  }
}

/** The first row of each address and token: the later ones say nothing new. */
function firstSeen(rows: readonly Tables['indexer_held'][]): readonly Tables['indexer_held'][] {
  const seen = new Map<string, Tables['indexer_held']>()
  for (const row of rows) {
    const key = `${row.address}${row.token}${row.token_id}`
    if (!seen.has(key)) seen.set(key, row)
  }
  return [...seen.values()]
}
