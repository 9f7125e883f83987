import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseError, OptionsError } from '@portico/service'
import { keptCommands, restoreCommand } from '@portico/service/commands'
import { restoreDatabase } from '@portico/service/backup'
import { openDatabase } from '@portico/service/database'
import { databases } from '@portico/service/test'
import { migrations as vaultMigrations } from '@portico/vault'
import { createSealingKeys, publicKeyOf } from '@portico/vault-wire'
import { sql } from 'kysely'
import { bytesToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { grantMade } from '../api.js'
import { migrations } from '../app.js'
import { testBrowser } from '../test/browser.js'
import { startLogin } from '../test/login.js'
import { codeIn, hostOrigin, linkIn, otherOrigin, testSite } from '../test/site.js'
import { createAccounts, openWindow, pressAt } from './test/accounts.js'
import { type Visitor, createWorld, lastingStore, testPasskeys, vaultUrl } from './test/world.js'

const folder = mkdtempSync(join(tmpdir(), 'portico-restore-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const commands = keptCommands()
/** As a lost disk, or a database that somebody has dropped. */
async function destroy(url: string): Promise<void> {
  if (!url.startsWith('postgres')) {
    for (const file of [url, `${url}-wal`, `${url}-shm`]) rmSync(file, { force: true })
    return
  }
  const db = openDatabase(url)
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await db.destroy()
}
const signer = ({ keys }: Visitor) => keys.withKey('eip155', async (key) => privateKeyToAccount(bytesToHex(key)).address)

describe.each(await databases())('backup and restore on $name', ({ name, fresh, drop }) => {
  afterAll(drop)

  test('R24: both services lost and restored from their backups: every wallet signs, and recovers in a new browser', async () => {
    const site = { keys: [{ id: 'k1', bytes: new Uint8Array(randomBytes(32)) }], generations: join(folder, `${name}.site`) }
    const vault = { keys: [{ id: 'v1', bytes: new Uint8Array(randomBytes(32)) }], generations: join(folder, `${name}.vault`) }
    const places = { database: await fresh(), vaultDatabase: await fresh() }
    const before = await createWorld({ ...places, site, vault })
    const owners = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => {
        const owner = { email: `owner-${index}@example.com`, store: lastingStore(), passkeys: testPasskeys() }
        const visitor = await before.visitor(owner)
        const { eip155: address } = await visitor.keys.open()
        // Half of them are in `user` mode: nothing but their factor recovers them.
        if (index % 2 === 0) await visitor.keys.addPasskey()
        await visitor.keys.settled()
        return { ...owner, address, old: visitor }
      }),
    )
    const files = { site: join(folder, `${name}.site.backup`), vault: join(folder, `${name}.vault.backup`) }
    // While the services run.
    expect(await commands['backup']?.(before.site, [files.site])).toContain('which is not in it and is never kept with it')
    await commands['backup']?.(before.vault, [files.vault])
    for (const file of Object.values(files)) expect(statSync(file).mode & 0o777).toBe(0o600)
    await expect(commands['backup']?.(before.site, [files.site])).rejects.toThrow(OptionsError)
    await expect(commands['backup']?.(before.site, [])).rejects.toThrow('backup needs a file')
    await before.close()
    await destroy(places.database)
    await destroy(places.vaultDatabase)

    await restoreDatabase(places.database, files.site, migrations)
    await restoreDatabase(places.vaultDatabase, files.vault, vaultMigrations)
    const after = await createWorld({ ...places, site, vault })
    for (const { services } of [after.site, after.vault]) expect(await services.audit.verify()).toBeUndefined()
    // A session that was ended since the backup would be back.
    expect(await after.site.endSessions()).toBe(0)

    let failed = 0
    for (const { email, store, passkeys, address, old } of owners) {
      const same = await after.visitor({ email, store, passkeys })
      await same.keys.open()
      if ((await signer(same)) !== address) failed += 1
      const elsewhere = await after.visitor({ email, store: lastingStore(), passkeys })
      await elsewhere.keys.open()
      const step = await elsewhere.keys.unlockStep()
      if (step.kind === 'factor') await elsewhere.keys.recoverByPasskey()
      else {
        const onMatch = (): void => void after.press('confirm')
        await elsewhere.keys.recoverByMail({ onMatch, signal: AbortSignal.timeout(20_000) })
      }
      await elsewhere.keys.settled()
      if ((await signer(elsewhere)) !== address) failed += 1
      expect(old.userId).toBe(same.userId)
    }
    recordPromise({
      id: 'R24',
      name: `wallets after the loss and the restore of both services, ${name}`,
      runs: 2 * owners.length,
      accepted: failed,
    })
    expect(failed).toBe(0)
    await after.close()
  }, 120_000)

  test('a place that is not empty is left as it is, and what is not a backup is refused', async () => {
    const [database, vaultDatabase] = [await fresh(), await fresh()]
    const world = await createWorld({ database, vaultDatabase })
    const file = join(folder, `${name}.small.backup`)
    await commands['backup']?.(world.site, [file])
    const restore = (url: string, from: string) =>
      restoreCommand({ url, migrations, create: () => world.site, stop: async () => {}, ended: '' })([from])
    await expect(restore(database, file)).rejects.toThrow(name === 'SQLite' ? 'is there already' : 'not empty')
    await expect(restore(database, join(folder, 'none'))).rejects.toThrow(OptionsError)
    const place = name === 'SQLite' ? `${database}.elsewhere` : await fresh()
    await expect(restore(place, new URL(import.meta.url).pathname)).rejects.toThrow(DatabaseError)
    const other = join(folder, `${name}.other.backup`)
    await commands['backup']?.(world.vault, [other])
    await expect(restore(place, other)).rejects.toThrow('of another service, or of a newer release: vault_001')
    // Nothing of it stayed: the right one finds an empty place.
    expect(await restore(place, file)).toContain('is restored')
    await world.close()
  })

  test('S32: what was ended, stopped or refused since the backup stays so, and nobody has to see the restore through to its end', async () => {
    const accounts = await createAccounts()
    const site = { keys: [{ id: 'k1', bytes: new Uint8Array(randomBytes(32)) }] }
    const delay = { seconds: 3600, above: 0n, rpcUrl: 'http://127.0.0.1:1' }
    const vault = { keys: [{ id: 'v1', bytes: new Uint8Array(randomBytes(32)) }], delay, identities: accounts.identities }
    const places = { database: await fresh(), vaultDatabase: await fresh() }
    const open = { site, vault, outside: accounts.fetch }
    const before = await createWorld({ ...places, ...open })
    const { db } = before.site.services
    const email = 'ada@example.com'

    // A stolen laptop: logged in, with a cookie and a grant, and with a login, a change and an export of the words on their way.
    const thief = await before.visitor({ email })
    const { eip155 } = await thief.keys.open()
    await thief.keys.settled()
    let { app } = before.site
    const server = { fetch: (request: Request) => app.fetch(request) }
    const [laptop, other] = [await testBrowser(server), await testBrowser(server, { origin: otherOrigin })]
    const user = await before.site.services.users.byEmail(db, email)
    const login = { user, device: laptop.device, site: { projectId: 'demo', origin: hostOrigin }, method: 'email' }
    laptop.token = (await before.site.services.sessions.start(db, login)).token
    await laptop.post('/v1/session/remember', {})
    const made = await laptop.post('/v1/session/grant', { device: other.device, projectId: 'demo', origin: otherOrigin })
    const { grant } = grantMade.parse(made.body)
    const started = await startLogin(other, 'somebody@example.com')
    const otp = codeIn((await before.site.mailed()).at(-1))
    await thief.call('/v1/wallet/export/start', {})
    const stop = linkIn((await before.site.mailed()).at(-1))
    const permission = {
      ...{ id: `0x${'1'.repeat(64)}`, user_id: thief.userId, project_id: 'demo', origin: hostOrigin, account: eip155, keeper: eip155 },
      ...{ network_id: 'eip155:1', request: '{}', salt: '1', begins: 0, signature: '0x', granted_at: Date.now(), stopped_at: null },
      ...{ expires_at: Date.now() + 86_400_000, uses: 0, period: 0, spent: '0' },
    }
    await db.insertInto('permissions').values(permission).execute()
    // At the vault: a recovery whose waiting time runs, an account that counts in three days, and a question that is open.
    const frameKey = await publicKeyOf(await createSealingKeys())
    const way = (await thief.api.open()).wallet?.assisted ?? null
    const recovery = await thief.api.vault.recover({ ticket: await thief.api.ticket('recover', frameKey), frameKey, eip155, way })
    await before.press('confirm')
    const show = async (url: string): Promise<void> => {
      const { nonce, post } = await openWindow(before, url)
      await post({ id_token: await accounts.token({ sub: 'thief', nonce }) })
    }
    await thief.keys.addIdentity({ kind: 'google', signal: AbortSignal.timeout(20_000), onOpen: ({ url }) => void show(url) })
    await before.vault.services.mail.flush()
    const mailed = (page: string): string =>
      before.vaultMails.map(({ text }) => new RegExp(`${vaultUrl}/${page}/\\S+`).exec(text)?.[0]).find(Boolean) ?? ''

    const files = { site: join(folder, `${name}.ended.site`), vault: join(folder, `${name}.ended.vault`) }
    await commands['backup']?.(before.site, [files.site])
    await commands['backup']?.(before.vault, [files.vault])
    // The owner sees it.
    expect(await pressAt(before, mailed('recover'), 'decline')).toContain('Refused')
    expect(await pressAt(before, mailed('identities/answer'), 'decline')).toContain('Taken away')
    await before.site.app.fetch(new Request(stop, { method: 'POST' }))
    await db.updateTable('permissions').set({ stopped_at: Date.now() }).execute()
    expect(await before.site.endSessions()).toBe(2)
    await before.close()
    await destroy(places.database)
    await destroy(places.vaultDatabase)

    // Killed as soon as everything is in its place: the operator finds a database there, and starts the services.
    await restoreDatabase(places.database, files.site, migrations)
    await restoreDatabase(places.vaultDatabase, files.vault, vaultMigrations)
    const after = await createWorld({ ...places, ...open })
    ;({ app } = after.site)
    const alive = {
      session: (await laptop.post('/v1/session', {})).status === 200,
      grant: (await other.post('/v1/session/accept', { grant })).status === 200,
      cookie: JSON.stringify((await laptop.post('/v1/session/resume', {}, { token: null })).body).includes('token'),
      login: (await other.post('/v1/email/otp', { flowId: started.flowId, otp })).status === 200,
      permissions:
        (await after.site.services.db.selectFrom('permissions').select('id').where('stopped_at', 'is', null).execute()).length > 0,
      words: (await after.site.services.db.selectFrom('wallet_exports').select('wallet_id').execute()).length > 0,
    }
    expect(alive).toEqual({ session: false, cookie: false, grant: false, login: false, permissions: false, words: false })
    after.advance(3601)
    const wait = await after.vault.app.fetch(
      new Request(`${vaultUrl}/v1/recoveries/wait`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ id: recovery.id, secret: recovery.secret }),
      }),
    )
    expect(await wait.json()).toEqual({ status: 'expired' })
    after.advance(4 * 86_400)
    const owner = await after.visitor({ email, store: thief.store })
    await owner.keys.open()
    expect((await owner.keys.identities()).known).toEqual([])
    expect((await owner.keys.security()).recoverable).toBe(true)
    for (const { services } of [after.site, after.vault]) {
      expect(await services.audit.verify()).toBeUndefined()
      const events = await services.db.selectFrom('audit').select('event').where('event', 'like', 'backup.%').execute()
      expect(events.map(({ event }) => event).toSorted()).toEqual(['backup.restored', 'backup.written'])
    }
    await owner.keys.settled()
    await after.close()
    // Once: what is begun after it goes on, also through another start.
    const again = await createWorld({ ...places, ...open })
    expect(await again.site.endSessions()).toBe(1)
    await again.close()
  }, 60_000)

  test('what was used once is not good again because the place where that was noted is an older one', async () => {
    const site = { keys: [{ id: 'k1', bytes: new Uint8Array(randomBytes(32)) }] }
    const vault = { keys: [{ id: 'v1', bytes: new Uint8Array(randomBytes(32)) }] }
    const places = { database: await fresh(), vaultDatabase: await fresh() }
    const before = await createWorld({ ...places, site, vault })
    const owner = await before.visitor()
    const { eip155 } = await owner.keys.open()
    await owner.keys.settled()
    const file = join(folder, `${name}.spent.vault`)
    await commands['backup']?.(before.vault, [file])
    const ask = async (at: { fetch: (request: Request) => Response | Promise<Response> }, ticket: string): Promise<number> => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ ticket, eip155 }) }
      return (await at.fetch(new Request(`${vaultUrl}/v1/status`, init))).status
    }
    const ticket = await owner.api.ticket('status')
    expect(await ask(before.vault.app, ticket)).toBe(200)
    expect(await ask(before.vault.app, ticket)).toBe(401)
    await before.close()
    await destroy(places.vaultDatabase)
    await restoreDatabase(places.vaultDatabase, file, vaultMigrations)
    // A machine is not back within the same second.
    const later = () => Date.now() + 2000
    for (const start of [1, 2]) {
      const after = await createWorld({ ...places, site: { ...site, clock: later }, vault: { ...vault, clock: later } })
      expect(await ask(after.vault.app, ticket), `start ${start}`).toBe(401)
      const again = await after.visitor({ store: owner.store })
      expect(await ask(after.vault.app, await again.api.ticket('status'))).toBe(200)
      await after.close()
    }
  })

  test('S50: a restore brings no destroyed generation back: what was under it is said to be lost, and nobody is let in', async () => {
    const generations = join(folder, `${name}.old.site`)
    const site = { keys: [{ id: 'k1', bytes: new Uint8Array(randomBytes(32)) }], generations }
    const world = await createWorld({ database: await fresh(), vaultDatabase: await fresh(), site })
    const { keys } = await world.visitor()
    await keys.open()
    await keys.settled()
    const file = join(folder, `${name}.old.backup`)
    await commands['backup']?.(world.site, [file])
    world.advance(30 * 86_400 + 60)
    await world.site.sweep()
    world.advance(3601)
    await world.site.sweep()
    const place = name === 'SQLite' ? `${await fresh()}.old` : await fresh()
    await restoreDatabase(place, file, migrations)
    for (const again of [1, 2]) await expect(testSite(place, site), `start ${again}`).rejects.toThrow(/still needed: for \d+ halves/)
    // What has to be ended is not forgotten meanwhile.
    const db = openDatabase(place)
    expect((await sql`select restored from restored`.execute(db)).rows).toHaveLength(1)
    await db.destroy()
    await world.close()
  })
})
