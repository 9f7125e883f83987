/**
 * Changing the operator's keys: a new one in front, what older ones have written is written anew, and an older one goes when
 * nothing is left under it. What is stored begins with the name of its key and a dot.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/database.js'
import { DatabaseError, RotationError } from '../errors.js'
import type { Secrets } from './secrets.js'

/** Where something stands that a key has made. */
export interface KeyedColumn {
  readonly table: string
  readonly column: string
  /** For the person at the terminal: `addresses`. */
  readonly what: string
  /** How to open it, where it can be sealed anew: its purpose, and the column that it is bound to. */
  readonly sealed?: { readonly purpose: string; readonly context: string; readonly id: string }
  /** When a row is over, in milliseconds since 1970: what can't be made anew goes by then. */
  readonly expires?: string
}

/** What is not under the newest key. */
export interface KeysLeft {
  readonly what: string
  readonly rows: number
  /** Milliseconds since 1970: then it is over by itself. */
  readonly until: number | undefined
}

/** What a rotation did, and what is left to wait for before an older key can go. */
export interface Rotated {
  readonly changed: number
  readonly left: readonly KeysLeft[]
}

interface KeyNames {
  readonly now: number
  /** Names of keys that are not in the ring: generations. */
  readonly others?: readonly string[] | undefined
}

const pageRows = 200

/** Seals anew all that an older key has sealed. Gives how many were changed. */
export async function resealColumns(db: Database, secrets: Secrets, columns: readonly KeyedColumn[]): Promise<number> {
  let changed = 0
  for (const { table, column, sealed } of columns) {
    if (!sealed) continue
    const { purpose, context, id } = sealed
    for (;;) {
      const { rows } = await sql<{ id: string; context: string; text: string }>`
        select ${sql.ref(id)} as id, ${sql.ref(context)} as context, ${sql.ref(column)} as text from ${sql.table(table)}
        where ${notUnder(column, [secrets.newest])} limit ${sql.lit(pageRows)}`.execute(db)
      for (const row of rows) {
        const again = secrets.seal(purpose, secrets.open(purpose, row.text, row.context), row.context)
        // Unless it was changed meanwhile: then the newest key has sealed it.
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${again}
          where ${sql.ref(id)} = ${row.id} and ${sql.ref(column)} = ${row.text}`.execute(db)
        changed += 1
      }
      if (rows.length === 0) break
    }
  }
  return changed
}

/** What is under another key than the newest, and under none of `others`. */
export async function keysLeft(
  db: Database,
  secrets: Secrets,
  columns: readonly KeyedColumn[],
  { now, others = [] }: KeyNames,
): Promise<KeysLeft[]> {
  return await countOutside(db, columns, [secrets.newest, ...others], now)
}

/**
 * Sees that no key is missing: a service that has lost one would find nobody and open nothing.
 * @throws DatabaseError naming what still needs one
 */
export async function checkKeys(
  db: Database,
  secrets: Secrets,
  columns: readonly KeyedColumn[],
  { now, others = [] }: KeyNames,
): Promise<void> {
  const missing = await countOutside(db, columns, [...secrets.names, ...others], now, secrets.hasUnnamed)
  if (missing.length === 0) return
  const list = missing.map(({ what, rows }) => `${rows} ${what}`).join(', ')
  throw new DatabaseError(
    `A key that is not in the list any more is still needed: for ${list}. Put it back, and run 'rotate' to the end.`,
    {
      option: 'keys',
    },
  )
}

/** Rows that stand under a key of this name. */
export async function countUnder(db: Database, columns: readonly KeyedColumn[], name: string): Promise<number> {
  let count = 0
  for (const { table, column } of columns) {
    const { rows } = await sql<{ rows: number }>`
      select count(*) as rows from ${sql.table(table)} where substr(${sql.ref(column)}, 1, ${sql.lit(name.length + 1)}) = ${`${name}.`}`.execute(
      db,
    )
    count += Number(rows[0]?.rows ?? 0)
  }
  return count
}

/** For the person at the terminal. @throws RotationError while something is left: an older key can't go yet */
export function sayRotated({ changed, left }: Rotated): string {
  const done = `${changed} entries are under the newest key now.`
  if (left.length === 0) return `${done} Nothing is left under an older one: it can go.`
  const lines = left.map(({ what, rows, until }) => {
    return `  ${rows} ${what}${until === undefined ? '' : `, over at ${new Date(until).toISOString()}`}`
  })
  throw new RotationError(`${done}\nNot finished, no key can go yet. Left under older keys:\n${lines.join('\n')}\nRun this again then.`)
}

async function countOutside(
  db: Database,
  columns: readonly KeyedColumn[],
  names: readonly string[],
  now: number,
  unnamed = false,
): Promise<KeysLeft[]> {
  const left: KeysLeft[] = []
  for (const { table, column, what, expires } of columns) {
    const until = expires === undefined ? sql`null` : sql`max(${sql.ref(expires)})`
    const live = expires === undefined ? sql`1 = 1` : sql`${sql.ref(expires)} > ${now}`
    const named = unnamed ? sql`${sql.ref(column)} like '%.%'` : sql`1 = 1`
    const { rows } = await sql<{ rows: number; until: number | null }>`
      select count(*) as rows, ${until} as until from ${sql.table(table)}
      where ${notUnder(column, names)} and ${live} and ${named}`.execute(db)
    const count = Number(rows[0]?.rows ?? 0)
    const over = rows[0]?.until ?? undefined
    if (count > 0) left.push({ what, rows: count, until: over === undefined ? undefined : Number(over) })
  }
  return left
}

function notUnder(column: string, names: readonly string[]): RawBuilder<unknown> {
  const others = names.map((name) => sql`substr(${sql.ref(column)}, 1, ${sql.lit(name.length + 1)}) <> ${`${name}.`}`)
  return sql`${sql.ref(column)} is not null and ${sql.join(others, sql` and `)}`
}
