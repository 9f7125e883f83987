import type { Database, Migrations } from '../database/database.js'
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
}

/** What happened, as a chain: each entry's hash covers the one before, by a key that the database does not hold. */
export function createAudit({ db, clock, secrets }: { db: Database; clock: () => number; secrets: Secrets }): Audit {
  const hashOf = (previous: string, { seq, at, event, facts }: { seq: number; at: number; event: string; facts: string }): string =>
    secrets.index('audit', JSON.stringify([previous, seq, at, event, facts]))

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
    verify: async () => {
      let previous = ''
      let seq = 0
      while (true) {
        const page = await db.selectFrom('audit').selectAll().where('seq', '>', seq).orderBy('seq').limit(500).execute()
        for (const entry of page) {
          if (entry.seq !== seq + 1 || entry.hash !== hashOf(previous, entry)) return seq + 1
          previous = entry.hash
          seq = entry.seq
        }
        if (page.length > 0) continue
        const head = await db.selectFrom('audit_head').selectAll().where('id', '=', 1).executeTakeFirst()
        return head?.seq === seq && head.hash === previous ? undefined : seq + 1
      }
    },
  }
}
