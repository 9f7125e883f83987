import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { migrate, openDatabase } from '../database/database.js'
import { randomToken } from '../secrets/secrets.js'
import { databases } from '../test/databases.js'
import { createRates, rateMigrations } from './rates.js'

describe.each(await databases())('rates on $name', ({ name, fresh, drop }) => {
  afterAll(drop)

  async function opened() {
    const db = openDatabase(await fresh())
    await migrate(db, rateMigrations)
    const time = { now: 1_700_000_000_000 }
    return { db, time, rates: createRates({ db, clock: () => time.now, newId: () => randomToken(16) }) }
  }
  const rule = (key: string, limit: number, seconds: number) => ({ key, limits: [{ limit, seconds }] })

  test('S27: the limit holds in every window, also under 200 requests at once', async () => {
    const { db, time, rates } = await opened()
    const burst = async () =>
      (await Promise.all(Array.from({ length: 200 }, () => rates.take([rule('a', 5, 60)])))).filter(({ status }) => status === 'taken')
        .length
    expect(await burst()).toBe(5)
    time.now += 59_999
    expect(await rates.take([rule('a', 5, 60)])).toMatchObject({ status: 'refused', retryAfter: 1 })
    time.now += 1
    expect(await burst()).toBe(5)
    recordPromise({ id: 'S27', name: `events over the limit, ${name}`, runs: 401, accepted: 0 })
    await db.destroy()
  })

  test('one event counts under all keys, or under none', async () => {
    const { db, rates } = await opened()
    await rates.take([rule('b', 1, 60)])
    expect((await rates.take([rule('a', 5, 60), rule('b', 1, 60)])).status).toBe('refused')
    expect(await rates.count('a', 60)).toBe(0)
    expect(await rates.count('b', 60)).toBe(1)
    await db.destroy()
  })

  test('requests for the same keys in another order never block each other', async () => {
    const { db, rates } = await opened()
    const keys = ['a', 'b', 'c', 'd']
    const orders = Array.from({ length: 60 }, (_, index) => keys.toSorted(() => (index % 3) - 1).map((key) => rule(key, 1000, 60)))
    await Promise.all(orders.map((rules) => rates.take(rules)))
    for (const key of keys) expect(await rates.count(key, 60)).toBe(60)
    await db.destroy()
  })

  test('an event that is given back does not count', async () => {
    const { db, rates } = await opened()
    const taken = await rates.take([rule('a', 1, 60)])
    if (taken.status === 'taken') await taken.giveBack()
    expect((await rates.take([rule('a', 1, 60)])).status).toBe('taken')
    await db.destroy()
  })

  test('R16: whatever the clock does, the wait is 1 to 30 seconds', async () => {
    const { db, time, rates } = await opened()
    const waits: number[] = []
    const runs = name === 'SQLite' ? 100 : 40
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 8 }), fc.integer({ min: -86_400_000, max: 86_400_000 }), async (key, jump) => {
        await rates.take([rule(key, 1, 30)])
        time.now += jump
        const again = await rates.take([rule(key, 1, 30)])
        if (again.status === 'refused') waits.push(again.retryAfter)
        else expect(jump).toBeGreaterThanOrEqual(30_000)
      }),
      { numRuns: runs },
    )
    expect(waits.length).toBeGreaterThan(0)
    expect(waits.every((wait) => Number.isInteger(wait) && wait >= 1 && wait <= 30)).toBe(true)
    await db.destroy()
  })

  test('what no limit looks at any more is dropped', async () => {
    const { db, time, rates } = await opened()
    await rates.note('a')
    time.now += 3 * 86_400_000
    await rates.note('b')
    await rates.sweep()
    expect(await db.selectFrom('rate_events').select('key').execute()).toEqual([{ key: 'b' }])
    expect(await db.selectFrom('rate_keys').select('key').execute()).toEqual([{ key: 'b' }])
    await db.destroy()
  })
})
