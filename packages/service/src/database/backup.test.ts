import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import Sqlite from 'libsql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditMigrations, createAudit } from '../audit/audit.js'
import { DatabaseError, OptionsError } from '../errors.js'
import { createPassingSecrets, createSecrets, operatorKeyWrapper, passingMigrations } from '../secrets/index.js'
import { databases } from '../test/databases.js'
import { backupDatabase, restoreDatabase } from './backup.js'
import { type Database, type Migrations, migrate, openDatabase } from './database.js'
import { finishRestore, markRestored } from './restored.js'

const folder = mkdtempSync(join(tmpdir(), 'portico-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let count = 0
const path = (name: string): string => join(folder, `${++count}.${name}`)

/** A service's tables, as far as a backup looks at them. */
const things: Migrations = {
  things_001: {
    up: async (db) => {
      await sql`create table things (id integer primary key, text varchar(100) not null)`.execute(db)
    },
  },
}
async function fill(url: string, texts: readonly string[]): Promise<void> {
  const db = openDatabase(url)
  await migrate(db, things)
  for (const [index, text] of texts.entries()) await sql`insert into things (id, text) values (${index}, ${text})`.execute(db)
  await db.destroy()
}
async function read(url: string): Promise<string[]> {
  const db = openDatabase(url)
  try {
    const { rows } = await sql<{ text: string }>`select text from things order by id`.execute(db)
    return rows.map(({ text }) => text)
  } finally {
    await db.destroy()
  }
}

describe.each(await databases())('a backup on $name', ({ name, fresh, drop }) => {
  afterAll(drop)
  const isFile = name === 'SQLite'
  const texts = Array.from({ length: 300 }, () => randomBytes(48).toString('base64url'))
  let url = ''
  let whole = ''
  beforeAll(async () => {
    url = await fresh()
    whole = path('whole')
    await fill(url, texts)
    await backupDatabase(url, whole)
  })

  test('of two that are written to one file at once, one is there, whole, and the other says so', async () => {
    for (let round = 0; round < 5; round += 1) {
      const file = path('both')
      const outcomes = await Promise.allSettled([backupDatabase(url, file), backupDatabase(url, file), backupDatabase(url, file)])
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const place = await fresh()
      await restoreDatabase(place, file, things)
      expect(await read(place)).toEqual(texts)
      expect(readdirSync(folder).filter((each) => each.endsWith('.part'))).toEqual([])
    }
  })

  test('is not written over a link, nor to where that leads', async () => {
    const [elsewhere, link] = [path('elsewhere'), path('link')]
    symlinkSync(elsewhere, link)
    const outcome = await backupDatabase(url, link).catch((error: unknown) => error)
    expect(outcome).toBeInstanceOf(OptionsError)
    expect(existsSync(elsewhere)).toBe(false)
    expect(readlinkSync(link)).toBe(elsewhere)
  })

  test('one that was cut off, or is empty, or is something else, is refused, and the place stays empty', async () => {
    const bytes = readFileSync(whole)
    const place = await fresh()
    const lengths = [0, 1, 100, 512, 4096, 8192, Math.floor(bytes.length / 2), bytes.length - 1]
    for (const length of lengths) {
      const cut = path('cut')
      copyFileSync(whole, cut)
      truncateSync(cut, length)
      await expect(restoreDatabase(place, cut, things), `${length} bytes`).rejects.toThrow(DatabaseError)
    }
    const foreign = path('foreign')
    const other = new Sqlite(foreign)
    other.exec('create table things (id integer primary key)')
    other.close()
    await expect(restoreDatabase(place, whole, { others_001: { up: async () => {} } })).rejects.toThrow('things_001 is not known here')
    const text = path('text')
    writeFileSync(text, 'select 1;\n'.repeat(1000))
    for (const file of [foreign, text]) await expect(restoreDatabase(place, file, things)).rejects.toThrow(DatabaseError)
    await restoreDatabase(place, whole, things)
    expect(await read(place)).toEqual(texts)
  })

  test('what has to end after a restore ends once, in one of several processes that start, and again where a start failed', async () => {
    const place = await fresh()
    // A restore that was killed before it wrote anything but its mark.
    if (!isFile) {
      const killed = openDatabase(place)
      await markRestored(killed)
      await killed.destroy()
    }
    await restoreDatabase(place, whole, things)
    const processes = Array.from({ length: 3 }, () => openDatabase(place))
    const [first] = processes
    if (!first) throw new Error('There is no process.')
    await migrate(first, { ...things, ...auditMigrations })
    const secrets = createSecrets({ keys: [{ id: 'k1', bytes: randomBytes(32) }] })
    const audit = createAudit({ db: first, clock: () => 1_800_000_000_000, secrets })
    await audit.write('backup.written')
    let times = 0
    const start = (db: Database) =>
      finishRestore(db, createAudit({ db, clock: Date.now, secrets }), async (trx, at) => {
        times += at === 1_800_000_000_000 ? 1 : 100
        await sql`delete from things where id = 0`.execute(trx)
        if (times === 1) throw new Error('killed')
      })
    await expect(start(first)).rejects.toThrow('killed')
    expect(await read(place)).toEqual(texts)
    // The locks of a file would hold up this one thread.
    const started = isFile ? [await start(first), await start(processes[1] ?? first)] : await Promise.all(processes.map(start))
    expect([started.filter((at) => at === 1_800_000_000_000).length, times]).toEqual([1, 2])
    expect(await read(place)).toEqual(texts.slice(1))
    expect(await start(first)).toBeUndefined()
    expect(await audit.verify()).toBeUndefined()
    // What was restored is backed up and restored in its turn.
    const [file, next] = [path('again'), await fresh()]
    await backupDatabase(place, file)
    await restoreDatabase(next, file, { ...things, ...auditMigrations })
    expect(await read(next)).toEqual(texts.slice(1))
    await Promise.all(processes.map((db) => db.destroy()))
  })

  test('S44: holds no key of those that pass: what was sealed to one would open for whoever gets the backup later', async () => {
    const [source, file, place] = [await fresh(), path('passing'), await fresh()]
    const db = openDatabase(source)
    const migrations = { ...things, ...passingMigrations }
    await migrate(db, migrations)
    const wrapper = operatorKeyWrapper(createSecrets({ keys: [{ id: 'k1', bytes: randomBytes(32) }] }))
    await createPassingSecrets({ db, clock: Date.now, wrapper }).newest()
    const { wrapped } = await db.selectFrom('passing_secrets').select('wrapped').executeTakeFirstOrThrow()
    await backupDatabase(source, file)
    // The service goes on with it.
    expect(await db.selectFrom('passing_secrets').select('wrapped').execute()).toEqual([{ wrapped }])
    await db.destroy()
    expect(readFileSync(file).includes(wrapped)).toBe(false)
    expect(readdirSync(folder).filter((each) => each.includes('.passing.'))).toEqual([])
    await restoreDatabase(place, file, migrations)
    const restored = openDatabase(place)
    expect(await restored.selectFrom('passing_secrets').selectAll().execute()).toEqual([])
    await restored.destroy()
  })

  test('is of one moment, whatever is written meanwhile', async () => {
    const [source, file, place] = [await fresh(), path('busy'), await fresh()]
    const db = openDatabase(source)
    const migrations = { ...things, ...auditMigrations }
    await migrate(db, migrations)
    const secrets = createSecrets({ keys: [{ id: 'k1', bytes: randomBytes(32) }] })
    const audit = createAudit({ db, clock: Date.now, secrets })
    let written = 0
    const write = (): Promise<void> =>
      db.transaction().execute(async (trx) => {
        written += 1
        const id = written
        await sql`insert into things (id, text) values (${id}, 'x')`.execute(trx)
        await audit.write('thing', { id }, trx)
      })
    for (let each = 0; each < 50; each += 1) await write()
    let isDone = false
    const backup = backupDatabase(source, file).finally(() => (isDone = true))
    const writers = Array.from({ length: 4 }, async () => {
      do await write()
      while (!isDone)
    })
    await Promise.all([backup, ...writers])
    await db.destroy()
    await restoreDatabase(place, file, migrations)
    const restored = openDatabase(place)
    const held = await sql<{ count: number }>`select count(*) as count from things`.execute(restored)
    const heads = await createAudit({ db: restored, clock: Date.now, secrets }).heads()
    expect(await createAudit({ db: restored, clock: Date.now, secrets }).verify()).toBeUndefined()
    const count = Number(held.rows[0]?.count)
    expect(count).toBeGreaterThanOrEqual(50)
    // Each of them is there with its entry.
    expect(heads.reduce((sum, { seq }) => sum + seq, 0)).toBe(count)
    await restored.destroy()
  })

  if (!isFile) return

  test('what a restore that was killed has left beside its place is not taken for the next one', async () => {
    const place = await fresh()
    const stale = path('stale')
    const before = new Sqlite(stale)
    before.pragma('journal_mode = WAL')
    before.exec("create table things (id integer primary key, text text); insert into things values (0, 'of another restore')")
    // As the machine stopped: with what had not come into the file.
    for (const end of ['', '-wal', '-shm']) copyFileSync(`${stale}${end}`, `${place}.part${end}`)
    before.close()
    await restoreDatabase(place, whole, things)
    expect(await read(place)).toEqual(texts)
  })

  test('a log that lies beside an empty place is no empty place: it would be played into what is restored', async () => {
    for (const end of ['-journal', '-wal', '-shm']) {
      const place = await fresh()
      writeFileSync(`${place}${end}`, 'x')
      await expect(restoreDatabase(place, whole, things), end).rejects.toThrow('is there already')
      expect(existsSync(place)).toBe(false)
    }
  })

  test('what is restored can be read by this user alone, however the backup was kept', async () => {
    for (const mode of [0o644, 0o666, 0o400]) {
      const [place, kept] = [await fresh(), path('kept')]
      copyFileSync(whole, kept)
      chmodSync(kept, mode)
      await restoreDatabase(place, kept, things)
      expect(statSync(place).mode & 0o777).toBe(0o600)
    }
  })
})
