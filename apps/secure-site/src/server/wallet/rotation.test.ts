import { randomBytes, randomUUID } from 'node:crypto'
import { type OperatorKey, createSecrets, operatorKeyWrapper, sayRotated } from '@portico/service/secrets'
import { databases } from '@portico/service/test'
import { decodeProtectedHeader } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { changeStarted } from '../api.js'
import { testBrowser } from '../test/browser.js'
import { logIn, loggedInBrowser, startLogin } from '../test/login.js'
import { codeIn } from '../test/site.js'
import { browserOf, bytes, fixture, restore } from './test/shares.js'
import { type World, createWorld, lastingStore, vaultUrl } from './test/world.js'
import { createWays } from './ways.js'

const keySet = z.object({ keys: z.array(z.object({ kid: z.string() })) })

describe.each(await databases())('the keys of the services on $name', ({ fresh, drop }) => {
  const open = new Set<World>()
  afterAll(async () => {
    for (const world of open) await world.close()
    await drop()
  })
  const fresher = (): OperatorKey => ({ id: 'n1', bytes: new Uint8Array(randomBytes(32)) })

  /** The databases of the release whose INDEX_KEY could not be changed, and worlds on them with keys of the caller's. */
  const prepare = async () => {
    const [database, vaultDatabase] = [await fresh(), await fresh()]
    await restore(database, fixture.site)
    await restore(vaultDatabase, fixture.vault)
    const { site, vault } = fixture.keys
    const older = {
      site: { keys: [{ id: 'k1', bytes: bytes(site.key) }], indexKey: bytes(site.indexKey) },
      vault: { keys: [{ id: 'v1', bytes: bytes(vault.key) }], indexKey: bytes(vault.indexKey) },
    }
    const start = async (keys: {
      site: { keys: OperatorKey[]; indexKey?: Uint8Array; clock?: () => number }
      vault: { keys: OperatorKey[]; indexKey?: Uint8Array }
    }) => {
      const world = await createWorld({ database, vaultDatabase, ...keys })
      open.add(world)
      return world
    }
    const stop = async (world: World): Promise<void> => {
      open.delete(world)
      await world.close()
    }
    return { older, start, stop }
  }
  const owner = fixture.owners['code']
  const mailOwner = fixture.owners['one']

  test('S49: a rotation comes to its end though a browser has given its ways in many wallets one name', async () => {
    const world = await createWorld({ database: await fresh(), vaultDatabase: await fresh() })
    open.add(world)
    const { db, clock } = world.site.services
    const wrapperOf = (keys: OperatorKey[]) => operatorKeyWrapper(createSecrets({ keys }))
    const [older, newer] = [fresher(), { ...fresher(), id: 'n2' }]
    const before = createWays({ db, clock, wrapper: wrapperOf([older]) })
    const shared = randomUUID()
    for (let count = 0; count < 250; count += 1) {
      const wallet_id = randomUUID()
      const wrapped = await before.wrap(wallet_id, { id: shared, version: 1 }, new Uint8Array(32))
      const times = { created_at: clock(), used_at: clock(), expires_at: null }
      const none = { left_half: null, factor: null, enclosed: null, browser: null }
      await db
        .insertInto('wallet_ways')
        .values({ id: shared, wallet_id, kind: 'device', version: 1, sealed: '', device: randomUUID(), ...wrapped, ...times, ...none })
        .execute()
    }
    const after = createWays({ db, clock, wrapper: wrapperOf([newer, older]) })
    expect(await after.rewrap()).toBe(250)
    expect(await after.rewrap()).toBe(0)
  })

  test('S49: after a rotation the older keys are dropped, INDEX_KEY too, and owners log in, sign, recover and change their address', async () => {
    const { older, start, stop } = await prepare()
    const [siteKey, vaultKey] = [fresher(), fresher()]
    const both = {
      site: { ...older.site, keys: [siteKey, ...older.site.keys] },
      vault: { ...older.vault, keys: [vaultKey, ...older.vault.keys] },
    }
    const during = await start(both)
    expect(sayRotated(await during.site.rotate())).toContain('it can go')
    expect(sayRotated(await during.vault.rotate())).toContain('it can go')
    expect((await during.site.rotate()).changed).toBe(0)
    expect((await during.vault.rotate()).changed).toBe(0)
    await stop(during)

    // Nothing of the older ones is there.
    const after = await start({ site: { keys: [siteKey] }, vault: { keys: [vaultKey] } })
    expect(await after.site.services.audit.verify()).toBeUndefined()
    expect(await after.vault.services.audit.verify()).toBeUndefined()
    const email = mailOwner?.email ?? ''
    const browser = await testBrowser(after.site.app)
    const { user } = await logIn(after.site, browser, email)
    expect(user.id).toBe(mailOwner?.userId)

    const known = await after.visitor({ email, userId: user.id, store: await browserOf('one') })
    expect(await known.keys.open()).toEqual(mailOwner?.addresses)
    await known.keys.settled()
    expect(await known.keys.withKey('eip155', (key) => key.length)).toBe(32)
    const recovering = await after.visitor({ email, userId: user.id, store: lastingStore() })
    await recovering.keys.open()
    await recovering.keys.recoverByMail({ onMatch: () => void after.press('confirm'), signal: new AbortController().signal })
    expect(await recovering.keys.withKey('eip155', (key) => key.length)).toBe(32)
    const byCode = await after.visitor({ email: owner?.email ?? null, userId: owner?.userId ?? '', store: lastingStore() })
    await byCode.keys.open()
    await byCode.keys.recoverByCode(owner?.code ?? '')
    expect(await byCode.keys.withKey('eip155', (key) => key.length)).toBe(32)

    const newEmail = 'later@example.com'
    after.advance(31)
    const post = (path: string, body: unknown) => browser.post(path, body, { ahead: 31 })
    const { flowId } = changeStarted.parse((await post('/v1/email/change/start', { email: newEmail })).body)
    const codeTo = async (to: string) =>
      codeIn((await after.site.mailed()).findLast((mail) => mail.to === to && /^\d{6}$/m.test(mail.text)))
    expect((await post('/v1/email/change/primary', { flowId, otp: await codeTo(email) })).status).toBe(200)
    expect((await post('/v1/email/change/secondary', { flowId, otp: await codeTo(newEmail) })).body).toEqual({ newEmail })
    await known.keys.addContact(newEmail)
    await after.vault.services.mail.flush()
    expect(after.vaultMails.at(-1)).toMatchObject({ to: email, text: expect.stringContaining(newEmail) })
    await Promise.all([known.keys.settled(), recovering.keys.settled(), byCode.keys.settled()])
  })

  test('S49: rotating says what is left and refuses to end early; a service without a key that is needed does not start', async () => {
    const { older, start, stop } = await prepare()
    const before = await start(older)
    await loggedInBrowser(before.site, 'waiting@example.com')
    await startLogin(await testBrowser(before.site.app), 'another@example.com')
    await before.site.mailed()
    await stop(before)

    const siteKey = fresher()
    const lacking = start({ site: { keys: [siteKey] }, vault: older.vault })
    await expect(lacking).rejects.toThrow(/still needed: for .*addresses/)
    await expect(lacking).rejects.toMatchObject({ option: 'keys' })
    await expect(start({ site: { ...older.site, keys: [siteKey, ...older.site.keys] }, vault: { keys: [fresher()] } })).rejects.toThrow(
      /still needed: for 4 addresses/,
    )
    const during = await start({ site: { ...older.site, keys: [siteKey, ...older.site.keys] }, vault: older.vault })
    const early = await during.site.rotate()
    expect(early.left).toMatchObject([{ what: 'codes', rows: 2 }])
    expect(() => sayRotated(early)).toThrow(/Not finished, no key can go yet(.|\n)*2 codes, over at 20/)
    during.advance(601)
    expect(sayRotated(await during.site.rotate())).toContain('it can go')
    await stop(during)
    await stop(await start({ site: { keys: [siteKey], clock: () => Date.now() + 601_000 }, vault: older.vault }))
  })

  test('S49: tickets are signed by the newest key, and the public half of the older one is still there for those on their way', async () => {
    const { older, start, stop } = await prepare()
    const before = await start(older)
    const { email, userId, addresses } = mailOwner ?? { email: null, userId: '', addresses: { eip155: '' } }
    const early = await before.visitor({ email, userId, store: lastingStore() })
    const ticket = await early.api.ticket('status')
    const kids = async (world: World) =>
      keySet
        .parse(await (await world.site.app.fetch(new Request('https://secure.example/.well-known/jwks.json'))).json())
        .keys.map(({ kid }) => kid)
    const [olderKid] = await kids(before)
    await stop(before)
    const during = await start({ site: { ...older.site, keys: [fresher(), ...older.site.keys] }, vault: older.vault })
    const [newestKid, ...others] = await kids(during)
    expect(others).toEqual([olderKid])
    const body = JSON.stringify({ ticket, eip155: addresses.eip155 })
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    expect((await during.vault.app.fetch(new Request(`${vaultUrl}/v1/status`, init))).status).toBe(200)
    const later = await during.visitor({ email, userId, store: lastingStore() })
    expect(decodeProtectedHeader(await later.api.ticket('status')).kid).toBe(newestKid)
    await stop(during)
  })
})
