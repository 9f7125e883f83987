import { type Database, type Migrations, unsynced } from '../database/database.js'
import { prepared } from '../database/prepared.js'

declare module '../database/database.js' {
  interface Tables {
    /** One row for each thing that is counted: it is locked while its events are. */
    rate_keys: { key: string; touched_at: number }
    rate_events: { id: string; key: string; at: number }
  }
}

export const rateMigrations: Migrations = {
  rates_001: {
    up: async (db) => {
      await db.schema
        .createTable('rate_keys')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('touched_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('rate_events')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('key', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('rate_events_by_key').on('rate_events').columns(['key', 'at']).execute()
      await db.schema.createIndex('rate_keys_by_time').on('rate_keys').column('touched_at').execute()
    },
  },
}

/** At most `limit` within any `seconds`. */
export interface RateLimit {
  readonly limit: number
  readonly seconds: number
}

export interface RateRule {
  /** What is counted, such as `mail:` and a digest of the address. Nothing that may not be stored. */
  readonly key: string
  readonly limits: readonly RateLimit[]
}

export type RateOutcome =
  | { readonly status: 'taken'; readonly giveBack: () => Promise<void> }
  /** `rule` and `limit` say which did not hold; `retryAfter` in whole seconds, from 1 to the limit's own. */
  | { readonly status: 'refused'; readonly rule: RateRule; readonly limit: RateLimit; readonly retryAfter: number }

/** Counts events in the database, so that a limit holds for all processes together and over a restart (S27). */
export interface Rates {
  /** Counts one event under each key, or none when one limit does not hold. Within a transaction (`trx`) it stands or falls with the rest of it. */
  readonly take: (rules: readonly RateRule[], trx?: Database) => Promise<RateOutcome>
  /** Counts one event and limits nothing. */
  readonly note: (key: string) => Promise<void>
  /** Events of the last `seconds`. */
  readonly count: (key: string, seconds: number) => Promise<number>
  /** Drops what no limit can look at any more. */
  readonly sweep: () => Promise<void>
}

const day = 86_400_000

/** Of each limit the event whose end makes room: with `limit` of them, the oldest. And one of a time to come, if there is one. */
const readLast = prepared(
  (
    at,
    given: { keys: readonly string[]; now: number; ofLimits: readonly string[]; after: readonly number[]; newer: readonly number[] },
  ) => {
    const { keys, now, ofLimits, after, newer } = given
    return at.selectNoFrom((row) => [
      ...ofLimits.map((key, index) =>
        row
          .selectFrom('rate_events')
          .select('at')
          .where('key', '=', key)
          .where('at', '>', after[index] ?? 0)
          .orderBy('at', 'desc')
          .limit(1)
          .offset(newer[index] ?? 0)
          .as(String(index)),
      ),
      row.selectFrom('rate_events').select('at').where('key', 'in', keys).where('at', '>', now).limit(1).as('ahead'),
    ])
  },
)
const insertEvents = prepared((at, { ids, keys, now }: { ids: readonly string[]; keys: readonly string[]; now: number }) =>
  at.insertInto('rate_events').values(ids.map((id, index) => ({ id, key: keys[index] ?? '', at: now }))),
)
/**
 * Until the transaction ends nobody else counts these keys. They are always in the same order, so that two requests never wait for
 * each other, and a write comes first, so that SQLite never has to give up a read.
 */
const lockKeys = prepared((at, { keys, now }: { keys: readonly string[]; now: number }) =>
  at
    .insertInto('rate_keys')
    .values(keys.map((key) => ({ key, touched_at: now })))
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ touched_at: now })),
)

/** @param clock milliseconds since 1970, of this process alone */
export function createRates({ db, clock, newId }: { db: Database; clock: () => number; newId: () => string }): Rates {
  const take: Rates['take'] = (rules, within) => {
    const run = async (trx: Database): Promise<RateOutcome> => {
      const now = clock()
      const keys = [...new Set(rules.map(({ key }) => key))].toSorted()
      await lockKeys(trx, { keys, now })
      const limits = rules.flatMap((rule) => rule.limits.map((limit) => ({ rule, limit })))
      if (limits.length > 0) {
        const read = async () => {
          const [found] = await readLast(trx, {
            keys,
            now,
            ofLimits: limits.map(({ rule }) => rule.key),
            after: limits.map(({ limit }) => now - limit.seconds * 1000),
            newer: limits.map(({ limit }) => limit.limit - 1),
          })
          if (!found) throw new Error('The events were not read.')
          return found
        }
        let last = await read()
        if (typeof last['ahead'] === 'number') {
          // A clock that was set back must not make anybody wait longer than the limit (R16).
          await trx.updateTable('rate_events').set({ at: now }).where('key', 'in', keys).where('at', '>', now).execute()
          last = await read()
        }
        for (const [index, { rule, limit }] of limits.entries()) {
          const at = last[index]
          if (typeof at !== 'number') continue
          const wait = Math.ceil((at + limit.seconds * 1000 - now) / 1000)
          return { status: 'refused', rule, limit, retryAfter: Math.min(limit.seconds, Math.max(1, wait)) }
        }
      }
      const ids = keys.map(() => newId())
      await insertEvents(trx, { ids, keys, now })
      // Nobody misses after a power failure that one was given back.
      const giveBack = () => unsynced(db, async (at) => void (await at.deleteFrom('rate_events').where('id', 'in', ids).execute()))
      return { status: 'taken', giveBack }
    }
    return within ? run(within) : db.transaction().execute(run)
  }

  return {
    take,
    note: async (key) => void (await take([{ key, limits: [] }])),
    count: async (key, seconds) => {
      const { count } = await db
        .selectFrom('rate_events')
        .select((events) => events.fn.countAll<number | string>().as('count'))
        .where('key', '=', key)
        .where('at', '>', clock() - seconds * 1000)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
    sweep: async () => {
      const old = clock() - 2 * day
      await db.deleteFrom('rate_events').where('at', '<', old).execute()
      await db.deleteFrom('rate_keys').where('touched_at', '<', old).execute()
    },
  }
}
