import { randomBytes } from 'node:crypto'
import { databases, hasHsm, testHsm, testHttpKms } from '@portico/service/test'
import { afterAll, describe, expect, test } from 'vitest'
import { type Visitor, type World, createWorld, lastingStore } from './test/world.js'

const hsm = hasHsm ? testHsm(['new', 'old']) : undefined
afterAll(() => hsm?.drop())

const keyNames = (rows: readonly { wrapped_key: string | null }[]) => [...new Set(rows.map((row) => row.wrapped_key?.split('.')[0]))]
const halvesOf = async ({ site, vault }: World) => [
  ...(await site.services.db.selectFrom('wallet_ways').select('wrapped_key').execute()),
  ...(await vault.services.db.selectFrom('vault_ways').select('wrapped_key').execute()),
]
const recover = (world: World, { keys }: Visitor) =>
  keys.recoverByMail({ onMatch: () => void world.press('confirm'), signal: new AbortController().signal })

describe.each(await databases())('services whose halves a KMS wraps, on $name', ({ fresh, drop }) => {
  afterAll(drop)

  /** Services that start again and again on the same databases, with the same keys. */
  async function restarting() {
    const [database, vaultDatabase] = [await fresh(), await fresh()]
    const [site, vault] = [[{ id: 'k1', bytes: randomBytes(32) }], [{ id: 'v1', bytes: randomBytes(32) }]]
    return (kms?: NonNullable<Parameters<typeof createWorld>[0]['site']>['kms']) =>
      createWorld({
        database,
        vaultDatabase,
        outside: fetch,
        site: { keys: site, ...(kms && { kms }) },
        vault: { keys: vault, ...(kms && { kms }) },
      })
  }

  test.runIf(hsm)('S49: owners log in, sign, recover and stay over a rotation of keys in an HSM', async () => {
    const start = await restarting()
    const store = lastingStore()
    const before = await start()
    const ada = await before.visitor({ store })
    const addresses = await ada.keys.open()
    expect(keyNames(await halvesOf(before))).toEqual(['k1', 'v1'])
    await before.close()

    // The HSM comes in: what stands under the operator's keys is opened, and moved by a rotation.
    const old = await start(hsm?.options(['old']))
    const same = await old.visitor({ store, userId: ada.userId })
    expect(await same.keys.open()).toEqual(addresses)
    await same.keys.withKey('eip155', () => {})
    expect([(await old.site.rotate()).left, (await old.vault.rotate()).left]).toEqual([[], []])
    expect(keyNames(await halvesOf(old))).toEqual(['kms:old'])
    await old.close()

    const both = await start(hsm?.options(['new', 'old']))
    await both.site.rotate()
    await both.vault.rotate()
    expect(keyNames(await halvesOf(both))).toEqual(['kms:new'])
    await both.close()

    const last = await start(hsm?.options(['new']))
    const again = await last.visitor({ store, userId: ada.userId })
    expect(await again.keys.open()).toEqual(addresses)
    await again.keys.withKey('solana', () => {})
    const elsewhere = await last.visitor({ userId: ada.userId })
    await elsewhere.keys.open()
    await recover(last, elsewhere)
    await elsewhere.keys.withKey('eip155', () => {})
    await last.close()
  })

  test('S49, R24: with an HTTP KMS the same; while it is away calls are refused with 503 and nothing is written by halves', async () => {
    const fake = testHttpKms()
    const { options, close } = await fake.listen()
    const start = await restarting()
    const store = lastingStore()
    const world = await start(options)
    const ada = await world.visitor({ store })
    const addresses = await ada.keys.open()
    expect(keyNames(await halvesOf(world))).toEqual(['kms:a'])

    fake.away(true)
    const halves = await halvesOf(world)
    // Logging in and looking need no half.
    expect((await ada.call('/v1/session', {})).status).toBe(200)
    await expect(ada.keys.withKey('eip155', () => {})).rejects.toMatchObject({ code: 'kms_unavailable' })
    const eve = await world.visitor({ email: 'eve@example.com' })
    await expect(eve.keys.open()).rejects.toThrow()
    await expect(world.site.rotate()).rejects.toMatchObject({ code: 'kms_unavailable' })
    expect(await halvesOf(world)).toEqual(halves)
    const made = await world.site.services.db.selectFrom('wallets').select('version').where('user_id', '=', eve.userId).execute()
    expect(made.filter(({ version }) => version > 0)).toEqual([])

    fake.away(false)
    await ada.keys.withKey('eip155', () => {})
    await eve.keys.open()
    await eve.keys.withKey('solana', () => {})
    fake.rotate('b')
    await world.site.rotate()
    await world.vault.rotate()
    expect(keyNames(await halvesOf(world))).toEqual(['kms:b'])
    fake.forget('a')
    await world.close()

    const next = await start(options)
    const elsewhere = await next.visitor({ userId: ada.userId })
    expect(await elsewhere.keys.open()).toEqual(addresses)
    await recover(next, elsewhere)
    await elsewhere.keys.withKey('eip155', () => {})
    await next.close()
    close()
  })
})
