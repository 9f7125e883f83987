import { databases } from '@portico/service/test'
import { afterAll, describe, expect, test } from 'vitest'
import { sessionResumed } from '../api.js'
import { migrations } from '../app.js'
import { testBrowser } from '../test/browser.js'
import { hostOrigin, otherOrigin, testSite } from '../test/site.js'

describe.each(await databases(migrations))('sessions on $name', ({ fresh, drop }) => {
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
})
