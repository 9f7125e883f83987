import { databases } from '@portico/service/test'
import { afterAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { grantMade } from '../api.js'
import { migrations } from '../app.js'
import { type TestBrowser, keepSession, testBrowser } from '../test/browser.js'
import { loggedInBrowser } from '../test/login.js'
import { hostOrigin, otherOrigin, testSite } from '../test/site.js'

describe.each(await databases(migrations))('a second site in a known browser, on $name', ({ name, fresh, drop }) => {
  afterAll(drop)

  /** The window that knows the browser, the frame on a second site, and what the window asks for that frame. */
  async function pages() {
    const site = await testSite(await fresh())
    const window = await loggedInBrowser(site, 'visitor@example.com')
    const frame = await testBrowser(site.app, { origin: otherOrigin })
    const ask = { device: frame.device, projectId: 'demo', origin: otherOrigin }
    const grant = async (): Promise<string> => grantMade.parse((await window.post('/v1/session/grant', ask)).body).grant
    const accept = (by: TestBrowser, secret: string) => by.post('/v1/session/accept', { grant: secret }, { token: null })
    return { site, window, frame, ask, grant, accept }
  }

  test('the frame is logged in as the window is, and each of them leaves without the other', async () => {
    const { site, window, frame, grant, accept } = await pages()
    const { user } = keepSession(frame, await accept(frame, await grant()))
    expect(user).toMatchObject({ email: 'visitor@example.com' })
    expect(await frame.post('/v1/session', {})).toMatchObject({ status: 200, body: { user } })
    await frame.post('/v1/session/end', {})
    expect(await frame.post('/v1/session', {})).toMatchObject({ status: 401 })
    expect(await window.post('/v1/session', {})).toMatchObject({ status: 200 })
    await site.close()
  })

  test('S52: what the window was granted is worth nothing to another key, on another site, twice, late, or after a sign-out', async () => {
    const { site, window, frame, ask, grant, accept } = await pages()
    const gone = { status: 404, body: { error: { code: 'not_found' } } }
    const seen = await grant()
    // The site saw it pass, or a page of it on the other site did.
    for (const thief of [await testBrowser(site.app, { origin: otherOrigin }), await testBrowser(site.app, { origin: hostOrigin })])
      expect(await accept(thief, seen)).toMatchObject(gone)
    expect(await frame.post('/v1/session/accept', { grant: seen }, { headers: { 'portico-site': `demo ${hostOrigin}` } })).toMatchObject(
      gone,
    )
    // It was not used up by those who tried, and is used up by whom it was for.
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(frame, seen)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)

    const late = await grant()
    site.advance(61)
    expect(await frame.post('/v1/session/accept', { grant: late }, { token: null, ahead: 61 })).toMatchObject(gone)
    const over = grantMade.parse((await window.post('/v1/session/grant', ask, { ahead: 61 })).body).grant
    await window.post('/v1/session/end', {}, { ahead: 61 })
    expect(await frame.post('/v1/session/accept', { grant: over }, { token: null, ahead: 61 })).toMatchObject(gone)
    recordPromise({ id: 'S52', name: `logins of another page, taken by whom they were not for, ${name}`, runs: 24, accepted: 0 })
    await site.close()
  })

  test('a stolen login uses up its own grants and offers of permissions, and none of the owner’s', async () => {
    const { site, window, ask } = await pages()
    const thief = await testBrowser(site.app)
    const { users, sessions, db } = site.services
    const user = await users.byEmail(db, 'visitor@example.com')
    const at = { projectId: 'demo', origin: hostOrigin }
    thief.token = (await sessions.start(db, { user, device: thief.device, site: at, method: 'email' })).token
    const offer = { account: `0x${'1'.repeat(40)}`, request: {} }
    const calls = [
      ['/v1/session/grant', ask],
      ['/v1/permissions/offer', offer],
    ] as const
    for (const [path, body] of calls) {
      let calls = 0
      while ((await thief.post(path, body)).status !== 429) expect((calls += 1), path).toBeLessThan(100)
      expect((await window.post(path, body)).status, path).not.toBe(429)
    }
    await site.close()
  })

  test('S52: nobody who is not logged in grants anything, nor for a site that is not registered, nor without end', async () => {
    const { site, window, ask } = await pages()
    expect(await window.post('/v1/session/grant', ask, { token: null })).toMatchObject({ status: 401 })
    expect(await window.post('/v1/session/grant', { ...ask, origin: 'https://evil.example' })).toMatchObject({
      status: 403,
      body: { error: { code: 'unregistered_site' } },
    })
    expect(await window.post('/v1/session/grant', { ...ask, projectId: 'second' })).toMatchObject({ status: 403 })
    const answers = []
    for (let tries = 0; tries < 22; tries += 1) answers.push((await window.post('/v1/session/grant', ask)).status)
    expect(answers.filter((status) => status === 200)).toHaveLength(20)
    expect(answers.at(-1)).toBe(429)
    await site.close()
  })

  test('S52: a login that follows from another one ends with its time, however often it is handed on', async () => {
    const { site, window, frame } = await pages()
    site.advance(29 * 86_400)
    const ahead = 29 * 86_400
    const made = await window.post('/v1/session/grant', { device: frame.device, projectId: 'demo', origin: otherOrigin }, { ahead })
    const answer = await frame.post('/v1/session/accept', { grant: grantMade.parse(made.body).grant }, { token: null, ahead })
    const { expiresIn } = keepSession(frame, answer)
    expect(expiresIn).toBeGreaterThan(0)
    expect(expiresIn).toBeLessThanOrEqual(86_400)
    site.advance(86_401)
    expect(await frame.post('/v1/session', {}, { ahead: ahead + 86_401 })).toMatchObject({ status: 401 })
    await site.close()
  })

  test('S52: the end of all sessions ends what was granted, too', async () => {
    const { site, frame, grant, accept } = await pages()
    const secret = await grant()
    await site.services.db.transaction().execute((trx) => site.services.sessions.endAll(trx))
    expect(await accept(frame, secret)).toMatchObject({ status: 404 })
    await site.close()
  })
})
