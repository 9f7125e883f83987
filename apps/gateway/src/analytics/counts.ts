import { createHash } from 'node:crypto'
import type { Database } from '@portico/service/database'
import type { ErrorEvent } from './event.js'

const dayMs = 86_400_000
/** Where errors go that came after as many kinds as a day has: they are counted, and not told apart. */
const others = '(others)'

export interface ErrorCount extends ErrorEvent {
  readonly count: number
  /** Milliseconds since 1970. */
  readonly firstAt: number
  readonly lastAt: number
}

/** How often which error came, by day and version. */
export interface Counts {
  readonly add: (event: ErrorEvent) => Promise<void>
  /** Of the last `days`, today among them; the most frequent first, at most 500. */
  readonly list: (days: number) => Promise<readonly ErrorCount[]>
  /** Drops what is older than it is kept. */
  readonly sweep: () => Promise<void>
}

export interface CountsParameters {
  db: Database
  /** Days that counts are kept. */
  days: number
  /** Kinds that are told apart on one day. */
  kinds: number
  /** Milliseconds since 1970. */
  clock: () => number
}

export function createCounts({ db, days, kinds, clock }: CountsParameters): Counts {
  const today = () => Math.floor(clock() / dayMs)

  const known = async (day: number, kind: string): Promise<boolean> =>
    (await db.selectFrom('error_counts').select('kind').where('day', '=', day).where('kind', '=', kind).executeTakeFirst()) !== undefined
  const isFull = async (day: number): Promise<boolean> => {
    const { count } = await db
      .selectFrom('error_counts')
      .select((row) => row.fn.countAll<number | string>().as('count'))
      .where('day', '=', day)
      .executeTakeFirstOrThrow()
    return Number(count) >= kinds
  }

  return {
    add: async (event) => {
      const now = clock()
      const day = today()
      const own = kindOf(event)
      const told = (await known(day, own)) || !(await isFull(day))
      const row = told ? event : { ...event, project: '', domain: '', type: others, message: '', stack: '' }
      await db
        .insertInto('error_counts')
        .values({ day, kind: told ? own : kindOf(row), ...row, count: 1, first_at: now, last_at: now })
        .onConflict((conflict) =>
          conflict.columns(['day', 'kind']).doUpdateSet((update) => ({ count: update('error_counts.count', '+', 1), last_at: now })),
        )
        .execute()
    },
    list: async (wanted) => {
      const rows = await db
        .selectFrom('error_counts')
        .select(['project', 'sdk', 'version', 'event', 'type', 'message', 'domain'])
        .select((row) => [
          row.fn.sum<number | string>('count').as('count'),
          row.fn.min('stack').as('stack'),
          row.fn.min('first_at').as('first_at'),
          row.fn.max('last_at').as('last_at'),
        ])
        .where('day', '>', today() - wanted)
        .groupBy(['kind', 'project', 'sdk', 'version', 'event', 'type', 'message', 'domain'])
        .orderBy('count', 'desc')
        .orderBy('last_at', 'desc')
        .limit(500)
        .execute()
      return rows.map(({ count, first_at: firstAt, last_at: lastAt, ...row }) => ({ ...row, count: Number(count), firstAt, lastAt }))
    },
    sweep: async () =>
      void (await db
        .deleteFrom('error_counts')
        .where('day', '<=', today() - days)
        .execute()),
  }
}

const kindOf = ({ project, sdk, version, event, type, message, domain }: ErrorEvent): string =>
  createHash('sha256')
    .update(JSON.stringify([project, sdk, version, event, type, message, domain]))
    .digest('hex')
