import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '@portico/service/database'
import { databases } from '@portico/service/test'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { grantMade, sessionResumed } from '../api.js'
import { migrations } from '../app.js'
import { testBrowser } from '../test/browser.js'
import { logIn, startLogin } from '../test/login.js'
import { codeIn, hostOrigin, otherOrigin, testSite } from '../test/site.js'

describe.each(await databases(migrations))('sessions on $name', ({ name, fresh, drop }) => {
  afterAll(drop)

  /** A site, a browser of a visitor who is logged in, and the start of another login. */
  async function loggedIn() {
    const site = await testSite(await fresh())
    const { db, users, sessions } = site.services
    const user = await users.byEmail(db, 'visitor@example.com')
    const browser = await testBrowser(site.app)
    const logIn = () =>
      sessions.start(db, { user, device: browser.device, site: { projectId: 'demo', origin: hostOrigin }, method: 'email' })
    browser.token = (await logIn()).token
    return { site, browser, user, logIn }
  }

  test('tells who is logged in', async () => {
    const { site, browser, user } = await loggedIn()
    const answer = await browser.post('/v1/session', {})
    expect(answer).toMatchObject({ status: 200, body: { user } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    await site.close()
  })

  test('S32: a stolen token is worth nothing without the device key', async () => {
    const { site, browser } = await loggedIn()
    const thief = await testBrowser(site.app)
    thief.token = browser.token
    expect(await thief.post('/v1/session', {})).toMatchObject({ status: 401, body: { error: { code: 'no_session' } } })
    // A proof that the thief has seen, for another call or for the same one.
    const seen = await browser.makeProof('/v1/session')
    expect(await thief.post('/v1/session', {}, { headers: { dpop: seen } })).toMatchObject({ status: 200 })
    expect(await thief.post('/v1/session', {}, { headers: { dpop: seen } })).toMatchObject({
      body: { error: { code: 'proof_replayed' } },
    })
    const other = await browser.makeProof('/v1/session')
    expect(await thief.post('/v1/session/end', {}, { headers: { dpop: other } })).toMatchObject({ status: 401 })
    await site.close()
  })

  test('S32: each login has a new id, and ends the one before it', async () => {
    const { site, browser, logIn } = await loggedIn()
    const before = browser.token
    const { token } = await logIn()
    expect(token).not.toBe(before)
    expect(await browser.post('/v1/session', {})).toMatchObject({ status: 401 })
    expect(await browser.post('/v1/session', {}, { token })).toMatchObject({ status: 200 })
    await site.close()
  })

  test('S32: signing out ends the session on the server, once and for all', async () => {
    const { site, browser } = await loggedIn()
    expect(await browser.post('/v1/session/end', {})).toMatchObject({ status: 200, body: { done: true } })
    expect(await browser.post('/v1/session', {})).toMatchObject({ status: 401 })
    expect(await browser.post('/v1/session/end', {})).toMatchObject({ status: 200 })
    await site.close()
  })

  test('S32: a session of one host site is not one of another', async () => {
    const { site, browser } = await loggedIn()
    const answer = await browser.post('/v1/session', {}, { headers: { 'portico-site': `demo ${otherOrigin}` } })
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'no_session' } } })
    await site.close()
  })

  test('S32: a form or a script of another origin can do nothing with a browser that is logged in', async () => {
    const { site, browser } = await loggedIn()
    await browser.post('/v1/session/remember', {})
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const form = { 'content-type': 'text/plain', cookie }
    for (const path of ['/v1/session/end', '/v1/session/resume', '/v1/session']) {
      const answer = await site.app.request(`https://secure.example${path}`, { method: 'POST', body: '{}', headers: form })
      expect(answer.status).toBe(403)
      const foreign = await browser.post(path, {}, { headers: { origin: hostOrigin } })
      expect(foreign.status).toBe(403)
    }
    expect(await browser.post('/v1/session', {})).toMatchObject({ status: 200 })
    await site.close()
  })

  test('a login ends by itself when its time is over', async () => {
    const { site, browser } = await loggedIn()
    site.advance(30 * 86_400 + 1)
    expect(await browser.post('/v1/session', {}, { ahead: 30 * 86_400 + 1 })).toMatchObject({
      status: 401,
      body: { error: { code: 'no_session' } },
    })
    await site.close()
  })

  test('a reloaded page without storage gets its login back by the cookie, once', async () => {
    const { site, browser, user } = await loggedIn()
    const remembered = await browser.post('/v1/session/remember', {})
    const [cookie = ''] = remembered.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-portico_resume=[\w-]{43}; /)
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned', 'Path=/']) expect(cookie).toContain(attribute)

    const reloaded = await testBrowser(site.app)
    for (const [name, value] of browser.cookies) reloaded.cookies.set(name, value)
    const { session } = sessionResumed.parse((await reloaded.post('/v1/session/resume', {})).body)
    expect(session?.user).toEqual(user)
    if (session) reloaded.token = session.token
    expect(await reloaded.post('/v1/session', {})).toMatchObject({ status: 200 })
    // The old session and the old cookie are over.
    expect(await browser.post('/v1/session', {})).toMatchObject({ status: 401 })
    expect(await browser.post('/v1/session/resume', {}, { token: null })).toMatchObject({
      status: 200,
      body: { session: null },
    })
    // The new cookie works in its turn.
    const again = await testBrowser(site.app)
    for (const [name, value] of reloaded.cookies) again.cookies.set(name, value)
    expect(await again.post('/v1/session/resume', {})).toMatchObject({ body: { session: { token: expect.any(String) } } })
    await site.close()
  })

  test('of 50 pages that use the same cookie at once, one gets the login', async () => {
    const { site, browser } = await loggedIn()
    await browser.post('/v1/session/remember', {})
    const pages = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const page = await testBrowser(site.app)
        for (const [name, value] of browser.cookies) page.cookies.set(name, value)
        return page
      }),
    )
    const answers = await Promise.all(pages.map((page) => page.post('/v1/session/resume', {})))
    expect(answers.filter(({ body }) => sessionResumed.parse(body).session !== null)).toHaveLength(1)
    await site.close()
  })

  test('a database holds no token that could be used', async () => {
    const { site, browser } = await loggedIn()
    await browser.post('/v1/session/remember', {})
    const rows = JSON.stringify([
      await site.services.db.selectFrom('sessions').selectAll().execute(),
      await site.services.db.selectFrom('resumes').selectAll().execute(),
      await site.services.db.selectFrom('users').selectAll().execute(),
    ])
    for (const secret of [browser.token ?? '', ...browser.cookies.values(), 'visitor']) expect(rows).not.toContain(secret)
    await site.close()
  })

  test('S32: the end of all sessions ends logins that are on their way, of each kind', async () => {
    const site = await testSite(await fresh())
    const { db } = site.services
    const browser = await testBrowser(site.app)
    const { flowId } = await startLogin(browser, 'visitor@example.com')
    const otp = codeIn((await site.mailed()).at(-1))
    const expires = { project_id: 'demo', origin: hostOrigin, thumbprint: browser.device, expires_at: Date.now() + 600_000 }
    const social = { id: 'a'.repeat(22), provider: 'google', mode: 'popup', status: 'confirmed', return_to: null, match: '12' } as const
    const identity = site.services.secrets.seal('social', '{"issuer":"https://accounts.google.com","subject":"1"}', social.id)
    const unset = { link_user_id: null, state_hash: null, browser_hash: null, challenge: null, frame_hash: '', result_hash: null }
    await db
      .insertInto('social_flows')
      .values({ ...social, ...unset, ...expires, identity })
      .execute()
    await db
      .insertInto('farcaster_flows')
      .values({ id: 'b', status: 'started', nonce: 'n', channel: 'c', ...expires })
      .execute()
    expect(await site.endSessions()).toBe(0)
    expect((await browser.post('/v1/email/otp', { flowId, otp })).status).toBe(404)
    expect((await browser.post('/v1/social/finish', { flowId: social.id })).status).toBe(502)
    expect(await db.selectFrom('farcaster_flows').select('status').execute()).toEqual([{ status: 'used' }])
    expect(await db.selectFrom('sessions').select('id').execute()).toEqual([])
    // What is begun after it goes on.
    site.advance(31)
    await logIn(site, browser, 'visitor@example.com')
    await site.close()
  })

  test('S32: the end of all sessions by another process counts at once, for the session, its cookie and what it has granted', async () => {
    const { site, browser } = await loggedIn()
    const { database, keys } = site.services.config
    const command = await testSite(database, { keys })
    const [page, frame] = [await testBrowser(site.app), await testBrowser(site.app, { origin: otherOrigin })]
    expect(await browser.post('/v1/session', {})).toMatchObject({ status: 200 })
    await browser.post('/v1/session/remember', {})
    for (const [cookie, value] of browser.cookies) page.cookies.set(cookie, value)
    const made = await browser.post('/v1/session/grant', { device: frame.device, projectId: 'demo', origin: otherOrigin })
    expect(await command.endSessions()).toBe(1)
    expect(await browser.post('/v1/session', {})).toMatchObject({ status: 401, body: { error: { code: 'no_session' } } })
    expect((await page.post('/v1/session/resume', {})).body).toEqual({ session: null })
    expect((await frame.post('/v1/session/accept', { grant: grantMade.parse(made.body).grant }, { token: null })).status).toBe(404)
    expect(await command.endSessions()).toBe(0)
    expect(await site.services.audit.verify()).toBeUndefined()
    await command.close()
    await site.close()
  })

  // A file has one writer at a time.
  if (name === 'SQLite') return

  /** Somebody else's transaction: holds rows until it is let go. */
  async function hold(db: Database, rows: RawBuilder<unknown>) {
    const [held, letGo] = [new EventTarget(), new EventTarget()]
    const isHeld = once(held, 'now')
    const isLetGo = once(letGo, 'now')
    const done = db.transaction().execute(async (trx) => {
      await rows.execute(trx)
      held.dispatchEvent(new Event('now'))
      await isLetGo
    })
    await isHeld
    return async () => {
      letGo.dispatchEvent(new Event('now'))
      await done
    }
  }
  const moment = () => pause(150)
  const alive = (db: Database) => db.selectFrom('sessions').select('id').where('ended_at', 'is', null).execute()

  test('S32: a page that takes its login back while all sessions are ended has none', async () => {
    const { site, browser } = await loggedIn()
    const { db } = site.services
    await browser.post('/v1/session/remember', {})
    // The new session waits for its visitor's row, the old one is ended already.
    const go = await hold(db, sql`select id from users for update`)
    const resumed = browser.post('/v1/session/resume', {}, { token: null })
    await moment()
    const ended = site.endSessions()
    await moment()
    await go()
    await Promise.all([resumed, ended])
    expect(await alive(db)).toEqual([])
    await site.close()
  })

  test('S32: a login that is finished while all sessions are ended is ended, or does not come through', async () => {
    const { site, browser } = await loggedIn()
    const { db } = site.services
    const { flowId } = await startLogin(browser, 'other@example.com')
    const otp = codeIn((await site.mailed()).at(-1))
    await db.transaction().execute((trx) => site.services.users.byEmail(trx, 'other@example.com'))
    const go = await hold(db, sql`select id from users for update`)
    const logged = browser.post('/v1/email/otp', { flowId, otp })
    await moment()
    const ended = site.endSessions()
    await moment()
    await go()
    expect((await logged).status).toBe(200)
    expect(await ended).toBe(1)
    expect(await alive(db)).toEqual([])
    await site.close()
  })

  test('a visitor who signs out while all sessions are ended does not stop that, and is signed out', async () => {
    const { site, browser } = await loggedIn()
    const { db } = site.services
    await browser.post('/v1/session/remember', {})
    const goOn = await hold(db, sql`select id from resumes for update`)
    const ended = site.endSessions()
    await moment()
    const signedOut = browser.post('/v1/session/end', {})
    await moment()
    await goOn()
    expect(await ended).toBe(1)
    expect((await signedOut).status).toBe(200)
    expect(await alive(db)).toEqual([])
    await site.close()
  })

  test('S52: a second site that goes on with a login while all sessions are ended has none', async () => {
    const { site, browser } = await loggedIn()
    const { db } = site.services
    const frame = await testBrowser(site.app, { origin: otherOrigin })
    const grant = async () =>
      grantMade.parse((await browser.post('/v1/session/grant', { device: frame.device, projectId: 'demo', origin: otherOrigin })).body)
        .grant
    const first = await grant()
    const go = await hold(db, sql`select id from users for update`)
    const accepted = frame.post('/v1/session/accept', { grant: first }, { token: null })
    await moment()
    const ended = site.endSessions()
    await moment()
    await go()
    await Promise.all([accepted, ended])
    expect(await alive(db)).toEqual([])
    await site.close()
  })

  test('S52: nor has one that was granted it while they were being ended', async () => {
    const { site, browser } = await loggedIn()
    const { db } = site.services
    await browser.post('/v1/session/remember', {})
    const frame = await testBrowser(site.app, { origin: otherOrigin })
    // The end has come as far as the cookies.
    const goOn = await hold(db, sql`select id from resumes for update`)
    const ended = site.endSessions()
    await moment()
    const made = await browser.post('/v1/session/grant', { device: frame.device, projectId: 'demo', origin: otherOrigin })
    const go = await hold(db, sql`select id from users for update`)
    const accepted = frame.post('/v1/session/accept', { grant: grantMade.parse(made.body).grant }, { token: null })
    await moment()
    await goOn()
    await moment()
    await go()
    await Promise.all([accepted, ended])
    expect(await alive(db)).toEqual([])
    await site.close()
  })
})
