import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { databases } from '@portico/service/test'
import { errorAnswer, signStatement } from '@portico/vault-wire'
import { afterAll, describe, expect, test } from 'vitest'
import { sessionChecked } from '../api.js'
import { hostOrigin } from '../test/site.js'
import { testBrowser } from '../test/browser.js'
import { type Visitor, createWorld } from '../wallet/test/world.js'
import { type LoginWay, loginWays } from './api.js'
import { userOf } from './identity.js'

const google = { issuer: 'https://accounts.google.com', subject: '1' }
const github = { issuer: 'https://github.com/login/oauth', subject: '2' }

describe.each(await databases())('what logs in to an account, on $name', ({ fresh, drop }) => {
  afterAll(drop)

  /** An owner who logs in by mail, and to whose login two accounts were added; and a browser that is logged in with one of them. */
  async function setUp() {
    const world = await createWorld({ database: await fresh(), vaultDatabase: await fresh() })
    const email = `${randomUUID()}@example.com`
    const owner = await world.visitor({ email })
    await owner.keys.open()
    await owner.keys.settled()
    const { db, sessions, users, clock } = world.site.services
    for (const identity of [google, github]) {
      await db
        .insertInto('identities')
        .values({ ...identity, user_id: owner.userId, created_at: clock() })
        .execute()
    }
    const user = await users.byEmail(db, email)
    const site = { projectId: 'demo', origin: hostOrigin }
    const logIn = async (method: string) => {
      const browser = await testBrowser(world.site.app)
      browser.token = (await sessions.start(db, { user, device: browser.device, site, method })).token
      return browser
    }
    const list = async (): Promise<readonly LoginWay[]> => loginWays.parse((await owner.call('/v1/logins', {})).body).logins
    const { walletId } = await owner.api.open()
    const remove = async (by: Pick<Visitor, 'call'>, id: string, key?: Uint8Array) => {
      const statement = JSON.stringify({ to: 'login', wallet: walletId, remove: id })
      const signature = key ? signStatement(statement, key) : await owner.keys.withKey('eip155', (own) => signStatement(statement, own))
      const { status, body } = await by.call('/v1/logins/remove', { statement, signature })
      return { status, code: errorAnswer.safeParse(body).data?.error.code }
    }
    const idOf = async (name: string) => (await list()).find((each) => each.name === name)?.id ?? ''
    return { world, email, owner, logIn, list, remove, idOf }
  }

  test('one that was added is removed: it is nobody’s then, its sessions end, and the owner is told', async () => {
    const { world, email, owner, logIn, list, remove, idOf } = await setUp()
    const { services } = world.site
    expect((await list()).map(({ name }) => name)).toEqual([email, 'Google', 'GitHub'])
    const [thief, other] = [await logIn('github'), await logIn('google')]
    expect(await remove(owner, await idOf('GitHub'))).toEqual({ status: 200, code: undefined })
    expect((await list()).map(({ name }) => name)).toEqual([email, 'Google'])
    expect((await thief.post('/v1/session', {})).status).toBe(401)
    expect((await other.post('/v1/session', {})).status).toBe(200)
    expect((await owner.call('/v1/session', {})).status).toBe(200)
    const mail = (await world.site.mailed()).findLast(({ to }) => to === email)
    expect(mail?.subject).toBe('An account does not log in to your wallet any more')
    expect(mail?.text).toContain('GitHub does not log in to your wallet any more. It was removed on shop.example')
    const entry = await services.db.selectFrom('audit').select('facts').where('event', '=', 'login.removed').executeTakeFirst()
    expect(JSON.parse(entry?.facts ?? '')).toMatchObject({ user: owner.userId, by: 'github', sessions: 1 })
    const rows = await services.db.selectFrom('identities').select('subject').where('issuer', '=', github.issuer).execute()
    expect(rows).toEqual([])
    await world.close()
  })

  test('S48: who has only a login removes nothing, nor does another wallet’s key', async () => {
    const { world, email, owner, list, remove, idOf } = await setUp()
    const thief = await world.visitor({ email })
    const id = await idOf('Google')
    const refused = { status: 401, code: 'invalid_statement' }
    expect(await remove(thief, id, new Uint8Array(randomBytes(32)))).toEqual(refused)
    const mallory = await world.visitor({ email: `${randomUUID()}@example.com` })
    await mallory.keys.open()
    const said = JSON.stringify({ to: 'login', wallet: (await mallory.api.open()).walletId, remove: id })
    const signature = await mallory.keys.withKey('eip155', (key) => signStatement(said, key))
    expect((await thief.call('/v1/logins/remove', { statement: said, signature })).status).toBe(401)
    // What the owner signs for something else of the wallet is no word about its login.
    const ways = JSON.stringify({ to: 'auth', wallet: (await owner.api.open()).walletId, remove: [] })
    const others = await owner.keys.withKey('eip155', (key) => signStatement(ways, key))
    expect((await thief.call('/v1/logins/remove', { statement: ways, signature: others })).status).toBe(400)
    expect(await list()).toHaveLength(3)
    // A wallet that has no key yet has nobody who could sign for it, and a signature that is none is nobody's.
    await world.site.services.db.updateTable('wallets').set({ eip155: null }).where('user_id', '=', owner.userId).execute()
    const none = {
      statement: JSON.stringify({ to: 'login', wallet: (await owner.api.open()).walletId, remove: id }),
      signature: '0'.repeat(130),
    }
    expect((await thief.call('/v1/logins/remove', none)).status).toBe(401)
    expect(await list()).toHaveLength(3)
    await mallory.keys.settled()
    await world.close()
  })

  test.each(['GitHub', 'the address'])(
    'S32: a login by %s that is being finished while that is removed is ended, or of another account',
    async (name) => {
      const { world, email, owner, remove, list } = await setUp()
      const { services } = world.site
      const id = (await list()).find((each) => each.name === (name === 'GitHub' ? name : email))?.id ?? ''
      const thief = await testBrowser(world.site.app)
      const site = { projectId: 'demo', origin: hostOrigin }
      let commit = (): void => {}
      const committed = new Promise<void>((resolve) => (commit = resolve))
      const login = services.db.transaction().execute(async (trx) => {
        const user = name === 'GitHub' ? await userOf(trx, services, github) : await services.users.byEmail(trx, email)
        const method = name === 'GitHub' ? 'github' : 'email'
        const { token } = await services.sessions.start(trx, { user, device: thief.device, site, method })
        await committed
        return token
      })
      const removed = remove(owner, id)
      await setTimeout(300)
      commit()
      thief.token = await login
      expect((await removed).status).toBe(200)
      const answer = await thief.post('/v1/session', {})
      expect(answer.status === 200 && sessionChecked.parse(answer.body).user.id === owner.userId).toBe(false)
      await world.close()
    },
  )

  test('the last one stays, also where two are removed at once', async () => {
    const { world, owner, list, remove } = await setUp()
    const all = await list()
    const [first] = all
    expect(await remove(owner, first?.id ?? '')).toEqual({ status: 200, code: undefined })
    const answers = await Promise.all(all.slice(1).map(({ id }) => remove(owner, id)))
    expect(answers.map(({ code }) => code).toSorted((a = '', b = '') => (a < b ? -1 : 1))).toEqual(['last_login', undefined])
    expect(await list()).toHaveLength(1)
    // The address logs in to another account from now on.
    const { users, db } = world.site.services
    expect((await users.byEmail(db, first?.name ?? '')).id).not.toBe(owner.userId)
    await world.close()
  })

  test('what was signed for one is worth nothing once it is added again', async () => {
    const { world, owner, list, remove, idOf } = await setUp()
    const id = await idOf('Google')
    expect((await remove(owner, id)).status).toBe(200)
    const { db, clock } = world.site.services
    await db
      .insertInto('identities')
      .values({ ...google, user_id: owner.userId, created_at: clock() + 1000 })
      .execute()
    expect(await remove(owner, id)).toEqual({ status: 404, code: 'not_found' })
    expect(await list()).toHaveLength(3)
    await world.close()
  })
})
