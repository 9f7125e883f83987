import { afterAll, describe, expect, test } from 'vitest'
import { migrate, openDatabase } from '../database/database.js'
import { createSecrets } from '../secrets/secrets.js'
import { databases } from '../test/databases.js'
import { auditMigrations, createAudit } from './audit.js'

describe.each(await databases())('the audit log on $name', ({ fresh, drop }) => {
  afterAll(drop)

  async function written() {
    const db = openDatabase(await fresh())
    await migrate(db, auditMigrations)
    const secrets = createSecrets({ keys: [{ id: 'k', bytes: new Uint8Array(32) }], indexKey: new Uint8Array(32).fill(9) })
    const audit = createAudit({ db, clock: () => 1_700_000_000_000, secrets })
    await Promise.all(Array.from({ length: 12 }, (_, index) => audit.write('login', { user: `u${index}` })))
    return { db, audit }
  }

  test('entries of many requests at once stand in one chain', async () => {
    const { db, audit } = await written()
    expect(await audit.verify()).toBeUndefined()
    const rows = await db.selectFrom('audit').select(['seq', 'facts']).orderBy('seq').execute()
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
    expect(new Set(rows.map(({ facts }) => facts)).size).toBe(12)
    await db.destroy()
  })

  test('a change, a gap, a swap and a shortened end are found', async () => {
    const changed = await written()
    await changed.db.updateTable('audit').set({ facts: '{"user":"other"}' }).where('seq', '=', 7).execute()
    expect(await changed.audit.verify()).toBe(7)
    await changed.db.destroy()

    const gap = await written()
    await gap.db.deleteFrom('audit').where('seq', '=', 9).execute()
    expect(await gap.audit.verify()).toBe(9)
    await gap.db.destroy()

    const end = await written()
    await end.db.deleteFrom('audit').where('seq', '>', 10).execute()
    expect(await end.audit.verify()).toBe(11)
    const last = await end.db.selectFrom('audit').select('hash').where('seq', '=', 10).executeTakeFirstOrThrow()
    await end.db.updateTable('audit_head').set({ seq: 10, hash: last.hash }).execute()
    // Whoever can write both can cut the end: that is why the newest hash is worth keeping elsewhere.
    expect(await end.audit.verify()).toBeUndefined()
    await end.db.destroy()
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
