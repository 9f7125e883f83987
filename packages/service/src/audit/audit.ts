import { SqliteAdapter, sql } from 'kysely'
import type { Database, Migrations } from '../database/database.js'
import { prepared } from '../database/prepared.js'
import { together } from '../database/together.js'
import { AuditError, DatabaseError } from '../errors.js'
import type { Secrets } from '../secrets/secrets.js'

declare module '../database/database.js' {
  interface Tables {
    audit: { chain: number; seq: number; at: number; event: string; facts: string; hash: string }
    /** The newest entry of each chain: as many rows as there are chains, none of which ever goes. */
    audit_heads: { chain: number; seq: number; hash: string }
  }
}

/** How many entries can be written at once, by all processes together, without one waiting for another. */
const chains = 32

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
      await sql`insert into audit_head (id, seq, hash) values (1, 0, '')`.execute(db)
    },
  },
  /** Many chains in place of one; what there is becomes chain 0, as it stands. */
  audit_002_chains: {
    up: async (db) => {
      await db.schema
        .createTable('audit_heads')
        .addColumn('chain', 'integer', (column) => column.primaryKey())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .execute()
      await sql`insert into audit_heads (chain, seq, hash) select 0, seq, hash from audit_head`.execute(db)
      const others = Array.from({ length: chains - 1 }, (_, index) => ({ chain: index + 1, seq: 0, hash: '' }))
      await db.insertInto('audit_heads').values(others).execute()
      await db.schema.dropTable('audit_head').execute()
      if (!isSqlite(db)) {
        await sql`alter table audit add column chain integer not null default 0`.execute(db)
        await sql`alter table audit drop constraint audit_pkey`.execute(db)
        await sql`alter table audit add constraint audit_key primary key (chain, seq)`.execute(db)
        return
      }
      await db.schema
        .createTable('audit_chains')
        .addColumn('chain', 'integer', (column) => column.notNull())
        .addColumn('seq', 'bigint', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('event', 'text', (column) => column.notNull())
        .addColumn('facts', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('audit_key', ['chain', 'seq'])
        .execute()
      await sql`insert into audit_chains (chain, seq, at, event, facts, hash) select 0, seq, at, event, facts, hash from audit`.execute(db)
      await db.schema.dropTable('audit').execute()
      await db.schema.alterTable('audit_chains').renameTo('audit').execute()
    },
  },
}

/** Ids and short words. Never a code, share, token or address of a mailbox: they could not be taken back out (S40). */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>

/** An entry's place. */
export interface AuditPlace {
  readonly chain: number
  readonly seq: number
}

/** The newest entry of a chain. */
export interface AuditHead extends AuditPlace {
  readonly hash: string
}

export interface Audit {
  /** Adds an entry. Within a transaction (`trx`) it stands or falls with the rest of it. */
  readonly write: (event: string, facts?: AuditFacts, trx?: Database) => Promise<void>
  /** The newest entry of each chain that has one. Whoever keeps them elsewhere can later tell that no end was cut. */
  readonly heads: () => Promise<readonly AuditHead[]>
  /**
   * Place of the first entry that was changed, moved or taken away; undefined when all are as they were written.
   * @param kept what `heads` told at some time
   */
  readonly verify: (kept?: readonly AuditHead[]) => Promise<AuditPlace | undefined>
  /** Verifies the chains and writes their hashes anew, by the newest key. Gives how many were changed. @throws DatabaseError when one was changed */
  readonly rehash: () => Promise<number>
}

interface Event {
  readonly event: string
  readonly facts: AuditFacts
  readonly at: number
}
type Entry = AuditPlace & { at: number; event: string; facts: string }

const moveHead = prepared((at, given: { chain: number; seq: number; hash: string; toSeq: number; toHash: string }) => {
  const { chain, seq, hash, toSeq, toHash } = given
  const head = at.updateTable('audit_heads').set({ seq: toSeq, hash: toHash }).where('chain', '=', chain)
  return head.where('seq', '=', seq).where('hash', '=', hash).returning('chain')
})
const insertEntries = prepared(
  (
    at,
    given: {
      chain: number
      seqs: readonly number[]
      ats: readonly number[]
      events: readonly string[]
      facts: readonly string[]
      hashes: readonly string[]
    },
  ) => {
    const { chain, seqs, ats, events, facts, hashes } = given
    const rows = seqs.map((seq, index) => ({
      chain,
      seq,
      at: ats[index] ?? 0,
      event: events[index] ?? '',
      facts: facts[index] ?? '',
      hash: hashes[index] ?? '',
    }))
    return at.insertInto('audit').values(rows)
  },
)
const anyHead = (at: Database) => at.selectFrom('audit_heads').selectAll().orderBy(sql`random()`).limit(1).forUpdate()
const freeHead = prepared((at) => anyHead(at).skipLocked())

/**
 * What happened, as chains: each entry's hash covers the one before, by a key that the database does not hold. There is more than one
 * chain, so that writers need not wait for each other: each takes a chain that nobody else is writing at that moment.
 */
export function createAudit({ db, clock, secrets }: { db: Database; clock: () => number; secrets: Secrets }): Audit {
  const textOf = (previous: string, { seq, at, event, facts }: Entry): string => JSON.stringify([previous, seq, at, event, facts])
  const hashOf = (previous: string, entry: Entry): string => secrets.index('audit', textOf(previous, entry))

  /** Walks one chain. Gives the number of its first wrong entry. */
  const walk = async (
    trx: Database,
    { chain, ...head }: AuditHead,
    onEntry: (entry: Entry & { hash: string }) => Promise<void>,
  ): Promise<number | undefined> => {
    let previous = firstOf(chain)
    let seq = 0
    for (;;) {
      const page = await trx
        .selectFrom('audit')
        .selectAll()
        .where('chain', '=', chain)
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(500)
        .execute()
      for (const entry of page) {
        if (entry.seq !== seq + 1 || !secrets.isIndex('audit', textOf(previous, entry), entry.hash)) return seq + 1
        await onEntry(entry)
        previous = entry.hash
        seq = entry.seq
      }
      if (page.length > 0) continue
      return head.seq === seq && (seq === 0 || head.hash === previous) ? undefined : seq + 1
    }
  }

  const verify = async (
    trx: Database,
    { kept = [], onEntry = async () => {} }: { kept?: readonly AuditHead[]; onEntry?: (entry: Entry & { hash: string }) => Promise<void> },
  ): Promise<AuditPlace | undefined> => {
    const heads = await trx.selectFrom('audit_heads').selectAll().orderBy('chain').execute()
    for (let chain = 0; chain < chains; chain += 1) {
      const head = heads.find((each) => each.chain === chain)
      const seq = head ? await walk(trx, head, onEntry) : 1
      if (seq !== undefined) return { chain, seq }
    }
    // What stands in no chain, or before its beginning, nobody has written.
    const stray = await trx
      .selectFrom('audit')
      .select(['chain', 'seq'])
      .where((row) =>
        row.or([
          row(
            'chain',
            'not in',
            Array.from({ length: chains }, (_, chain) => chain),
          ),
          row('seq', '<', 1),
        ]),
      )
      .limit(1)
      .executeTakeFirst()
    if (stray) return stray
    for (const { chain, seq, hash } of kept) {
      const entry = await trx.selectFrom('audit').select('hash').where('chain', '=', chain).where('seq', '=', seq).executeTakeFirst()
      // A rotation of the keys writes hashes anew: what was kept from before says that the entry has to be there, and no more.
      if (!entry || (keyOf(entry.hash) === keyOf(hash) && entry.hash !== hash)) return { chain, seq }
    }
    return undefined
  }

  /** SQLite has one writer at a time, and one chain is enough for it. Its end, as this process knows it. */
  let known: AuditHead = { chain: 0, seq: 0, hash: '' }

  /** Entries that follow upon one another. */
  const follow = ({ chain, ...head }: AuditHead, events: readonly Event[]) => {
    let { seq, hash } = head.seq === 0 ? { seq: 0, hash: firstOf(chain) } : head
    return events.map(({ event, facts, at }) => {
      seq += 1
      const entry = { chain, seq, at, event, facts: JSON.stringify(facts) }
      hash = hashOf(hash, entry)
      return { ...entry, hash }
    })
  }
  /** Makes the last of them the chain's end, if it still ends where they begin. */
  const advance = async (trx: Database, from: AuditHead, to: AuditHead): Promise<boolean> => {
    const { chain, seq, hash } = from
    return (await moveHead(trx, { chain, seq, hash, toSeq: to.seq, toHash: to.hash })).length > 0
  }

  /** A chain for this transaction alone until it ends, one that nobody waits for where there is one. */
  const takeChain = async (trx: Database): Promise<AuditHead> => {
    if (isSqlite(trx)) return await trx.selectFrom('audit_heads').selectAll().where('chain', '=', 0).executeTakeFirstOrThrow()
    const [free] = await freeHead(trx, {})
    return free ?? (await anyHead(trx).executeTakeFirstOrThrow())
  }

  const append = async (trx: Database, events: readonly Event[]): Promise<void> => {
    const written = async (head: AuditHead): Promise<boolean> => {
      const rows = follow(head, events)
      const last = rows.at(-1)
      if (!last) return true
      // A write comes first, so that SQLite never has to give up a read; another process, or what was rolled back, may have been first.
      if (!(await advance(trx, head, last))) return false
      const columns = { chain: head.chain, seqs: rows.map(({ seq }) => seq), ats: rows.map(({ at }) => at) }
      const texts = { events: rows.map(({ event }) => event), facts: rows.map(({ facts }) => facts), hashes: rows.map(({ hash }) => hash) }
      await insertEntries(trx, { ...columns, ...texts })
      if (isSqlite(trx)) known = { chain: last.chain, seq: last.seq, hash: last.hash }
      return true
    }
    if (isSqlite(trx) && (await written(known))) return
    if (!(await written(await takeChain(trx)))) throw new DatabaseError('The audit log has moved under its lock.')
  }
  const appendTogether = together(async (events: readonly Event[]) => {
    await db.transaction().execute((trx) => append(trx, events))
    return events.map(() => undefined)
  })

  return {
    write: (event, facts = {}, trx) => {
      const written = { event, facts, at: clock() }
      return trx ? append(trx, [written]) : appendTogether(written)
    },
    heads: () => db.selectFrom('audit_heads').selectAll().where('seq', '>', 0).orderBy('chain').execute(),
    verify: (kept = []) => {
      // One moment for all that is read: entries are added meanwhile.
      const transaction = isSqlite(db) ? db.transaction() : db.transaction().setIsolationLevel('repeatable read')
      return transaction.execute((trx) => verify(trx, { kept }))
    },
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
          .updateTable('audit_heads')
          .set((row) => ({ seq: row('seq', '+', 0) }))
          .execute()
        const last = new Map<number, string>()
        const onEntry = async (entry: Entry & { hash: string }): Promise<void> => {
          const hash = hashOf(last.get(entry.chain) ?? firstOf(entry.chain), entry)
          last.set(entry.chain, hash)
          await trx.updateTable('audit').set({ hash }).where('chain', '=', entry.chain).where('seq', '=', entry.seq).execute()
        }
        const wrong = await verify(trx, { onEntry })
        if (wrong) throw new DatabaseError(`The audit log was changed: ${sayPlace(wrong)} is not as it was written.`)
        for (const [chain, hash] of last) await trx.updateTable('audit_heads').set({ hash }).where('chain', '=', chain).execute()
      })
      return changed
    },
  }
}

/**
 * What `verify` of a service's program does, for the person at the terminal: proves each chain, and tells a line to keep elsewhere.
 * @param kept such a line of an earlier time
 * @throws AuditError naming the first entry that was changed, moved or taken away
 */
export async function verifyAudit(audit: Audit, kept?: string): Promise<string> {
  const before = kept === undefined ? [] : readHeads(kept)
  const heads = await audit.heads()
  const wrong = await audit.verify([...before, ...heads])
  if (wrong) throw new AuditError(`The audit log was changed: ${sayPlace(wrong)} is not as it was written.`)
  const entries = heads.reduce((sum, { seq }) => sum + seq, 0)
  const proven = `${entries} entries in ${heads.length} chains are as they were written.`
  if (heads.length === 0) return proven
  const line = heads.map(({ chain, seq, hash }) => `${chain}:${seq}:${hash}`).join(' ')
  return `${proven}\nWhoever can write the database can cut a chain's end, which the next call shows if you keep this elsewhere and hand it over:\n${line}`
}

/** Heads as `verifyAudit` tells them: of one line, of several, or of all that a command has printed. @throws AuditError where there are none */
function readHeads(text: string): AuditHead[] {
  const lines = text.split('\n').map((line) => line.trim().split(/\s+/))
  const heads = lines.filter(([first = '']) => headForm.test(first)).flatMap((words) => words.map(readHead))
  if (heads.length === 0) throw new AuditError('This is no line that was kept.')
  return heads
}

const headForm = /^(\d{1,4}):(\d{1,15}):([\w.-]+)$/

function readHead(word: string): AuditHead {
  const [, chain, seq, hash] = headForm.exec(word) ?? []
  if (chain === undefined || seq === undefined || hash === undefined) throw new AuditError('This is no line that was kept.')
  return { chain: Number(chain), seq: Number(seq), hash }
}

/** What the first entry of a chain follows: chains can't be put in each other's place. */
function firstOf(chain: number): string {
  return chain === 0 ? '' : `chain ${chain}`
}

function keyOf(hash: string): string {
  return hash.slice(0, Math.max(0, hash.indexOf('.')))
}

function sayPlace({ chain, seq }: AuditPlace): string {
  return `entry ${seq} of chain ${chain}`
}

function isSqlite(db: Database): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter
}
