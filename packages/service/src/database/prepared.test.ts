import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { databases } from '../test/databases.js'
import { type Database, openDatabase } from './database.js'
import { prepared } from './prepared.js'

declare module './database.js' {
  interface Tables {
    prepared_things: { id: string; size: number; name: string | null }
  }
}

const tables = {
  things_001: {
    up: async (db: Database) => {
      await sql`create table prepared_things (id text primary key, size bigint not null, name text)`.execute(db)
    },
  },
}

describe.each(await databases(tables))('statements whose text is made once, on $name', ({ fresh, drop }) => {
  afterAll(drop)

  const add = prepared((at, { ids, size, name }: { ids: readonly string[]; size: number; name: string | null }) =>
    at.insertInto('prepared_things').values(ids.map((id) => ({ id, size, name }))),
  )
  const build = vi.fn((at: Database, { ids, above }: { ids: readonly string[]; above: number }) =>
    at.selectFrom('prepared_things').select(['id', 'size']).where('id', 'in', ids).where('size', '>', above).orderBy('id').limit(50),
  )

  test('each run has values of its own, lists of any length and nothing among them', async () => {
    const db = openDatabase(await fresh())
    await add(db, { ids: ['a', 'b'], size: 1, name: null })
    await add(db, { ids: ['c'], size: 2, name: "it's" })
    await add(db, { ids: ['d', 'e'], size: 3, name: 'x' })
    const find = prepared(build)
    build.mockClear()
    const ids = async (asked: readonly string[], above: number) => (await find(db, { ids: asked, above })).map(({ id }) => id)
    expect(await ids(['a', 'b', 'c'], 0)).toEqual(['a', 'b', 'c'])
    expect(await ids(['c', 'd', 'e'], 2)).toEqual(['d', 'e'])
    expect(await ids(['a', 'b', 'e'], 0)).toEqual(['a', 'b', 'e'])
    expect(await ids(['b'], 0)).toEqual(['b'])
    expect(await ids(["' or 1=1 --"], 0)).toEqual([])
    expect(build).toHaveBeenCalledTimes(2)
    const { rows } = await sql<{ name: string | null }>`select name from prepared_things order by id`.execute(db)
    expect(rows.map(({ name }) => name)).toEqual([null, null, "it's", 'x', 'x'])
    await db.destroy()
  })

  test('it is part of the transaction that it is given', async () => {
    const db = openDatabase(await fresh())
    const failed = db.transaction().execute(async (trx) => {
      await add(trx, { ids: ['a'], size: 1, name: null })
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    expect(await prepared(build)(db, { ids: ['a'], above: 0 })).toEqual([])
    await db.destroy()
  })

  test('a statement that looks at a value while it is made is refused', async () => {
    const db = openDatabase(await fresh())
    const wrong = prepared((at, { now }: { now: number }) =>
      at
        .selectFrom('prepared_things')
        .selectAll()
        .where('size', '>', now - 5),
    )
    await expect(wrong(db, { now: 7 })).rejects.toThrow('now is not known')
    await db.destroy()
  })
})
