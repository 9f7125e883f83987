import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { forgetDeleted, openDatabase } from '../database/database.js'
import { databases } from '../test/databases.js'
import { createPassingSecrets, passingMigrations } from './passing.js'
import { createSecrets } from './secrets.js'
import { operatorKeyWrapper } from './wrapping.js'

describe.each(await databases(passingMigrations))('secrets of a short life on $name', ({ name, fresh, drop }) => {
  afterAll(drop)

  async function setUp() {
    const url = await fresh()
    const db = openDatabase(url)
    let now = 1_000_000_000
    const wrapper = operatorKeyWrapper(createSecrets({ keys: [{ id: 'k', bytes: randomBytes(32) }] }))
    const open = () => createPassingSecrets({ db, clock: () => now, wrapper })
    return { url, db, open, advance: (minutes: number) => (now += minutes * 60_000) }
  }

  test('one is given out for five minutes, opens for fifteen, and is gone then, in all processes', async () => {
    const { db, open, advance } = await setUp()
    const [first, other] = [open(), open()]
    const { id, bytes } = await first.newest()
    const copy = Uint8Array.from(bytes)
    expect(await other.newest()).toMatchObject({ id, bytes })
    advance(4)
    expect((await first.newest()).id).toBe(id)
    advance(2)
    const next = await other.newest()
    expect(next.id).not.toBe(id)
    expect((await first.all()).map((each) => each.id)).toEqual([next.id, id])
    advance(10)
    expect((await first.all()).map((each) => each.id)).toEqual([next.id])
    // Also what was in memory.
    expect(bytes).not.toEqual(copy)
    expect(bytes.every((byte) => byte === 0)).toBe(true)
    await other.sweep()
    expect(await db.selectFrom('passing_secrets').select('id').execute()).toEqual([{ id: next.id }])
    await db.destroy()
  })

  test('R16: one that was made under a clock that was ahead is not given out for longer than five minutes, and is gone with the next sweep', async () => {
    const { db, open, advance } = await setUp()
    const passing = open()
    advance(24 * 60)
    const ahead = await passing.newest()
    advance(-24 * 60)
    const made = await passing.newest()
    expect(made.id).not.toBe(ahead.id)
    expect((await passing.newest()).id).toBe(made.id)
    await passing.sweep()
    expect(await db.selectFrom('passing_secrets').select('id').execute()).toEqual([{ id: made.id }])
    await db.destroy()
  })

  // What Postgres leaves in its files is its operator's affair, and the guide says so.
  const inFile = name === 'SQLite' ? test : undefined
  inFile?.('what is gone is out of the file', async () => {
    const { url, db, open, advance } = await setUp()
    const passing = open()
    await passing.newest()
    const [row] = await db.selectFrom('passing_secrets').select('wrapped').execute()
    await forgetDeleted(db)
    const has = () => readFileSync(url).includes(row?.wrapped ?? 'nothing')
    expect(has()).toBe(true)
    advance(16)
    await passing.sweep()
    await forgetDeleted(db)
    expect(has()).toBe(false)
    await db.destroy()
  })

  test('one that the operator\u2019s key is gone of is over', async () => {
    const { db, open } = await setUp()
    await open().newest()
    const other = createPassingSecrets({
      db,
      clock: () => 1_000_000_000,
      wrapper: operatorKeyWrapper(createSecrets({ keys: [{ id: 'l', bytes: randomBytes(32) }] })),
    })
    expect(await other.all()).toEqual([])
    expect((await other.newest()).bytes).toHaveLength(32)
    await db.destroy()
  })
})
