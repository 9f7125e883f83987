import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { StorageError } from '../../errors.js'
import { type CommitsOptions, createCommits } from './commits.js'

const folder = mkdtempSync(join(tmpdir(), 'portico-commits-'))
const databases: Database.Database[] = []
let files = 0
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(() => {
  vi.useRealTimers()
  for (const database of databases.splice(0)) database.close()
})

function open(options?: CommitsOptions) {
  const database = new Database(join(folder, `${++files}.db`))
  databases.push(database)
  database.pragma('foreign_keys = ON')
  // A row without its owner fails when it is committed, and not before.
  database.exec('CREATE TABLE owner (id INTEGER PRIMARY KEY)')
  database.exec('CREATE TABLE item (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES owner (id) DEFERRABLE INITIALLY DEFERRED)')
  const commits = createCommits(database, options)
  const insert = database.prepare('INSERT INTO item VALUES (?, ?)')
  const count = (): unknown => Object(database.prepare('SELECT count(*) AS count FROM item').get()).count
  return { database, commits, insert, count }
}

test('answers the work of a turn in order, once it is committed', async () => {
  const { database, commits, insert } = open()
  const seen: string[] = []
  const stands = (): string => (database.inTransaction ? 'open' : 'committed')
  const add = (id: number) => commits.add(() => void insert.run(id, null)).then(() => seen.push(`answered ${id}: ${stands()}`))
  await Promise.all([add(1), add(2)])
  expect(seen).toEqual(['answered 1: committed', 'answered 2: committed'])
})

test('refuses everything in a transaction that the disk did not take, and goes on with the next', async () => {
  const { commits, insert, count } = open()
  const both = await Promise.allSettled([commits.add(() => void insert.run(1, null)), commits.add(() => void insert.run(2, 77))])
  for (const one of both) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(StorageError) })
  expect(count()).toBe(0)
  await commits.add(() => void insert.run(1, null))
  expect(count()).toBe(1)
})

test('lets work that nobody waits for share a transaction, waits a moment at most, and shows it to who looks', async () => {
  vi.useFakeTimers()
  const { commits, insert, count } = open()
  const first = commits.addLater(() => void insert.run(1, null))
  await vi.advanceTimersByTimeAsync(50)
  expect(count()).toBe(0)
  await vi.advanceTimersByTimeAsync(50)
  await first
  expect(count()).toBe(1)

  const second = commits.addLater(() => void insert.run(2, null))
  const third = commits.add(() => void insert.run(3, null))
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all([second, third])
  expect(count()).toBe(3)

  const fourth = commits.addLater(() => void insert.run(4, null))
  commits.settle()
  expect(count()).toBe(4)
  await fourth
})

test('commits what waits when it is closed, and refuses what comes later', async () => {
  const { commits, insert, count } = open()
  const waiting = [commits.addLater(() => void insert.run(1, null)), commits.add(() => void insert.run(2, null))]
  await commits.close()
  await Promise.all(waiting)
  expect(count()).toBe(2)
  await expect(commits.addLater(() => {})).rejects.toThrow(StorageError)
})

/** A disk that is waited for until it is told to answer. */
function slowDisk() {
  const waits: { resolve: () => void; reject: (error: Error) => void }[] = []
  const sync = () => new Promise<void>((resolve, reject) => waits.push({ resolve, reject }))
  return { waits, sync }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('answers when the disk has it and not before, and what comes meanwhile shares the next wait', async () => {
  const { waits, sync } = slowDisk()
  const { commits, insert, count } = open({ sync })
  const answered: number[] = []
  const add = (id: number) => commits.add(() => void insert.run(id, null)).then(() => void answered.push(id))
  const first = add(1)
  await turn()
  expect([count(), answered, waits.length]).toEqual([1, [], 1])
  const rest = [add(2), add(3)]
  await turn()
  await turn()
  expect([count(), answered, waits.length]).toEqual([1, [], 1])
  waits[0]?.resolve()
  await first
  await expect.poll(() => waits.length).toBe(2)
  expect([count(), answered]).toEqual([3, [1]])
  waits[1]?.resolve()
  await Promise.all(rest)
  expect(answered).toEqual([1, 2, 3])
})

test('what was committed while the disk was waited for waits once more', async () => {
  const { waits, sync } = slowDisk()
  const { commits, insert, count } = open({ sync })
  const first = commits.add(() => void insert.run(1, null))
  await turn()
  let isKept = false
  const second = commits.addLater(() => void insert.run(2, null)).then(() => (isKept = true))
  commits.settle() // somebody looks
  expect(count()).toBe(2)
  waits[0]?.resolve()
  await first
  await turn()
  expect([isKept, waits.length]).toEqual([false, 2])
  waits[1]?.resolve()
  await second
})

test('refuses what a disk did not keep, and closes only once it has answered', async () => {
  const { waits, sync } = slowDisk()
  const { commits, insert } = open({ sync })
  const lost = commits.add(() => void insert.run(1, null))
  await turn()
  waits[0]?.reject(Object.assign(new Error('i/o error, fdatasync'), { code: 'EIO' }))
  await expect(lost).rejects.toThrow('SQLite failed: EIO.')
  const kept = commits.add(() => void insert.run(2, null))
  let isClosed = false
  const closed = commits.close().then(() => (isClosed = true))
  await turn()
  expect(isClosed).toBe(false)
  waits[1]?.resolve()
  await Promise.all([kept, closed])
})

test('a file that is gone by the time the disk has it is told to everybody who waits', async () => {
  const { commits, insert } = open({
    sync: async () => {},
    check: () => {
      throw new StorageError('The database file was deleted or replaced.')
    },
  })
  const both = [commits.add(() => void insert.run(1, null)), commits.add(() => void insert.run(2, null))]
  for (const one of await Promise.allSettled(both)) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(StorageError) })
})
