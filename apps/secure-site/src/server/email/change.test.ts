import { databases } from '@portico/service/test'
import { afterAll, describe, expect, test } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { migrations } from '../app.js'
import { loggedInBrowser } from '../test/login.js'
import { codeIn, testSite } from '../test/site.js'
import { testBrowser } from '../test/browser.js'

const errorCode = ({ body }: { body: unknown }): unknown => Object(Object(body).error).code
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe.each(await databases(migrations))('changing the e-mail address on $name', ({ name, fresh, drop }) => {
  afterAll(drop)

  /** Somebody who has logged in a minute ago and asks for another address. `post` keeps pace with the server's clock. */
  async function begun(newEmail = 'new@example.com') {
    const site = await testSite(await fresh())
    const browser = await loggedInBrowser(site, 'old@example.com')
    let ahead = 0
    const advance = (seconds: number) => {
      ahead += seconds
      site.advance(seconds)
    }
    const post = (path: string, body: unknown) => browser.post(path, body, { ahead })
    const newest = async (to: string) => codeIn((await site.mailed()).findLast((mail) => mail.to === to))
    advance(31)
    const started = await post('/v1/email/change/start', { email: newEmail })
    return { site, browser, post, advance, newest, started, flowId: String(Object(started.body).flowId) }
  }

  test('S33: a code to the old address, then one to the new, and both are told', async () => {
    const { site, post, newest, started, flowId } = await begun()
    expect(started.body).toEqual({ action: 'VERIFY_PRIMARY_OTP', flowId, resendAfter: 30, expiresIn: 600 })
    expect((await site.mailed()).filter(({ to }) => to === 'new@example.com')).toEqual([])
    expect(await post('/v1/email/change/primary', { flowId, otp: await newest('old@example.com') })).toMatchObject({
      status: 200,
      body: { flowId, resendAfter: 30 },
    })
    expect(await post('/v1/email/change/secondary', { flowId, otp: await newest('new@example.com') })).toMatchObject({
      status: 200,
      body: { newEmail: 'new@example.com' },
    })
    expect(await post('/v1/session', {})).toMatchObject({ body: { user: { email: 'new@example.com' } } })
    const notices = (await site.mailed()).filter(({ subject }) => subject === 'The e-mail address of your wallet was changed')
    expect(notices.map(({ to }) => to).toSorted()).toEqual(['new@example.com', 'old@example.com'])
    await site.close()
  })

  test('S33: the order can not be changed', async () => {
    const { site, post, newest, flowId } = await begun()
    const old = await newest('old@example.com')
    const attempts = [
      () => post('/v1/email/change/secondary', { flowId, otp: old }),
      () => post('/v1/email/otp', { flowId, otp: old }),
      () => post('/v1/email/change/primary', { flowId, otp: otherThan(old) }),
    ]
    for (const attempt of attempts) expect((await attempt()).status).toBeGreaterThanOrEqual(400)
    expect(await post('/v1/email/change/primary', { flowId, otp: old })).toMatchObject({ status: 200 })
    // The old address's code is not the new one's, nor does it work twice.
    expect(errorCode(await post('/v1/email/change/primary', { flowId, otp: old }))).toBe('not_found')
    const code = await newest('new@example.com')
    if (code !== old) expect(errorCode(await post('/v1/email/change/secondary', { flowId, otp: old }))).toBe('wrong_code')
    expect(await post('/v1/session', {})).toMatchObject({ body: { user: { email: 'old@example.com' } } })
    expect(await post('/v1/email/change/secondary', { flowId, otp: code })).toMatchObject({ status: 200 })
    expect(errorCode(await post('/v1/email/change/secondary', { flowId, otp: code }))).toBe('not_found')
    recordPromise({ id: 'S33', name: `steps out of order, ${name}`, runs: 6, accepted: 0 })
    await site.close()
  })

  test('S33: another browser, and another person, can not go on with it', async () => {
    const { site, post, newest, flowId } = await begun()
    const otp = await newest('old@example.com')
    const stranger = await loggedInBrowser(site, 'stranger@example.com').catch(() => undefined)
    // The stranger's clock is the server's minus 31 s, which is close enough.
    expect(errorCode((await stranger?.post('/v1/email/change/primary', { flowId, otp })) ?? { body: {} })).toBe('not_found')
    const anonymous = await testBrowser(site.app)
    expect(errorCode(await anonymous.post('/v1/email/change/primary', { flowId, otp }))).toBe('no_session')
    expect(await post('/v1/email/change/primary', { flowId, otp })).toMatchObject({ status: 200 })
    await site.close()
  })

  test('S29: that an address is taken is said only to who has proven that it is theirs', async () => {
    const { site, post, newest, advance } = await begun()
    await loggedInBrowser(site, 'taken@example.com')
    advance(31)
    const started = await post('/v1/email/change/start', { email: 'taken@example.com' })
    expect(started).toMatchObject({ status: 200, body: { action: 'VERIFY_PRIMARY_OTP' } })
    const flowId = String(Object(started.body).flowId)
    expect(await post('/v1/email/change/primary', { flowId, otp: await newest('old@example.com') })).toMatchObject({
      status: 200,
    })
    const answer = await post('/v1/email/change/secondary', { flowId, otp: await newest('taken@example.com') })
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'email_taken' } } })
    expect(await post('/v1/session', {})).toMatchObject({ body: { user: { email: 'old@example.com' } } })
    await site.close()
  })

  test('a code of either step can be asked for again, not more often than every 30 s', async () => {
    const { site, post, newest, advance, flowId } = await begun()
    const first = await newest('old@example.com')
    expect(errorCode(await post('/v1/email/change/resend', { flowId }))).toBe('cooldown')
    advance(30)
    expect(await post('/v1/email/change/resend', { flowId })).toMatchObject({ status: 200, body: { flowId } })
    const second = await newest('old@example.com')
    if (first !== second) expect(errorCode(await post('/v1/email/change/primary', { flowId, otp: first }))).toBe('wrong_code')
    expect(await post('/v1/email/change/primary', { flowId, otp: second })).toMatchObject({ status: 200 })
    advance(30)
    expect(await post('/v1/email/change/resend', { flowId })).toMatchObject({ status: 200 })
    expect(await post('/v1/email/change/secondary', { flowId, otp: await newest('new@example.com') })).toMatchObject({
      status: 200,
    })
    await site.close()
  })

  test('five wrong codes end a step', async () => {
    const { site, post, newest, flowId } = await begun()
    const code = await newest('old@example.com')
    for (let tries = 0; tries < 4; tries += 1)
      expect(errorCode(await post('/v1/email/change/primary', { flowId, otp: otherThan(code) }))).toBe('wrong_code')
    expect(errorCode(await post('/v1/email/change/primary', { flowId, otp: otherThan(code) }))).toBe('too_many_tries')
    expect(errorCode(await post('/v1/email/change/primary', { flowId, otp: code }))).toBe('too_many_tries')
    await site.close()
  })

  test('a social account with an address for its mails proves that one first', async () => {
    const site = await testSite(await fresh())
    const { db, users, sessions, secrets, clock } = site.services
    const browser = await testBrowser(site.app)
    const id = 'social-account-of-a-test'
    await db
      .insertInto('users')
      .values({
        id,
        email_index: null,
        email: secrets.seal('email', 'mails@example.com', id),
        user_name: null,
        created_at: clock(),
      })
      .execute()
    const user = await users.find(db, id)
    if (!user) throw new Error('no user')
    browser.token = (
      await sessions.start(db, {
        user,
        device: browser.device,
        site: { projectId: 'demo', origin: 'https://shop.example' },
        method: 'github',
      })
    ).token
    // Nobody logs in by that address, and it is no login by e-mail.
    expect(await browser.post('/v1/email/start', { email: 'mails@example.com' })).toMatchObject({
      body: { action: 'VERIFY_OTP' },
    })
    site.advance(31)
    const started = await browser.post('/v1/email/change/start', { email: 'new@example.com' }, { ahead: 31 })
    expect(started).toMatchObject({ body: { action: 'VERIFY_PRIMARY_OTP' } })
    const { flowId } = Object(started.body)
    const newest = async () => codeIn((await site.mailed()).at(-1))
    expect(await browser.post('/v1/email/change/primary', { flowId, otp: await newest() }, { ahead: 31 })).toMatchObject({
      status: 200,
    })
    expect(await browser.post('/v1/email/change/secondary', { flowId, otp: await newest() }, { ahead: 31 })).toMatchObject({
      status: 200,
    })
    expect((await users.byEmail(db, 'new@example.com')).id).toBe(id)
    await site.close()
  })

  test('an account without an address proves the new one alone', async () => {
    const site = await testSite(await fresh())
    const { db, users, sessions } = site.services
    const browser = await testBrowser(site.app)
    const user = await users.create(db, { userName: 'octavia' })
    const started = await sessions.start(db, {
      user,
      device: browser.device,
      site: { projectId: 'demo', origin: 'https://shop.example' },
      method: 'github',
    })
    browser.token = started.token
    const answer = await browser.post('/v1/email/change/start', { email: 'first@example.com', locale: 'de-AT' })
    expect(answer).toMatchObject({ status: 200, body: { action: 'VERIFY_SECONDARY_OTP' } })
    const [mail] = await site.mailed()
    expect(mail?.subject).toBe('Ihr Code zum Ändern der E-Mail-Adresse')
    const flowId = String(Object(answer.body).flowId)
    expect(await browser.post('/v1/email/change/secondary', { flowId, otp: codeIn(mail) })).toMatchObject({ status: 200 })
    expect(await browser.post('/v1/session', {})).toMatchObject({
      body: { user: { email: 'first@example.com', userName: 'octavia' } },
    })
    expect((await site.mailed()).map(({ to }) => to)).toEqual(['first@example.com', 'first@example.com'])
    await site.close()
  })
})
