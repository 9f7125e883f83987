import { databases } from '@portico/service/test'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { migrations } from '../app.js'
import { type TestBrowser, keepSession, testBrowser } from '../test/browser.js'
import { crashes } from '../test/crashes.js'
import { logIn, startLogin } from '../test/login.js'
import { type TestSite, codeIn, hostOrigin, otherOrigin, testSite } from '../test/site.js'

/** A code that is not this one. */
const otherThan = (code: string, step = 1): string => String((Number(code) + step) % 1_000_000).padStart(6, '0')
const errorCode = ({ body }: { body: unknown }): unknown => Object(Object(body).error).code

describe.each(await databases(migrations))('login by e-mail on $name', ({ name, fresh, drop }) => {
  afterAll(drop)

  async function begun(email = 'visitor@example.com') {
    const site = await testSite(await fresh())
    const browser = await testBrowser(site.app)
    const { flowId, started } = await startLogin(browser, email)
    const code = codeIn((await site.mailed()).at(-1))
    return { site, browser, flowId, started, code }
  }

  test('a mailed code logs in, and logs the same person in again', async () => {
    const { site, browser, flowId, started, code } = await begun()
    expect(started).toEqual({ action: 'VERIFY_OTP', flowId, resendAfter: 30, expiresIn: 600 })
    const first = keepSession(browser, await browser.post('/v1/email/otp', { flowId, otp: code }))
    expect(first).toMatchObject({ user: { email: 'visitor@example.com', userName: null }, expiresIn: 30 * 86_400 })
    expect(await browser.post('/v1/session', {})).toMatchObject({ status: 200, body: { user: first.user } })

    site.advance(31)
    const elsewhere = await testBrowser(site.app, { origin: otherOrigin })
    const second = await elsewhere.post('/v1/email/start', { email: ' Visitor@Example.com' }, { ahead: 31 })
    expect(second).toMatchObject({ status: 200, body: { action: 'VERIFY_OTP' } })
    const otp = codeIn((await site.mailed()).at(-1))
    const again = await elsewhere.post('/v1/email/otp', { flowId: Object(second.body).flowId, otp }, { ahead: 31 })
    expect(again).toMatchObject({ status: 200, body: { user: first.user } })
    await site.close()
  })

  test('whoever is logged in with an address already gets no mail for it', async () => {
    const { site, browser, flowId, code } = await begun()
    const { user } = keepSession(browser, await browser.post('/v1/email/otp', { flowId, otp: code }))
    expect(await browser.post('/v1/email/start', { email: 'Visitor@example.com' })).toMatchObject({
      status: 200,
      body: { action: 'CONNECT', user },
    })
    expect(await site.mailed()).toHaveLength(1)
    await site.close()
  })

  test('S26: of 200 parallel guesses at most five are evaluated', async () => {
    const { site, browser, flowId, code } = await begun()
    const guesses = Array.from({ length: 200 }, (_, index) => otherThan(code, index + 1))
    const answers = await Promise.all(guesses.map((otp) => browser.post('/v1/email/otp', { flowId, otp })))
    const evaluated = await site.services.rates.count(`guess:${site.services.users.emailIndex('visitor@example.com')}`, 86_400)
    expect(evaluated).toBe(5)
    expect(answers.filter((answer) => errorCode(answer) === 'wrong_code')).toHaveLength(4)
    expect(answers.filter((answer) => errorCode(answer) === 'too_many_tries')).toHaveLength(196)
    // The right one comes too late.
    expect(errorCode(await browser.post('/v1/email/otp', { flowId, otp: code }))).toBe('too_many_tries')
    recordPromise({
      id: 'S26',
      name: `parallel guesses evaluated, ${name}`,
      runs: 200,
      accepted: 0,
      more: { evaluated },
    })
    await site.close()
  })

  test('S26: of 50 right answers at once one logs in', async () => {
    const { site, browser, flowId, code } = await begun()
    const answers = await Promise.all(Array.from({ length: 50 }, () => browser.post('/v1/email/otp', { flowId, otp: code })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await site.close()
  })

  test('S26: a code says how many tries are left, and works after a wrong one', async () => {
    const { site, browser, flowId, code } = await begun()
    for (const triesLeft of [4, 3, 2, 1]) {
      expect(await browser.post('/v1/email/otp', { flowId, otp: otherThan(code) })).toMatchObject({
        status: 400,
        body: { error: { code: 'wrong_code', triesLeft } },
      })
    }
    expect(await browser.post('/v1/email/otp', { flowId, otp: code })).toMatchObject({ status: 200 })
    expect(errorCode(await browser.post('/v1/email/otp', { flowId, otp: code }))).toBe('not_found')
    await site.close()
  })

  test('S26: a right code that the server fails to use costs no try, and works afterwards', async () => {
    const { site, browser, flowId, code } = await begun()
    const failing = vi.spyOn(site.services.sessions, 'start').mockRejectedValue(new Error('The disk is full'))
    for (let turn = 0; turn < 6; turn += 1) {
      const answer = await browser.post('/v1/email/otp', { flowId, otp: code })
      expect(answer).toMatchObject({ status: 500, body: { error: { code: 'failed' } } })
    }
    failing.mockRestore()
    expect(await browser.post('/v1/email/otp', { flowId, otp: otherThan(code) })).toMatchObject({ body: { error: { triesLeft: 4 } } })
    expect(await browser.post('/v1/email/otp', { flowId, otp: code })).toMatchObject({ status: 200 })
    await site.close()
  })

  test('S26: a code is bound to the device key, the site and ten minutes', async () => {
    const { site, browser, flowId, code } = await begun()
    const thief = await testBrowser(site.app)
    expect(errorCode(await thief.post('/v1/email/otp', { flowId, otp: code }))).toBe('not_found')
    const elsewhere = await browser.post('/v1/email/otp', { flowId, otp: code }, { headers: { 'portico-site': `demo ${otherOrigin}` } })
    expect(errorCode(elsewhere)).toBe('not_found')
    site.advance(601)
    expect(await browser.post('/v1/email/otp', { flowId, otp: code }, { ahead: 601 })).toMatchObject({
      status: 410,
      body: { error: { code: 'expired_code' } },
    })
    await site.close()
  })

  test('a newer mail of the same browser ends the code before it', async () => {
    const { site, browser, flowId, code } = await begun()
    site.advance(30)
    const { body } = await browser.post('/v1/email/start', { email: 'visitor@example.com' }, { ahead: 30 })
    expect(errorCode(await browser.post('/v1/email/otp', { flowId, otp: code }, { ahead: 30 }))).toBe('not_found')
    const newer = codeIn((await site.mailed()).at(-1))
    expect(await browser.post('/v1/email/otp', { flowId: Object(body).flowId, otp: newer }, { ahead: 30 })).toMatchObject({
      status: 200,
    })
    await site.close()
  })

  test('S27: another mail within 30 s is refused with the seconds that remain, whatever the browser has stored or its clock says', async () => {
    const { site } = await begun()
    for (const [advance, ahead] of [
      [0, 0],
      [1, 3600],
      [14, -3600],
      [14, 0],
    ] as const) {
      site.advance(advance)
      // Another device key each time: storage was wiped.
      const wiped = await testBrowser(site.app)
      const offset = site.services.clock() - Date.now()
      const wrong = await wiped.post('/v1/email/start', { email: 'visitor@example.com' }, { ahead: offset / 1000 + ahead })
      if (ahead !== 0) {
        expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'proof_time' } } })
        // The answer holds the server's clock: the browser corrects itself.
        expect(Math.abs(Object(Object(wrong.body).error).time - site.services.clock() / 1000)).toBeLessThan(5)
      }
      const answer = await wiped.post('/v1/email/start', { email: 'visitor@example.com' }, { ahead: offset / 1000 })
      const { retryAfter, message } = Object(Object(answer.body).error)
      expect(answer).toMatchObject({ status: 429, body: { error: { code: 'cooldown' } } })
      expect(message).toBe(`Please try again after ${retryAfter} seconds`)
      expect(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 30).toBe(true)
      expect(answer.headers.get('retry-after')).toBe(String(retryAfter))
    }
    expect(await site.mailed()).toHaveLength(1)
    recordPromise({ id: 'S27', name: `second mail within 30 s, storage wiped and clock moved, ${name}`, runs: 4, accepted: 0 })
    await site.close()
  })

  test('S27: five mails an hour and ten a day for an address', async () => {
    const site = await testSite(await fresh())
    const browser = await testBrowser(site.app)
    let ahead = 0
    const ask = async (seconds: number) => {
      site.advance(seconds)
      ahead += seconds
      return errorCode(await browser.post('/v1/email/start', { email: 'visitor@example.com' }, { ahead })) ?? 'sent'
    }
    for (let hour = 0; hour < 2; hour += 1) {
      for (let mail = 0; mail < 5; mail += 1) expect(await ask(31)).toBe('sent')
      expect(await ask(31)).toBe('rate_limit')
      site.advance(3600)
      ahead += 3600
    }
    expect(await ask(31)).toBe('rate_limit')
    expect(await ask(86_400 - 2 * 3600 - 300)).toBe('sent')
    await site.close()
  })

  test('S27: 20 mails an hour for a network, and the cap of the project', async () => {
    const projects = [{ id: 'demo', origins: [hostOrigin], mailsPerHour: 25 }]
    const site = await testSite(await fresh(), { projects, trustProxy: 1 })
    const browser = await testBrowser(site.app)
    const ask = async (index: number, network: string) =>
      errorCode(
        await browser.post(
          '/v1/email/start',
          { email: `v${index}@example.com` },
          { headers: { 'x-forwarded-for': `1.1.1.1, ${network}` } },
        ),
      ) ?? 'sent'
    const first = []
    for (let index = 0; index < 21; index += 1) first.push(await ask(index, '198.51.100.7'))
    expect(first).toEqual([...Array.from({ length: 20 }, () => 'sent'), 'rate_limit'])
    const second = []
    for (let index = 30; index < 36; index += 1) second.push(await ask(index, '2001:db8::1'))
    expect(second).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'rate_limit'])
    await site.close()
  })

  test('S27, S28: who uses up the mails and codes of an address keeps no browser of its owner out, and guesses 20 times a day', async () => {
    const site = await testSite(await fresh(), { trustProxy: 1 })
    const email = 'owner@example.com'
    let ahead = 0
    const ask = (browser: TestBrowser, network: string) =>
      browser.post('/v1/email/start', { email }, { ahead, headers: { 'x-forwarded-for': network } })
    const owner = await testBrowser(site.app)
    const { body: first } = await ask(owner, '203.0.113.1')
    const { token } = keepSession(
      owner,
      await owner.post('/v1/email/otp', { flowId: Object(first).flowId, otp: codeIn((await site.mailed()).at(-1)) }),
    )
    await owner.post('/v1/session/end', {})
    expect(token).not.toBe('')
    owner.token = undefined

    const guess = async (browser: TestBrowser, started: unknown): Promise<number> => {
      const { flowId, action } = Object(started)
      if (action !== 'VERIFY_OTP') return 0
      const code = codeIn((await site.mailed()).at(-1))
      let evaluated = 0
      for (let tries = 1; tries <= 6; tries += 1) {
        const answer = await browser.post('/v1/email/otp', { flowId, otp: otherThan(code, tries) }, { ahead })
        if (errorCode(answer) === 'wrong_code' || (errorCode(answer) === 'too_many_tries' && tries === 5)) evaluated += 1
      }
      return evaluated
    }
    // One network: it uses up its own share and nobody else's.
    let mails = 0
    let guesses = 0
    const attack = async (network: string): Promise<unknown> => {
      const attacker = await testBrowser(site.app)
      site.advance(31)
      ahead += 31
      const answer = await ask(attacker, network)
      if (answer.status !== 200) return errorCode(answer)
      mails += 1
      guesses += await guess(attacker, answer.body)
      return 'sent'
    }
    for (let mail = 0; mail < 5; mail += 1) expect(await attack('198.51.100.1')).toBe('sent')
    expect(await attack('198.51.100.1')).toBe('rate_limit')
    // Its owner in a new browser elsewhere still gets one.
    expect(await attack('203.0.113.9')).toBe('sent')
    // Many networks, for a day.
    for (let hours = 0; hours < 22; hours += 1) {
      for (let network = 2; network < 12; network += 1) await attack(`198.51.100.${network}`)
      site.advance(3600 - 310)
      ahead += 3600 - 310
    }
    expect(await attack('198.51.100.99')).toBe('rate_limit')
    expect(mails).toBe(40 - 1)
    expect(guesses).toBe(20)

    // The browser that is known has a code at once, and it works.
    const started = await ask(owner, '198.51.100.2')
    expect(started).toMatchObject({ status: 200, body: { action: 'VERIFY_OTP' } })
    const otp = codeIn((await site.mailed()).at(-1))
    const { flowId } = Object(started.body)
    expect(errorCode(await owner.post('/v1/email/otp', { flowId, otp: otherThan(otp) }, { ahead }))).toBe('wrong_code')
    expect(await owner.post('/v1/email/otp', { flowId, otp }, { ahead })).toMatchObject({ status: 200 })
    expect(errorCode(await ask(owner, '198.51.100.2'))).toBe('cooldown')
    recordPromise({
      id: 'S27',
      name: `owners kept out by others' mails and guesses, ${name}`,
      runs: mails,
      accepted: 0,
      more: { guessesEvaluated: guesses },
    })
    await site.close()
  }, 60_000)

  test('S28: after 20 wrong codes in a day only the mailed link works, and the owner still logs in', async () => {
    const site = await testSite(await fresh(), { limits: { callsPerMinute: 1_000_000 } })
    const email = 'owner@example.com'
    let ahead = 0
    let wrong = 0
    // The attacker uses up what four mails allow.
    for (let mail = 0; mail < 4; mail += 1) {
      const attacker = await testBrowser(site.app)
      const { body } = await attacker.post('/v1/email/start', { email }, { ahead })
      const code = codeIn((await site.mailed()).at(-1))
      for (let tries = 0; tries < 6; tries += 1) {
        const answer = await attacker.post('/v1/email/otp', { flowId: Object(body).flowId, otp: otherThan(code, tries + 1) }, { ahead })
        if (tries < 5) wrong += 1
        expect(answer.status).toBe(400)
      }
      site.advance(31)
      ahead += 31
    }
    expect(wrong).toBe(20)

    const owner = await testBrowser(site.app)
    const started = await owner.post('/v1/email/start', { email }, { ahead })
    expect(started).toMatchObject({ status: 200, body: { action: 'VERIFY_DEVICE', match: expect.stringMatching(/^\d\d$/) } })
    const { flowId } = Object(started.body)
    const link = /^https:\S+$/m.exec((await site.mailed()).at(-1)?.text ?? '')?.[0] ?? ''
    const pressed = await site.app.request(link, { method: 'POST', body: new URLSearchParams({ answer: 'yes' }) })
    expect(pressed.status).toBe(200)
    expect(await owner.post('/v1/email/device', { flowId }, { ahead })).toMatchObject({ body: { status: 'confirmed', flowId } })
    const otp = codeIn((await site.mailed()).at(-1))
    expect(await owner.post('/v1/email/otp', { flowId, otp }, { ahead })).toMatchObject({
      status: 200,
      body: { user: { email } },
    })
    recordPromise({
      id: 'S28',
      name: `wrong codes evaluated for an address in a day, ${name}`,
      runs: 24,
      accepted: 0,
      more: { evaluated: 20 },
    })
    await site.close()
  })

  test('S29: known and unknown addresses get the same answer in the same time', { timeout: 240_000 }, async () => {
    const site = await testSite(await fresh(), {
      limits: { callsPerMinute: 1_000_000, mailsPerNetworkHour: 1_000_000 },
      projects: [{ id: 'demo', origins: [hostOrigin], mailsPerHour: 1_000_000 }],
    })
    const { db, users } = site.services
    const known = Array.from({ length: 200 }, (_, index) => `known${index}@example.com`)
    await db.transaction().execute(async (trx) => {
      for (const email of known) await users.byEmail(trx, email)
    })
    const unknown = Array.from({ length: 200 }, (_, index) => `other${index}@example.com`)
    const browser = await testBrowser(site.app)
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const shapes = new Set<string>()
    let ahead = 0
    const ask = async (kind: 'known' | 'unknown', email: string | undefined) => {
      const from = performance.now()
      const { status, body, headers } = await browser.post('/v1/email/start', { email }, { ahead })
      times[kind].push(performance.now() - from)
      shapes.add(JSON.stringify([status, Object.keys(Object(body)), Object(body).action, JSON.stringify(body).length, [...headers.keys()]]))
    }
    const median = (list: number[]): number => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
    const gaps: number[] = []
    // What a machine that is busy adds differs from round to round; what an address adds would be there in each.
    for (let round = 0; round < 3 && Math.min(...gaps) >= 5; round += 1) {
      times.known = []
      times.unknown = []
      // By turns, each first as often as the other, so that a slow moment meets both.
      for (let index = 0; index < 200; index += 1) {
        const turn = [() => ask('known', known[index]), () => ask('unknown', unknown[index])]
        for (const one of index % 2 === 0 ? turn : turn.toReversed()) {
          await one()
          await site.mailed()
        }
      }
      site.advance(31)
      ahead += 31
      gaps.push(Math.abs(median(times.known) - median(times.unknown)))
    }
    const gap = Math.min(...gaps)
    expect([...shapes]).toHaveLength(1)
    expect(gap).toBeLessThan(5)
    recordPromise({
      id: 'S29',
      name: `known and unknown addresses, ${name}`,
      runs: 400,
      accepted: 0,
      more: { medianGapMilliseconds: Math.round(gap * 100) / 100 },
    })
    await site.close()
  })

  test('S26, S40: the database holds neither code nor address, the log neither of them nor a token', async () => {
    const { site, browser, flowId, code } = await begun('canary@example.com')
    const device = await startLogin(await testBrowser(site.app), 'canary2@example.com', { device: true })
    const link = /^https:\S+\/device\/(\S+)$/m.exec((await site.mailed()).at(-1)?.text ?? '')?.[1] ?? ''
    await site.app.request(`https://secure.example/device/${link}?code=${code}`)
    await browser.post('/v1/email/otp', { flowId, otp: otherThan(code) })
    const { token } = keepSession(browser, await browser.post('/v1/email/otp', { flowId, otp: code }))
    const { db } = site.services
    const stored = JSON.stringify(
      await Promise.all([
        db.selectFrom('email_flows').selectAll().execute(),
        db.selectFrom('users').selectAll().execute(),
        db.selectFrom('outbox').selectAll().execute(),
        db.selectFrom('audit').selectAll().execute(),
        db.selectFrom('rate_events').selectAll().execute(),
        db.selectFrom('sessions').selectAll().execute(),
      ]),
    )
    const log = site.log.join('')
    expect(log).toContain('"event":"request"')
    const canaries = ['canary', token, link, flowId, device.flowId]
    expect(canaries.filter((canary) => stored.includes(canary) || log.includes(canary))).toEqual([])
    expect(new RegExp(`\\D${code}\\D`).test(log)).toBe(false)
    expect(new RegExp(`"${code}"`).test(stored)).toBe(false)
    expect(await site.services.audit.verify()).toBeUndefined()
    recordPromise({
      id: 'S40',
      name: `planted secrets in log, audit and database, ${name}`,
      runs: canaries.length + 2,
      accepted: 0,
    })
    await site.close()
  })

  test('bad bodies and bad addresses get a typed refusal', async () => {
    const site = await testSite(await fresh())
    const browser: TestBrowser = await testBrowser(site.app)
    const bodies = [
      {},
      { email: 'nobody' },
      { email: 'a@b' },
      { email: 'a@example.com', more: 1 },
      [],
      'text',
      null,
      { email: `${'a'.repeat(400)}@example.com` },
    ]
    for (const body of bodies) {
      expect(await browser.post('/v1/email/start', body)).toMatchObject({ status: 400, body: { error: { code: 'invalid' } } })
    }
    expect(await browser.post('/v1/email/otp', { flowId: 'x', otp: '1' })).toMatchObject({ status: 400 })
    expect(await browser.post('/v1/email/start', { email: 'a'.repeat(200_000) })).toMatchObject({
      status: 413,
      body: { error: { code: 'too_large' } },
    })
    const unregistered = await browser.post(
      '/v1/email/start',
      { email: 'a@example.com' },
      { headers: { 'portico-site': 'demo https://evil.example' } },
    )
    expect(unregistered).toMatchObject({ status: 403, body: { error: { code: 'unregistered_site' } } })
    await site.close()
  })

  test('R24: a mail that was promised goes out after the process died in between', async () => {
    const url = await fresh()
    const keys = [{ id: 'k', bytes: new Uint8Array(32).fill(7) }]
    const never = { send: () => Promise.reject(new Error('killed')), close: () => {} }
    const first: TestSite = await testSite(url, { keys, mail: never })
    const browser = await testBrowser(first.app)
    await startLogin(browser, 'visitor@example.com')
    await first.close()
    const second = await testSite(url, { keys })
    second.advance(10)
    const [mail] = await second.mailed()
    expect(mail).toMatchObject({ to: 'visitor@example.com', subject: 'Your code for shop.example' })
    expect(mail?.html).toContain(codeIn(mail))
    expect(await second.services.db.selectFrom('outbox').selectAll().execute()).toEqual([])
    await second.close()
  })

  test('R24: a crash before any statement of a login leaves an account that can be used', async () => {
    const url = await fresh()
    const secrets = { keys: [{ id: 'k', bytes: new Uint8Array(32).fill(7) }], indexKey: new Uint8Array(32).fill(8) }
    const limits = { mailGapSeconds: 1, callsPerMinute: 1_000_000, mailsPerNetworkHour: 1_000_000 }
    const site = await testSite(url, { ...secrets, limits })
    const statements = crashes(site)
    onTestFinished(statements.restore)
    let ahead = 0
    let crashed = 0
    // Each statement on SQLite; on Postgres, where it takes longer, every third.
    for (let at = 1; ; at += name === 'SQLite' ? 1 : 3) {
      const email = `visitor${at}@example.com`
      const browser = await testBrowser(site.app)
      statements.crashAt(at)
      const started = await browser.post('/v1/email/start', { email }, { ahead })
      const { flowId } = Object(started.body)
      const mail = (await site.mailed()).findLast(({ to }) => to === email)
      if (flowId && mail) await browser.post('/v1/email/otp', { flowId, otp: codeIn(mail) }, { ahead })
      const over = !statements.stop()
      if (over) break
      crashed += 1
      // The same visitor comes back to the service that was started again.
      site.advance(6)
      ahead += 6
      const again = await browser.post('/v1/email/start', { email }, { ahead })
      expect(again.status).toBe(200)
      const otp = codeIn((await site.mailed()).findLast(({ to }) => to === email))
      const done = await browser.post('/v1/email/otp', { flowId: Object(again.body).flowId, otp }, { ahead })
      expect(done).toMatchObject({ status: 200, body: { user: { email } } })
    }
    expect(crashed).toBeGreaterThan(name === 'SQLite' ? 20 : 6)
    const users = await site.services.db.selectFrom('users').select('id').execute()
    // One account for each visitor, the last of whom nothing happened to.
    expect(users).toHaveLength(crashed + 1)
    expect(await site.services.audit.verify()).toBeUndefined()
    recordPromise({
      id: 'R24',
      name: `crash before any statement of a login, ${name}`,
      runs: crashed,
      accepted: 0,
      more: { lostAccounts: 0 },
    })
    await site.close()
  })

  test('S27: two processes on one database count together', async () => {
    const url = await fresh()
    const secrets = { keys: [{ id: 'k', bytes: new Uint8Array(32).fill(7) }], indexKey: new Uint8Array(32).fill(8) }
    const sites = [await testSite(url, secrets), await testSite(url, secrets)]
    const browsers = await Promise.all(sites.map(({ app }) => testBrowser(app)))
    const asked = browsers.flatMap((browser) =>
      Array.from({ length: 10 }, () => browser.post('/v1/email/start', { email: 'visitor@example.com' })),
    )
    const answers = await Promise.all(asked)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(19)
    for (const site of sites) await site.close()
  })

  test('logging in by e-mail in one call, as other tests do', async () => {
    const site = await testSite(await fresh())
    const browser = await testBrowser(site.app)
    const { user } = await logIn(site, browser, 'visitor@example.com')
    expect(user.email).toBe('visitor@example.com')
    await site.close()
  })
})
