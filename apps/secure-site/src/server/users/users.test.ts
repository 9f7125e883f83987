import { migrate, openDatabase } from '@portico/service/database'
import { type OperatorKey, createSecrets } from '@portico/service/secrets'
import { databases } from '@portico/service/test'
import { afterAll, describe, expect, test } from 'vitest'
import { createUsers, userMigrations } from './users.js'

const indexKey = new Uint8Array(32).fill(3)
const keyOf = (id: string, byte: number): OperatorKey => ({ id, bytes: new Uint8Array(32).fill(byte) })

describe.each(await databases(userMigrations))('users on $name', ({ fresh, drop }) => {
  afterAll(drop)

  test('of 50 logins at once with a new address one makes the account', async () => {
    const db = openDatabase(await fresh())
    await migrate(db, userMigrations)
    const users = createUsers({ db, clock: Date.now, secrets: createSecrets({ keys: [keyOf('a', 1)], indexKey }) })
    const found = await Promise.all(
      Array.from({ length: 50 }, (_, index) => users.byEmail(db, index % 2 ? 'Visitor@Example.com ' : 'visitor@example.com')),
    )
    expect(new Set(found.map(({ id }) => id)).size).toBe(1)
    expect(found[0]?.email).toBe('visitor@example.com')
    await db.destroy()
  })

  test('S49: a new key takes over, from the one of earlier releases as well, and then the older ones can go', async () => {
    const db = openDatabase(await fresh())
    await migrate(db, userMigrations)
    const usersWith = (keys: OperatorKey[], indexKey?: Uint8Array) =>
      createUsers({ db, clock: Date.now, secrets: createSecrets({ keys, ...(indexKey && { indexKey }) }) })
    const before = usersWith([keyOf('a_1', 1)])
    const { id } = await before.byEmail(db, 'visitor@example.com')
    await before.rememberDevice(db, 'browser', 'visitor@example.com')
    // As an earlier release wrote it: by a key without a name.
    const [, unnamed = ''] = createSecrets({ keys: [keyOf('a_1', 1)], indexKey }).indexes('email', 'visitor@example.com')
    await db.updateTable('users').set({ email_index: unnamed }).execute()
    await db.updateTable('devices').set({ email_index: unnamed }).execute()

    const all = usersWith([keyOf('ab1', 2), keyOf('a_1', 1)], indexKey)
    expect((await all.byEmail(db, 'visitor@example.com')).id).toBe(id)
    expect(await all.isKnownDevice('browser', 'visitor@example.com')).toBe(true)
    await expect(all.create(db, { email: 'visitor@example.com' })).rejects.toMatchObject({ code: 'email_taken' })
    expect(await all.reindex()).toBe(1)
    expect(await all.reindex()).toBe(0)
    const index = usersWith([keyOf('ab1', 2)])
    expect(await index.isKnownDevice('browser', 'visitor@example.com')).toBe(true)
    expect(await db.selectFrom('devices').selectAll().execute()).toHaveLength(1)
    await expect(index.find(db, id)).rejects.toThrow('not there')
    await db.destroy()
  })

  test('one address belongs to one account', async () => {
    const db = openDatabase(await fresh())
    await migrate(db, userMigrations)
    const users = createUsers({ db, clock: Date.now, secrets: createSecrets({ keys: [keyOf('a', 1)], indexKey }) })
    const first = await users.byEmail(db, 'first@example.com')
    const second = await users.byEmail(db, 'second@example.com')
    await expect(users.create(db, { email: 'FIRST@example.com' })).rejects.toMatchObject({ code: 'email_taken' })
    await expect(users.changeEmail(db, { id: second.id, from: 'second@example.com', to: 'first@example.com' })).rejects.toMatchObject({
      code: 'email_taken',
    })
    await expect(users.changeEmail(db, { id: second.id, from: 'other@example.com', to: 'third@example.com' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await users.changeEmail(db, { id: first.id, from: 'first@example.com', to: 'third@example.com' })
    expect((await users.byEmail(db, 'third@example.com')).id).toBe(first.id)
    expect((await users.create(db, { email: 'first@example.com' })).email).toBe('first@example.com')
    // A social account's address is for mails alone, until its owner proves one here.
    const social = await users.create(db, { userName: 'octavia' })
    await users.changeEmail(db, { id: social.id, from: null, to: 'octavia@example.com' })
    expect((await users.byEmail(db, 'octavia@example.com')).id).toBe(social.id)
    await db.destroy()
  })
})
