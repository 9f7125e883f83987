import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { type Database, migrate, openDatabase } from '../database/database.js'
import { AuditError } from '../errors.js'
import { createSecrets } from '../secrets/secrets.js'
import { databases } from '../test/databases.js'
import { type Audit, auditMigrations, createAudit, verifyAudit } from './audit.js'

const indexKey = new Uint8Array(32).fill(9)
const secrets = createSecrets({ keys: [{ id: 'k', bytes: new Uint8Array(32) }], indexKey })
const clock = () => 1_700_000_000_000

describe.each(await databases())('the audit log on $name', ({ name, fresh, drop }) => {
  afterAll(drop)

  async function opened(): Promise<{ url: string; db: Database; audit: Audit }> {
    const url = await fresh()
    const db = openDatabase(url)
    await migrate(db, auditMigrations)
    return { url, db, audit: createAudit({ db, clock, secrets }) }
  }
  async function written() {
    const made = await opened()
    await Promise.all(Array.from({ length: 12 }, (_, index) => made.audit.write('login', { user: `u${index}` })))
    return made
  }
  /** All in one chain, where its order is what is looked at. */
  async function oneChain() {
    const made = await opened()
    const chain = name === 'SQLite' ? 0 : 7
    const others = await made.db.selectFrom('audit_heads').selectAll().where('chain', '<>', chain).execute()
    await made.db.deleteFrom('audit_heads').where('chain', '<>', chain).execute()
    for (let index = 0; index < 12; index += 1) await made.audit.write('login', { user: `u${index}` })
    await made.db.insertInto('audit_heads').values(others).execute()
    return { ...made, chain }
  }

  test('entries of many requests at once stand in chains without gaps', async () => {
    const { db, audit } = await written()
    expect(await audit.verify()).toBeUndefined()
    const rows = await db.selectFrom('audit').select(['chain', 'seq', 'facts']).orderBy('chain').orderBy('seq').execute()
    expect(rows).toHaveLength(12)
    expect(new Set(rows.map(({ facts }) => facts)).size).toBe(12)
    for (const [index, { chain, seq }] of rows.entries()) expect(seq).toBe(rows[index - 1]?.chain === chain ? rows[index - 1]!.seq + 1 : 1)
    await db.destroy()
  })

  // SQLite has one writer at a time, whatever it writes.
  const several = name === 'Postgres' ? test : undefined
  several?.('writers do not wait for each other: an entry of a transaction that is open holds up nobody', async () => {
    const { url, db, audit } = await opened()
    const other = openDatabase(url)
    const elsewhere = createAudit({ db: other, clock, secrets })
    const ends: (() => void)[] = []
    const held: Promise<void>[] = []
    for (let index = 0; index < 8; index += 1) {
      await new Promise<void>((began) => {
        const end = new Promise<void>((resolve) => ends.push(resolve))
        const work = db.transaction().execute(async (trx) => {
          await audit.write('held', { index }, trx)
          began()
          await end
        })
        held.push(work)
      })
    }
    // With one head for all this would wait for the first of them.
    await Promise.all(Array.from({ length: 41 }, (_, index) => elsewhere.write('free', { index })))
    expect(await other.selectFrom('audit').select('seq').where('event', '=', 'held').execute()).toEqual([])
    for (const end of ends) end()
    await Promise.all(held)
    expect(await audit.verify()).toBeUndefined()
    expect(await db.selectFrom('audit').select('seq').execute()).toHaveLength(49)
    await other.destroy()
    await db.destroy()
  })

  test('a change, a gap, a lost chain and a shortened end are found', async () => {
    const changed = await oneChain()
    await changed.db.updateTable('audit').set({ facts: '{"user":"other"}' }).where('seq', '=', 7).execute()
    expect(await changed.audit.verify()).toEqual({ chain: changed.chain, seq: 7 })
    await changed.db.destroy()

    const gap = await oneChain()
    await gap.db.deleteFrom('audit').where('seq', '=', 9).execute()
    expect(await gap.audit.verify()).toEqual({ chain: gap.chain, seq: 9 })
    await gap.db.destroy()

    const whole = await oneChain()
    await whole.db.deleteFrom('audit').execute()
    await whole.db.deleteFrom('audit_heads').where('chain', '=', whole.chain).execute()
    expect(await whole.audit.verify()).toEqual({ chain: whole.chain, seq: 1 })
    await whole.db.destroy()

    const moved = await oneChain()
    const target = 5
    const head = await moved.db.selectFrom('audit_heads').selectAll().where('chain', '=', moved.chain).executeTakeFirstOrThrow()
    await moved.db.updateTable('audit').set({ chain: target }).execute()
    await moved.db.updateTable('audit_heads').set({ seq: head.seq, hash: head.hash }).where('chain', '=', target).execute()
    await moved.db.updateTable('audit_heads').set({ seq: 0, hash: '' }).where('chain', '=', moved.chain).execute()
    expect(await moved.audit.verify()).toEqual({ chain: target, seq: 1 })
    await moved.db.destroy()
  })

  test.each([
    [-1, 1],
    [32, 1],
    [7, 0],
    [7, -3],
  ])('an entry that was put into chain %i as %i, where no chain has one, is found', async (chain, seq) => {
    const { db, audit } = await written()
    await db.insertInto('audit').values({ chain, seq, at: clock(), event: 'login', facts: '{}', hash: 'k.made-up' }).execute()
    expect(await audit.verify()).toEqual({ chain, seq })
    await expect(verifyAudit(audit)).rejects.toThrow(AuditError)
    await db.destroy()
  })

  test('an end that was cut with its head shows by what was kept elsewhere', async () => {
    const { db, audit, chain } = await oneChain()
    const said = await verifyAudit(audit)
    expect(said).toContain('12 entries in 1 chains are as they were written.')
    const line = said.split('\n').at(-1) ?? ''
    await db.deleteFrom('audit').where('seq', '>', 10).execute()
    expect(await audit.verify()).toEqual({ chain, seq: 11 })
    const last = await db.selectFrom('audit').select('hash').where('seq', '=', 10).executeTakeFirstOrThrow()
    await db.updateTable('audit_heads').set({ seq: 10, hash: last.hash }).where('chain', '=', chain).execute()
    expect(await audit.verify()).toBeUndefined()
    await expect(verifyAudit(audit, line)).rejects.toThrow(`entry 12 of chain ${chain} is not as it was written`)
    await expect(verifyAudit(audit, line)).rejects.toThrow(AuditError)
    for (const none of ['nonsense', '', '\n', `${(await verifyAudit(audit)).split('\n').at(-1)} nonsense`])
      await expect(verifyAudit(audit, none)).rejects.toThrow('no line that was kept')
    // As a shell puts it into a file, with what the log says beside it.
    expect(await verifyAudit(audit, `{"event":"closed"}\n${await verifyAudit(audit)}\n`)).toBe(await verifyAudit(audit))
    // Written again, it is another entry: its hash is of another time.
    const later = createAudit({ db, clock: () => clock() + 1, secrets })
    const others = await db.selectFrom('audit_heads').selectAll().where('chain', '<>', chain).execute()
    await db.deleteFrom('audit_heads').where('chain', '<>', chain).execute()
    for (let index = 10; index < 12; index += 1) await later.write('login', { user: `u${index}` })
    await db.insertInto('audit_heads').values(others).execute()
    expect(await audit.verify()).toBeUndefined()
    await expect(verifyAudit(audit, line)).rejects.toThrow(AuditError)
    await db.destroy()
  })

  test('the one chain of an earlier release goes on as it stands', async () => {
    const url = await fresh()
    const db = openDatabase(url)
    const [first = ''] = Object.keys(auditMigrations)
    await migrate(db, { [first]: auditMigrations[first]! })
    let previous = ''
    for (let seq = 1; seq <= 3; seq += 1) {
      const hash = secrets.index('audit', JSON.stringify([previous, seq, clock(), 'login', '{}']))
      await sql`insert into audit (seq, at, event, facts, hash) values (${seq}, ${clock()}, 'login', '{}', ${hash})`.execute(db)
      await sql`update audit_head set seq = ${seq}, hash = ${hash}`.execute(db)
      previous = hash
    }
    await migrate(db, auditMigrations)
    const audit = createAudit({ db, clock, secrets })
    expect(await audit.verify()).toBeUndefined()
    expect(await audit.heads()).toEqual([{ chain: 0, seq: 3, hash: previous }])
    await audit.write('login')
    expect(await audit.verify()).toBeUndefined()
    await db.updateTable('audit').set({ event: 'other' }).where('chain', '=', 0).where('seq', '=', 2).execute()
    expect(await audit.verify()).toEqual({ chain: 0, seq: 2 })
    await db.destroy()
  })

  test('hashes are written anew by the newest key, of all chains, and what was kept before still says what has to be there', async () => {
    const { db, audit } = await written()
    const line = (await verifyAudit(audit)).split('\n').at(-1) ?? ''
    const keys = [{ id: 'new', bytes: new Uint8Array(32).fill(7) }]
    const both = createSecrets({ keys: [...keys, { id: 'k', bytes: new Uint8Array(32) }] })
    expect(await createAudit({ db, clock, secrets: both }).rehash()).toBe(12)
    const alone = createAudit({ db, clock, secrets: createSecrets({ keys }) })
    await alone.write('login')
    expect(await verifyAudit(alone, line)).toContain('13 entries')
    await db.destroy()
  })

  test('an entry stands or falls with its transaction', async () => {
    const { db, audit } = await written()
    const failed = db.transaction().execute(async (trx) => {
      await audit.write('login', { user: 'nobody' }, trx)
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await audit.verify()).toBeUndefined()
    await audit.write('login', { user: 'somebody' })
    expect(await audit.verify()).toBeUndefined()
    expect(await db.selectFrom('audit').select('seq').execute()).toHaveLength(13)
    await db.destroy()
  })
})
