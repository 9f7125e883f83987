import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { type Tables, openDatabase, unsynced } from './database.js'
import { createDisk } from './disk.js'
import { sqliteDialect } from './sqlite.js'

const folder = mkdtempSync(join(tmpdir(), 'portico-durability-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A disk that is as slow as a test wants it: each wait for it ends when it is told to. */
function slowDisk() {
  const waits: { end: () => void; fail: (error: Error) => void }[] = []
  const openFile = vi.fn(async () => ({
    datasync: () => new Promise<void>((end, fail) => void waits.push({ end, fail })),
    close: async () => {},
  }))
  return { waits, openFile }
}

/** A database whose waits for the disk are a test's. */
function slowDatabase(name: string) {
  const { waits, openFile } = slowDisk()
  const file = join(folder, name)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(file, 1000, (log) => createDisk(log, openFile)) })
  const add = (id: number, at = db) => sql`insert into things (id) values (${id})`.execute(at)
  const ids = async (at = db) => (await sql<{ id: number }>`select id from things order by id`.execute(at)).rows.map(({ id }) => id)
  const create = async () => {
    const made = sql`create table things (id integer primary key)`.execute(db)
    await vi.waitFor(() => expect(waits).toHaveLength(1))
    waits[0]?.end()
    await made
  }
  return { db, file, waits, openFile, add, ids, create }
}

const settled = async (work: Promise<unknown>): Promise<boolean> => {
  let done = false
  void work.then(
    () => (done = true),
    () => (done = true),
  )
  await new Promise((resolve) => setTimeout(resolve, 20))
  return done
}

test('what is written has its answer when it is on the disk, and what others do meanwhile waits for nothing', async () => {
  const { db, file, waits, openFile, add, ids, create } = slowDatabase('answers.db')
  await create()
  expect(openFile).toHaveBeenCalledExactlyOnceWith(`${file}-wal`)
  const written = add(1)
  const within = db.transaction().execute((trx) => add(2, trx))
  expect(await settled(written)).toBe(false)
  expect(await settled(within)).toBe(false)
  // Committed, so that it outlives this process, and read without a wait.
  const other = openDatabase(file)
  expect(await ids(other)).toEqual([1, 2])
  expect(await ids()).toEqual([1, 2])
  expect(await db.transaction().execute((trx) => ids(trx))).toEqual([1, 2])
  waits[1]?.end()
  await written
  await vi.waitFor(() => expect(waits).toHaveLength(3))
  waits[2]?.end()
  await within
  await Promise.all([db.destroy(), other.destroy()])
})

test('all that was committed during one wait shares the next', async () => {
  const { db, waits, add, create } = slowDatabase('shared.db')
  await create()
  const first = add(0)
  await vi.waitFor(() => expect(waits).toHaveLength(2))
  const others = Array.from({ length: 50 }, (_, index) => add(index + 1))
  expect(await settled(Promise.race(others))).toBe(false)
  waits[1]?.end()
  await first
  // The wait that was under way had begun before they were there.
  expect(await settled(Promise.race(others))).toBe(false)
  expect(waits).toHaveLength(3)
  waits[2]?.end()
  await Promise.all(others)
  expect(waits).toHaveLength(3)
  await db.destroy()
})

test('only what is said not to matter after a power failure does not wait for the disk', async () => {
  const { db, file, waits, add, ids, create } = slowDatabase('unsynced.db')
  await create()
  await unsynced(db, (at) => add(1, at))
  await unsynced(db, (at) => at.transaction().execute((trx) => add(2, trx)))
  await expect(unsynced(db, (at) => add(1, at))).rejects.toThrow('UNIQUE')
  expect(waits).toHaveLength(1)
  const other = openDatabase(file)
  expect(await ids(other)).toEqual([1, 2])
  // What comes after it waits as ever, also after what has failed.
  const next = add(3)
  expect(await settled(next)).toBe(false)
  waits[1]?.end()
  await next
  await Promise.all([db.destroy(), other.destroy()])
})

test('a disk that has failed is believed nothing any more', async () => {
  const { db, waits, add, ids, create } = slowDatabase('failed.db')
  await create()
  const [first, second] = [add(1), add(2)]
  await vi.waitFor(() => expect(waits).toHaveLength(2))
  waits[1]?.fail(new Error('EIO'))
  await expect(first).rejects.toThrow('EIO')
  await expect(second).rejects.toThrow('EIO')
  await expect(add(3)).rejects.toThrow('EIO')
  expect(waits).toHaveLength(2)
  // What is there can be read.
  expect(await ids()).toEqual([1, 2, 3])
  await db.destroy()
})

test('a file’s log is synced for real, and a database in memory has none', async () => {
  const asked: string[] = []
  const watched = (log: string) => (asked.push(log), createDisk(log))
  const file = join(folder, 'real.db')
  for (const name of [file, ':memory:']) {
    const db = new Kysely<Tables>({ dialect: sqliteDialect(name, 1000, watched) })
    await sql`create table things (id integer primary key)`.execute(db)
    await Promise.all(Array.from({ length: 20 }, (_, id) => sql`insert into things (id) values (${id})`.execute(db)))
    const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db)
    // In a log that somebody waits for SQLite itself need not; elsewhere it does (FULL).
    expect(rows[0]?.synchronous).toBe(name === file ? 1 : 2)
    await db.destroy()
  }
  expect(asked).toEqual([`${file}-wal`])
})
