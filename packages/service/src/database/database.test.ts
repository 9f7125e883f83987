import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import Sqlite from 'libsql'
import { afterAll, expect, test } from 'vitest'
import { forgetDeleted, openDatabase } from './database.js'

const folder = mkdtempSync(join(tmpdir(), 'portico-database-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const holds = (file: string, text: string): boolean =>
  [file, `${file}-wal`].some((each) => existsSync(each) && readFileSync(each).includes(text))

test('S50: what is deleted or written over is in no file any more', async () => {
  const file = join(folder, 'a.db')
  const db = openDatabase(file)
  const texts = Array.from({ length: 50 }, () => randomBytes(64).toString('base64url'))
  await sql`create table things (id integer primary key, text text)`.execute(db)
  for (const text of texts) await sql`insert into things (text) values (${text})`.execute(db)
  await forgetDeleted(db)
  expect(texts.filter((text) => holds(file, text))).toHaveLength(50)
  await sql`update things set text = 'x' where id % 2 = 0`.execute(db)
  await sql`delete from things where id % 2 = 1`.execute(db)
  await forgetDeleted(db)
  expect(texts.filter((text) => holds(file, text))).toEqual([])
  await db.destroy()
})

test('S50: what an earlier release deleted and left in the file goes at the first start', async () => {
  const file = join(folder, 'b.db')
  const secret = randomBytes(64).toString('base64url')
  const before = new Sqlite(file)
  before.pragma('secure_delete = OFF')
  before.exec(`create table things (id integer primary key, text text); insert into things (text) values ('${secret}'); delete from things`)
  before.close()
  // It was there all the time.
  expect(holds(file, secret)).toBe(true)
  const db = openDatabase(file)
  await forgetDeleted(db)
  expect(holds(file, secret)).toBe(false)
  await forgetDeleted(db)
  await db.destroy()
})

test('a statement that is kept is right after a failure, and after its table has changed', async () => {
  const db = openDatabase(':memory:')
  await sql`create table things (id integer primary key)`.execute(db)
  const add = (id: number) => sql`insert into things (id) values (${id})`.execute(db)
  const all = async () => (await sql`select * from things order by id`.execute(db)).rows
  await add(1)
  await expect(add(1)).rejects.toThrow()
  await add(2)
  expect(await all()).toEqual([{ id: 1 }, { id: 2 }])
  await sql`alter table things add column name text not null default 'a'`.execute(db)
  expect(await all()).toEqual([
    { id: 1, name: 'a' },
    { id: 2, name: 'a' },
  ])
  await sql`drop table things`.execute(db)
  await expect(all()).rejects.toThrow('no such table')
  // More texts than are kept.
  for (let each = 0; each < 500; each += 1) expect((await sql`select ${sql.lit(each)} as n`.execute(db)).rows).toEqual([{ n: each }])
  await db.destroy()
})
