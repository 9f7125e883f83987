/**
 * Secrets of a short life: what is sealed to the service on its way here can't be opened by whoever gets the operator's keys later,
 * because the key that it was sealed to is gone by then. They stand in the database, wrapped, as other processes of the service take
 * what was sealed to one of them.
 */
import { randomBytes } from 'node:crypto'
import type { Database, Migrations } from '../database/database.js'
import { together } from '../database/together.js'
import { ApiError } from '../http/apiError.js'
import type { KeyWrapper } from './wrapping.js'

declare module '../database/database.js' {
  interface Tables {
    passing_secrets: { id: string; wrapped: string; made_at: number }
  }
}

export const passingMigrations: Migrations = {
  secrets_001_passing: {
    up: async (db) => {
      await db.schema
        .createTable('passing_secrets')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('wrapped', 'text', (column) => column.notNull())
        .addColumn('made_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}

/** How long one is given out, and after what time it is destroyed, in milliseconds: whoever was given it has the time between. */
const newestMs = 5 * 60_000
const livesMs = 15 * 60_000

export interface PassingSecret {
  readonly id: string
  /** 32 bytes. */
  readonly bytes: Uint8Array
}

export interface PassingSecrets {
  /** Less than five minutes old. */
  readonly newest: () => Promise<PassingSecret>
  /** Those that are not destroyed yet, the newest first. @throws ApiError 503 where a KMS is away, and none is known yet */
  readonly all: () => Promise<readonly PassingSecret[]>
  /** Destroys those that are over. */
  readonly sweep: () => Promise<void>
}

/** @param clock milliseconds since 1970 */
export function createPassingSecrets({ db, clock, wrapper }: { db: Database; clock: () => number; wrapper: KeyWrapper }): PassingSecrets {
  // A wrapper may be another machine: it is asked once for each.
  const known = new Map<string, PassingSecret>()

  const read = together(async (asked: readonly undefined[]) => {
    const rows = await db
      .selectFrom('passing_secrets')
      .selectAll()
      .where('made_at', '>', clock() - livesMs)
      .orderBy('made_at', 'desc')
      .execute()
    return asked.map(() => rows)
  })

  const open = async (): Promise<{ secrets: (PassingSecret & { readonly madeAt: number })[]; failure: unknown }> => {
    const rows = await read(undefined)
    forget(new Set(rows.map(({ id }) => id)))
    let failure: unknown
    const opened = rows.map(async ({ id, wrapped, made_at: madeAt }) => {
      try {
        const bytes = known.get(id)?.bytes ?? Uint8Array.from(await wrapper.unwrap(wrapped, contextOf(id)))
        known.set(id, { id, bytes })
        return [{ id, bytes, madeAt }]
      } catch (error) {
        // One under a key that the operator has dropped is over.
        failure = error
        return []
      }
    })
    return { secrets: (await Promise.all(opened)).flat(), failure }
  }
  const forget = (left: ReadonlySet<string>): void => {
    for (const [id, { bytes }] of known) {
      if (left.has(id)) continue
      bytes.fill(0)
      known.delete(id)
    }
  }

  return {
    all: async () => {
      const { secrets, failure } = await open()
      // A KMS that is away is no reason to think that the keys are gone.
      if (secrets.length === 0 && failure instanceof ApiError) throw failure
      return secrets
    },
    newest: async () => {
      const { secrets } = await open()
      const now = clock()
      // One of a time to come was made under a clock that was ahead: it would be the newest until then (R16).
      const newest = secrets.find(({ madeAt }) => Math.abs(now - madeAt) < newestMs)
      if (newest) return newest
      const made = { id: crypto.randomUUID(), bytes: new Uint8Array(randomBytes(32)) }
      const wrapped = await wrapper.wrap(made.bytes, contextOf(made.id))
      await db.insertInto('passing_secrets').values({ id: made.id, wrapped, made_at: clock() }).execute()
      known.set(made.id, made)
      return made
    },
    sweep: async () => {
      const now = clock()
      await db
        .deleteFrom('passing_secrets')
        .where((row) => row.or([row('made_at', '<=', now - livesMs), row('made_at', '>=', now + livesMs)]))
        .execute()
      const rows = await db.selectFrom('passing_secrets').select('id').execute()
      forget(new Set(rows.map(({ id }) => id)))
    },
  }
}

function contextOf(id: string): string {
  return JSON.stringify(['passing', id])
}
