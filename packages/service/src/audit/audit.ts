import { sql } from 'kysely'
import type { Database, Migrations } from '../database/database.js'
import { DatabaseError } from '../errors.js'
import type { Secrets } from '../secrets/secrets.js'

declare module '../database/database.js' {
  interface Tables {
    audit: { seq: number; at: number; event: string; facts: string; hash: string }
    /** One row: the newest entry. Writing it keeps the entries of all processes in one order. */
    audit_head: { id: number; seq: number; hash: string }
  }
}

export const auditMigrations: Migrations = {
  audit_001: {
    up: async (db) => {
      await db.schema
        .createTable('audit')
        .addColumn('seq', 'bigint', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('event', 'text', (column) => column.notNull())
        .addColumn('facts', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .execute()
      await db.schema
        .createTable('audit_head')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .execute()
      await db.insertInto('audit_head').values({ id: 1, seq: 0, hash: '' }).execute()
    },
  },
}

/** Ids and short words. Never a code, share, token or address of a mailbox: they could not be taken back out (S40). */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>

export interface Audit {
  /** Adds an entry. Within a transaction (`trx`) it stands or falls with the rest of it. */
  readonly write: (event: string, facts?: AuditFacts, trx?: Database) => Promise<void>
  /** Number of the first entry that was changed, moved or taken away; undefined when all are as they were written. */
  readonly verify: () => Promise<number | undefined>
  /** Verifies the chain and writes its hashes anew, by the newest key. Gives how many were changed. @throws DatabaseError when it was changed */
  readonly rehash: () => Promise<number>
}

/** What happened, as a chain: each entry's hash covers the one before, by a key that the database does not hold. */
export function createAudit({ db, clock, secrets }: { db: Database; clock: () => number; secrets: Secrets }): Audit {
  type Entry = { seq: number; at: number; event: string; facts: string }
  const textOf = (previous: string, { seq, at, event, facts }: Entry): string => JSON.stringify([previous, seq, at, event, facts])
  const hashOf = (previous: string, entry: Entry): string => secrets.index('audit', textOf(previous, entry))
  const verify = async (trx: Database, onEntry: (previous: string, entry: Entry & { hash: string }) => Promise<void> = async () => {}) => {
    let previous = ''
    let seq = 0
    while (true) {
      const page = await trx.selectFrom('audit').selectAll().where('seq', '>', seq).orderBy('seq').limit(500).execute()
      for (const entry of page) {
        if (entry.seq !== seq + 1 || !secrets.isIndex('audit', textOf(previous, entry), entry.hash)) return seq + 1
        await onEntry(previous, entry)
        previous = entry.hash
        seq = entry.seq
      }
      if (page.length > 0) continue
      const head = await trx.selectFrom('audit_head').selectAll().where('id', '=', 1).executeTakeFirst()
      return head?.seq === seq && head.hash === previous ? undefined : seq + 1
    }
  }

  const append = async (trx: Database, event: string, facts: AuditFacts): Promise<void> => {
    const head = await trx
      .updateTable('audit_head')
      .set((row) => ({ seq: row('seq', '+', 1) }))
      .where('id', '=', 1)
      .returning(['seq', 'hash'])
      .executeTakeFirstOrThrow()
    const entry = { seq: head.seq, at: clock(), event, facts: JSON.stringify(facts) }
    const hash = hashOf(head.hash, entry)
    await trx
      .insertInto('audit')
      .values({ ...entry, hash })
      .execute()
    await trx.updateTable('audit_head').set({ hash }).where('id', '=', 1).execute()
  }

  return {
    write: (event, facts = {}, trx) => (trx ? append(trx, event, facts) : db.transaction().execute((own) => append(own, event, facts))),
    verify: () => verify(db),
    rehash: async () => {
      const old = await db
        .selectFrom('audit')
        .select((row) => row.fn.countAll<number>().as('rows'))
        .where(sql<string>`substr(hash, 1, ${sql.lit(secrets.newest.length + 1)})`, '<>', `${secrets.newest}.`)
        .executeTakeFirst()
      const changed = Number(old?.rows ?? 0)
      if (changed === 0) return 0
      await db.transaction().execute(async (trx) => {
        // Nobody adds an entry meanwhile.
        await trx
          .updateTable('audit_head')
          .set((row) => ({ seq: row('seq', '+', 0) }))
          .where('id', '=', 1)
          .execute()
        let last = ''
        const wrong = await verify(trx, async (_previous, entry) => {
          last = hashOf(last, entry)
          await trx.updateTable('audit').set({ hash: last }).where('seq', '=', entry.seq).execute()
        })
        if (wrong !== undefined) throw new DatabaseError(`The audit log was changed: entry ${wrong} is not as it was written.`)
        await trx.updateTable('audit_head').set({ hash: last }).where('id', '=', 1).execute()
      })
      return changed
    },
  }
}
