import { databases } from '@portico/service/test'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { migrations } from '../app.js'
import { testBrowser } from '../test/browser.js'
import { startLogin } from '../test/login.js'
import { codeIn, hostOrigin, linkIn, testSite } from '../test/site.js'

const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const errorCode = ({ body }: { body: unknown }): unknown => Object(Object(body).error).code

describe.each(await databases(migrations))('the mailed link of a new browser on $name', ({ name, fresh, drop }) => {
  afterAll(drop)

  async function asked(locale = 'en') {
    const site = await testSite(await fresh())
    const browser = await testBrowser(site.app)
    const headers = { 'user-agent': agent }
    const { body } = await browser.post('/v1/email/start', { email: 'visitor@example.com', device: true, locale }, { headers })
    const { flowId, match, action } = Object(body)
    expect(action).toBe('VERIFY_DEVICE')
    const link = linkIn((await site.mailed()).at(-1))
    const press = async (answer: string, more: Record<string, string> = {}) =>
      site.app.request(link, { method: 'POST', body: new URLSearchParams({ answer }), headers: more })
    return { site, browser, flowId: String(flowId), match: String(match), link, press }
  }

  test('S30: the page shows the site, the browser and the two digits, at the top level alone', async () => {
    const { site, link, match } = await asked()
    expect(link).toMatch(/^https:\/\/secure\.example\/device\/[\w-]{43}$/)
    const answer = await site.app.request(link)
    const html = await answer.text()
    expect(html).toContain('<dd>shop.example</dd>')
    expect(html).toContain('<dd>Chrome on Windows</dd>')
    expect(html).toContain(`<dd class="match">${match}</dd>`)
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(answer.headers.get('content-security-policy')).not.toContain('script-src')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(html).not.toContain('<script')
    await site.close()
  })

  test('S30: opening, prefetching or scanning the link confirms nothing', async () => {
    const { site, browser, flowId, link, press } = await asked()
    const scanner = { 'user-agent': 'Mozilla/5.0 (compatible; MailScanner)', 'sec-purpose': 'prefetch', purpose: 'prefetch' }
    for (let index = 0; index < 20; index += 1) {
      const method = index % 2 === 0 ? 'GET' : 'HEAD'
      await site.app.request(link, { method, headers: scanner })
      await site.app.request(`${link}?answer=yes`, { method })
      await site.app.request(`${link}?answer=yes`, { method: 'POST' })
    }
    const cancel = new AbortController()
    setTimeout(() => cancel.abort(), 50)
    expect(await browser.post('/v1/email/device', { flowId }, { signal: cancel.signal })).toMatchObject({
      body: { status: 'pending' },
    })
    expect(await site.mailed()).toHaveLength(1)
    expect((await press('yes')).status).toBe(200)
    recordPromise({ id: 'S30', name: `opening or prefetching the mailed link, ${name}`, runs: 60, accepted: 0 })
    await site.close()
  })

  test('S30: a press confirms once, a code is mailed, and the browser that asked goes on with it', async () => {
    const { site, browser, flowId, press, link } = await asked()
    const waiting = browser.post('/v1/email/device', { flowId })
    expect(await (await press('yes', { 'sec-fetch-site': 'same-origin' })).text()).toContain('<h1>Confirmed</h1>')
    expect(await waiting).toMatchObject({
      status: 200,
      body: { status: 'confirmed', flowId, resendAfter: 30, expiresIn: expect.any(Number) },
    })
    expect((await press('yes')).status).toBe(404)
    expect((await site.app.request(link)).status).toBe(404)
    const mails = await site.mailed()
    expect(mails).toHaveLength(2)
    expect(await browser.post('/v1/email/otp', { flowId, otp: codeIn(mails.at(-1)) })).toMatchObject({ status: 200 })
    await site.close()
  })

  test('S30: of 50 presses at once one confirms, and one code is mailed', async () => {
    const { site, press } = await asked()
    const answers = await Promise.all(Array.from({ length: 50 }, () => press('yes')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await site.mailed()).toHaveLength(2)
    await site.close()
  })

  test('S30: the link works for ten minutes', async () => {
    const { site, browser, flowId, link, press } = await asked()
    site.advance(601)
    expect((await site.app.request(link)).status).toBe(404)
    expect((await press('yes')).status).toBe(404)
    expect(errorCode(await browser.post('/v1/email/device', { flowId }, { ahead: 601 }))).toBe('expired_code')
    await site.close()
  })

  test('a press on "it is not me" ends the login', async () => {
    const { site, browser, flowId, press } = await asked('de')
    const waiting = browser.post('/v1/email/device', { flowId })
    expect(await (await press('no')).text()).toContain('<h1>Abgelehnt</h1>')
    expect(await waiting).toMatchObject({ status: 403, body: { error: { code: 'declined' } } })
    expect((await press('yes')).status).toBe(404)
    expect(await site.mailed()).toHaveLength(1)
    await site.close()
  })

  test('a form of another origin confirms nothing, and neither does another browser learn of it', async () => {
    const { site, flowId, press } = await asked()
    expect((await press('yes', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await press('maybe')).status).toBe(404)
    expect(await site.mailed()).toHaveLength(1)
    const stranger = await testBrowser(site.app)
    expect(errorCode(await stranger.post('/v1/email/device', { flowId }))).toBe('not_found')
    await site.close()
  })

  test('a confirmed browser gets codes from then on; a code can be asked for again', async () => {
    const { site, browser, press } = await asked()
    await press('yes')
    site.advance(31)
    const again = await browser.post('/v1/email/start', { email: 'visitor@example.com', device: true }, { ahead: 31 })
    expect(again).toMatchObject({ body: { action: 'VERIFY_OTP' } })
    // The browser is known for this address, not for others.
    expect(await browser.post('/v1/email/start', { email: 'other@example.com', device: true }, { ahead: 31 })).toMatchObject({
      body: { action: 'VERIFY_DEVICE' },
    })
    await site.close()
  })

  test('S29: whether the link is asked for depends on the browser, not on the account', async () => {
    const site = await testSite(await fresh())
    await site.services.users.byEmail(site.services.db, 'known@example.com')
    for (const email of ['known@example.com', 'unknown@example.com']) {
      const { started } = await startLogin(await testBrowser(site.app), email, { device: true })
      expect(started.action).toBe('VERIFY_DEVICE')
    }
    await site.close()
  })

  test('a project can ask for the link whatever the page says', async () => {
    const site = await testSite(await fresh(), { projects: [{ id: 'demo', origins: [hostOrigin], deviceLink: true }] })
    const { started } = await startLogin(await testBrowser(site.app), 'visitor@example.com', { device: false })
    expect(started.action).toBe('VERIFY_DEVICE')
    await site.close()
  })

  test('closing the service ends a wait with an answer, and later calls are told', async () => {
    const { site, browser, flowId } = await asked()
    const { db } = site.services
    const waiting = browser.post('/v1/email/device', { flowId })
    // It has arrived when its proof is known.
    await vi.waitFor(async () => expect(await db.selectFrom('proofs').selectAll().execute()).toHaveLength(2), 20_000)
    await site.close()
    expect(await waiting).toMatchObject({ status: 200, body: { status: 'pending' } })
    expect(await browser.post('/v1/email/device', { flowId })).toMatchObject({
      status: 503,
      body: { error: { code: 'closing' } },
    })
    expect((await site.app.request('/healthz')).status).toBe(503)
  })
})
