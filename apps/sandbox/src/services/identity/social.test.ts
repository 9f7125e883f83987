// The secure site's social login, whole: its routes, its database and the providers as they are, on SQLite and on Postgres.
import { freePort } from '@portico/service/ports'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { recordPromise } from '../../../../../scripts/lib/promises.mjs'
import { type TestBrowser, testBrowser } from '../../../../secure-site/src/server/test/browser.js'
import { databases } from '@portico/service/test'
import { type TestSite, hostOrigin, otherOrigin, publicUrl, testSite } from '../../../../secure-site/src/server/test/site.js'
import { type Evil, type IdentityProvider, type IdentityService, identityProviders, identityService, identitySettings } from './index.js'
import { type Arrival, type Walker, createWalker } from './walk.js'

const host = '127.0.0.1'
let identity: IdentityService

beforeAll(async () => {
  identity = identityService({ host, port: await freePort(), secureSites: [publicUrl] })
  await identity.start()
})
afterAll(() => identity.stop())
beforeEach(async () => {
  await identity.reset()
  identity.setAuto('mira')
})

const started = z.object({ flowId: z.string(), uri: z.url(), match: z.string().regex(/^\d\d$/) })
const user = z.object({ id: z.string(), email: z.nullable(z.string()), userName: z.nullable(z.string()) })
const finished = z.discriminatedUnion('status', [
  z.object({ status: z.literal('pending') }),
  z.object({ status: z.literal('done'), token: z.string(), user }),
  z.object({ status: z.literal('linked'), user }),
])

describe.each(await databases())('on $name', ({ name, fresh, drop }) => {
  let site: TestSite
  /** Attacks that were tried, and those that got in. */
  const attacks = { tried: 0, accepted: 0 }
  const since = performance.now()

  beforeAll(async () => {
    site = await testSite(await fresh(), { social: identitySettings(identity.url) })
  })
  afterAll(async () => {
    await site.close()
    recordPromise({
      id: 'S31',
      name: `social login on ${name}: mix-up, replay, injection, pre-hijack, forged tokens`,
      runs: attacks.tried,
      accepted: attacks.accepted,
      since,
    })
    await drop()
  })

  const walker = (options: { press?: Record<string, string> } = {}): Walker =>
    createWalker({ servers: { [publicUrl]: site.app }, stopAt: [hostOrigin, otherOrigin], ...options })

  async function start(browser: TestBrowser, provider: string, more: Record<string, unknown> = {}) {
    const { status, body } = await browser.post('/v1/social/start', { provider, mode: 'popup', ...more })
    expect(status).toBe(200)
    return started.parse(body)
  }

  const finish = async (browser: TestBrowser, flowId: string, result?: string) => {
    // Without a result it waits for the visitor: here for a moment alone.
    const signal = result === undefined ? { signal: AbortSignal.timeout(30) } : {}
    return browser.post('/v1/social/finish', { flowId, ...(result !== undefined && { result }) }, signal)
  }

  /** What the window reports to its opener. */
  const resultOf = (arrival: Arrival): string => {
    const uri = /data-result="([^"]+)"/.exec(arrival.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
    return new URL(uri).searchParams.get('result') ?? ''
  }

  async function logIn(provider: string, browser?: TestBrowser) {
    const at = browser ?? (await testBrowser(site.app))
    const { flowId, uri } = await start(at, provider)
    const arrival = await walker().walk(uri)
    const { body } = await finish(at, flowId, resultOf(arrival))
    const answer = finished.parse(body)
    if (answer.status !== 'done') throw new Error(`The login is ${answer.status}.`)
    return { browser: at, arrival, token: answer.token, user: answer.user }
  }

  /** Counts an attack: it is in when a session comes out of it. */
  async function attacked(browser: TestBrowser, flowId: string, arrival: Arrival): Promise<string> {
    const result = /data-result="([^"]+)"/.test(arrival.text) ? resultOf(arrival) : ''
    const { body } = await finish(browser, flowId, result || undefined)
    attacks.tried += 1
    if (JSON.stringify(body).includes('token')) attacks.accepted += 1
    return z.object({ error: z.object({ code: z.string() }) }).safeParse(body).data?.error.code ?? 'none'
  }

  test.each(identityProviders)('%s: logs in by what the window reports, and knows the same person again', async (provider) => {
    const first = await logIn(provider)
    expect(first.user.userName).toBe(provider === 'x' ? 'mira' : 'Mira Okafor')
    const email = provider === 'x' || provider === 'facebook' ? null : 'mira@example.test'
    expect(first.user.email).toBe(email)
    expect(first.arrival.text).toContain(`data-origin="${hostOrigin}"`)
    const check = await first.browser.post('/v1/session', {}, { token: first.token })
    expect(check.body).toMatchObject({ user: { id: first.user.id } })

    const again = await logIn(provider)
    expect(again.user.id).toBe(first.user.id)
    expect(again.token).not.toBe(first.token)
    identity.setAuto('noor')
    expect((await logIn(provider)).user.id).not.toBe(first.user.id)
  })

  test('two first logins of one person at the same moment make one account', async () => {
    identity.setAuto('teo')
    const logins = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = await testBrowser(site.app)
        const { flowId, uri } = await start(browser, 'discord')
        return { browser, flowId, result: resultOf(await walker().walk(uri)) }
      }),
    )
    const answers = await Promise.all(logins.map(({ browser, flowId, result }) => finish(browser, flowId, result)))
    const ids = answers.map(({ body }) => {
      const answer = finished.parse(body)
      return answer.status === 'done' ? answer.user.id : answer.status
    })
    expect(new Set(ids).size).toBe(1)
    const users = await site.services.db.selectFrom('users').select('id').where('user_name', '=', 'Teo Marín').execute()
    expect(users.map(({ id }) => id)).toEqual([ids[0]])
  })

  test('six providers are six people, whatever e-mail address they tell', async () => {
    const ids: string[] = []
    for (const provider of identityProviders) ids.push((await logIn(provider)).user.id)
    expect(new Set(ids).size).toBe(identityProviders.length)
  })

  test("S31: an e-mail address opens nobody's account, proven or not (pre-hijack)", async () => {
    const { services } = site
    const owner = await services.db.transaction().execute((trx) => services.users.byEmail(trx, 'mira@example.test'))
    for (const provider of identityProviders) {
      attacks.tried += 1
      const { user: logged } = await logIn(provider)
      if (logged.id === owner.id) attacks.accepted += 1
      expect(logged.id).not.toBe(owner.id)
    }
    // The other way round: who proves the mailbox later does not get an account that a provider's word made.
    identity.setAuto('noor')
    const squatter = await logIn('google')
    const noor = await services.db.transaction().execute((trx) => services.users.byEmail(trx, 'noor@example.test'))
    expect(noor.id).not.toBe(squatter.user.id)
  })

  test('an address that its provider has not proven is not kept', async () => {
    identity.setAuto('ilse')
    expect((await logIn('google')).user.email).toBeNull()
    expect((await logIn('github')).user.email).toBeNull()
  })

  test('S31: the same name and address with another subject is another person', async () => {
    for (const provider of identityProviders) {
      const { user: real } = await logIn(provider)
      identity.setEvil('subject')
      attacks.tried += 1
      const { user: other } = await logIn(provider)
      if (other.id === real.id) attacks.accepted += 1
      expect(other.id).not.toBe(real.id)
      identity.setEvil(undefined)
    }
  })

  const evils: readonly [IdentityProvider, Evil][] = [
    ...(['google', 'apple'] as const).flatMap((provider) =>
      (['issuer', 'audience', 'nonce', 'expired', 'signature', 'unsigned', 'mixUp', 'code'] as const).map(
        (evil): [IdentityProvider, Evil] => [provider, evil],
      ),
    ),
    ...(['github', 'facebook', 'x', 'discord'] as const).flatMap((provider) =>
      (['mixUp', 'code'] as const).map((evil): [IdentityProvider, Evil] => [provider, evil]),
    ),
  ]
  // What a token says is checked before any database is asked: on the second one an answer of each provider is enough.
  const forged = name === 'SQLite' ? evils : evils.filter(([, evil]) => evil === 'code')
  test.each(forged)('S31: %s with a wrong %s is not believed', async (provider, evil) => {
    identity.setAuto('noor')
    await logIn(provider) // leaves a code behind that `code` injects
    identity.setAuto('mira')
    identity.setEvil(evil)
    const browser = await testBrowser(site.app)
    const { flowId, uri } = await start(browser, provider)
    const arrival = await walker().walk(uri)
    expect(arrival.text).toContain('The login did not work')
    expect(await attacked(browser, flowId, arrival)).toBe('social_failed')
  })

  test.each(identityProviders)('S31: %s: an answer counts once, in its browser, from its provider', async (provider) => {
    const browser = await testBrowser(site.app)
    const { flowId, uri } = await start(browser, provider)
    const window = walker({ press: { person: 'mira' } })
    identity.setAuto(undefined)
    const arrival = await window.walk(uri)
    const back = arrival.hops.at(-1) ?? ''
    expect(arrival.text).toContain('Log in to this site?')
    if (provider !== 'apple') {
      // The address with the code, once more, and in a browser that was not at the provider.
      for (const again of [window, walker()]) {
        const replayed = await again.walk(back)
        expect([replayed.status, replayed.text.includes('This login is over')]).toEqual([410, true])
        attacks.tried += 1
      }
    }
    const result = resultOf(arrival)
    const sessions = await Promise.all(Array.from({ length: 10 }, () => finish(browser, flowId, result)))
    attacks.tried += 9
    attacks.accepted += sessions.filter(({ status }) => status === 200).length - 1
    expect(sessions.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await finish(browser, flowId, result)).body).toMatchObject({ error: { code: 'social_expired' } })
  })

  test('S31: an answer in another browser, of another provider or of an earlier opening finds nothing', async () => {
    const browser = await testBrowser(site.app)
    const { flowId, uri } = await start(browser, 'github')
    const window = walker()
    const opened = await window.load(uri)
    const toProvider = opened.headers.get('location') ?? ''
    const atProvider = createWalker({ stopAt: [publicUrl] })
    const { url: back } = await atProvider.walk(toProvider)

    const otherProvider = new URL(back)
    otherProvider.pathname = '/social/callback/discord'
    const attempts = [() => walker().walk(back.href), () => window.walk(otherProvider.href)]
    for (const attempt of attempts) {
      const arrival = await attempt()
      expect(arrival.status).toBe(410)
      expect(await attacked(browser, flowId, arrival)).toBe('none')
    }
    // Opened anew: the earlier state is void, and the newer one is good.
    const newer = await window.load(uri)
    expect((await window.walk(back.href)).status).toBe(410)
    const { url: good } = await atProvider.walk(newer.headers.get('location') ?? '')
    expect((await window.walk(good.href)).text).toContain('Log in to this site?')
  })

  test('S31: a code of the attacker, brought with the state of the victim, is not redeemed', async () => {
    for (const provider of identityProviders.filter((each) => each !== 'apple')) {
      const [attacker, victim] = [await testBrowser(site.app), await testBrowser(site.app)]
      const atProvider = createWalker({ stopAt: [publicUrl] })
      identity.setAuto('noor')
      const own = await start(attacker, provider)
      const stolen = await atProvider.walk((await walker().load(own.uri)).headers.get('location') ?? '')
      identity.setAuto('mira')
      const asked = await start(victim, provider)
      const window = walker()
      const { url: back } = await atProvider.walk((await window.load(asked.uri)).headers.get('location') ?? '')
      back.searchParams.set('code', stolen.url.searchParams.get('code') ?? '')
      const arrival = await window.walk(back.href)
      expect(await attacked(victim, asked.flowId, arrival)).toBe('social_failed')
    }
  })

  test('without an opener the visitor sees the site and two digits, and a press finishes the login', async () => {
    const browser = await testBrowser(site.app)
    const { flowId, uri, match } = await start(browser, 'discord')
    const window = walker()
    const arrival = await window.walk(uri, { headers: { 'accept-language': 'en' } })
    expect(arrival.text).toContain(`<p class="origin">${hostOrigin}</p>`)
    expect(arrival.text).toContain(`<p class="match">${match}</p>`)
    expect(arrival.text).toContain('as Mira Okafor')
    expect(finished.parse((await finish(browser, flowId)).body)).toEqual({ status: 'pending' })

    const confirm = `${publicUrl}/social/confirm/${flowId}`
    const body = new URLSearchParams({ result: resultOf(arrival) })
    expect((await window.walk(confirm)).status).toBe(404) // a GET is nothing
    expect((await walker().walk(confirm, { method: 'POST', body })).status).toBe(410)
    expect((await window.walk(confirm, { method: 'POST', body: new URLSearchParams({ result: 'A'.repeat(43) }) })).status).toBe(410)
    expect(finished.parse((await finish(browser, flowId)).body)).toEqual({ status: 'pending' })

    const waiting = browser.post('/v1/social/finish', { flowId })
    const done = await window.walk(confirm, { method: 'POST', body })
    expect(done.text).toContain('You are logged in')
    expect(finished.parse((await waiting).body)).toMatchObject({ status: 'done', user: { userName: 'Mira Okafor' } })
  })

  test('S31: only the device and the site that began a login can finish it', async () => {
    const browser = await testBrowser(site.app)
    const { flowId, uri } = await start(browser, 'google')
    const result = resultOf(await walker().walk(uri))
    const thieves = [
      await testBrowser(site.app),
      await testBrowser(site.app, { origin: otherOrigin }),
      await testBrowser(site.app, { origin: 'https://second.example', projectId: 'second' }),
    ]
    for (const thief of thieves) {
      attacks.tried += 1
      const { status, body } = await finish(thief, flowId, result)
      if (status === 200) attacks.accepted += 1
      expect(body).toMatchObject({ error: { code: 'social_expired' } })
    }
    expect((await finish(browser, flowId, 'B'.repeat(43))).status).toBe(410)
    expect((await finish(browser, flowId, result)).status).toBe(200)
  })

  test('in page mode the tab comes back to the site with the result, and nothing is asked', async () => {
    const browser = await testBrowser(site.app)
    const { flowId, uri } = await start(browser, 'apple', { mode: 'page', returnTo: `${hostOrigin}/cart?step=2#top` })
    const { url } = await walker().walk(uri)
    expect(url.href.split('#')[0]).toBe(`${hostOrigin}/cart?step=2`)
    const fragment = new URLSearchParams(url.hash.slice(1))
    expect(fragment.has('top')).toBe(true)
    const resultUri = new URL(fragment.get('portico_social') ?? '')
    expect(resultUri.origin).toBe(publicUrl)
    const { body } = await finish(browser, flowId, resultUri.searchParams.get('result') ?? '')
    expect(finished.parse(body).status).toBe('done')
  })

  test('a login that was meant for a window can go on in the tab itself, and come back to where it was', async () => {
    const browser = await testBrowser(site.app)
    const { flowId, uri } = await start(browser, 'github')
    for (const elsewhere of ['https://evil.example/', `${otherOrigin}/`, '/cart', '']) {
      const lost = await walker().walk(`${uri}?returnTo=${encodeURIComponent(elsewhere)}`)
      expect([lost.status, lost.text.includes('This login is over')]).toEqual([410, true])
      attacks.tried += 1
    }
    const { url } = await walker().walk(`${uri}?returnTo=${encodeURIComponent(`${hostOrigin}/cart`)}`)
    expect(url.href).toMatch(`${hostOrigin}/cart#portico_social=`)
    const resultUri = new URL(decodeURIComponent(url.hash.split('=')[1] ?? ''))
    // Nothing but the result finishes it: there is no page to press on.
    expect(finished.parse((await finish(browser, flowId)).body)).toEqual({ status: 'pending' })
    const { body } = await finish(browser, flowId, resultUri.searchParams.get('result') ?? '')
    expect(finished.parse(body).status).toBe('done')
  })

  test('a frame that stores nothing finishes after its tab came back, with the result and the cookie of its partition', async () => {
    const before = await testBrowser(site.app)
    const { flowId, uri } = await start(before, 'google', { mode: 'page', returnTo: `${hostOrigin}/` })
    const { url } = await walker().walk(uri)
    const result = new URL(decodeURIComponent(url.hash.split('=')[1] ?? '')).searchParams.get('result') ?? ''
    const [after, thief] = [await testBrowser(site.app), await testBrowser(site.app)]
    for (const [name, value] of before.cookies) after.cookies.set(name, value)
    attacks.tried += 2
    expect((await finish(thief, flowId, result)).status).toBe(410)
    expect((await finish(after, flowId)).status).toBe(410)
    expect(finished.parse((await finish(after, flowId, result)).body).status).toBe('done')

    // A login in a window is finished by the device key that began it, whatever cookie there is.
    const popup = await start(before, 'google')
    const reported = resultOf(await walker().walk(popup.uri))
    for (const [name, value] of before.cookies) after.cookies.set(name, value)
    attacks.tried += 1
    expect((await finish(after, popup.flowId, reported)).status).toBe(410)
  })

  test.each(['popup', 'page'] as const)('says that the visitor went back, in %s mode', async (mode) => {
    identity.setAuto(undefined)
    for (const provider of identityProviders) {
      const browser = await testBrowser(site.app)
      const { flowId, uri } = await start(browser, provider, { mode, ...(mode === 'page' && { returnTo: `${hostOrigin}/` }) })
      const arrival = await walker({ press: { cancel: 'yes' } }).walk(uri)
      if (mode === 'popup') expect(arrival.text).toContain('You are not logged in')
      else expect(arrival.url.href).toBe(`${hostOrigin}/#portico_social=${encodeURIComponent(`${publicUrl}/social/result?flow=${flowId}`)}`)
      expect((await finish(browser, flowId)).body).toMatchObject({ error: { code: 'social_cancelled' } })
    }
  })

  test('a provider that does not answer ends the login at once, in the window and in the place of the page', async () => {
    const away = await testSite(await fresh(), { social: identitySettings(`http://${host}:${await freePort()}`) })
    const browser = await testBrowser(away.app)
    const walk = (uri: string) => createWalker({ servers: { [publicUrl]: away.app }, stopAt: [hostOrigin] }).walk(uri)
    for (const mode of ['popup', 'page'] as const) {
      const { flowId, uri } = await start(browser, 'google', { mode, ...(mode === 'page' && { returnTo: `${hostOrigin}/` }) })
      const arrival = await walk(uri)
      const reported = `${publicUrl}/social/result?flow=${flowId}`
      if (mode === 'popup') expect(arrival.text).toContain(`data-result="${reported}"`)
      else expect(arrival.url.href).toBe(`${hostOrigin}/#portico_social=${encodeURIComponent(reported)}`)
      expect((await finish(browser, flowId)).body).toMatchObject({ error: { code: 'social_failed' } })
    }
    await away.close()
  })

  test('S31: returns to no other place than the site itself', async () => {
    const browser = await testBrowser(site.app)
    for (const returnTo of [
      undefined,
      '',
      '/',
      'https://evil.example/',
      `${hostOrigin}.evil.example/`,
      `${hostOrigin}@evil.example/`,
      'javascript:alert(1)',
    ]) {
      const { status } = await browser.post('/v1/social/start', {
        provider: 'x',
        mode: 'page',
        ...(returnTo !== undefined && { returnTo }),
      })
      expect(status).toBe(400)
      attacks.tried += 1
    }
  })

  test('a login is over after ten minutes, at every step', async () => {
    const browser = await testBrowser(site.app)
    const [first, second, third] = [await start(browser, 'github'), await start(browser, 'github'), await start(browser, 'github')]
    const window = walker()
    const toProvider = (await window.load(second.uri)).headers.get('location') ?? ''
    const { url: back } = await createWalker({ stopAt: [publicUrl] }).walk(toProvider)
    const result = resultOf(await window.walk(third.uri))
    site.advance(601)
    try {
      expect((await window.walk(first.uri)).status).toBe(410)
      expect((await window.walk(back.href)).status).toBe(410)
      const late = await browser.post('/v1/social/finish', { flowId: third.flowId, result }, { ahead: 601 })
      expect(late.body).toMatchObject({ error: { code: 'social_expired' } })
    } finally {
      site.advance(-601)
    }
  })

  test('links a social account to who is logged in, after both were proven, and to one user alone', async () => {
    const browser = await testBrowser(site.app)
    const alone = await browser.post('/v1/social/start', { provider: 'github', mode: 'popup', link: true })
    expect(alone.body).toMatchObject({ error: { code: 'no_session' } })

    identity.setAuto('teo')
    const google = await logIn('google', browser)
    browser.token = google.token
    const { flowId, uri } = await start(browser, 'github', { link: true })
    const result = resultOf(await walker().walk(uri))
    // The same device without the session, or another user's: nothing is linked.
    expect((await browser.post('/v1/social/finish', { flowId, result }, { token: null })).body).toMatchObject({
      error: { code: 'no_session' },
    })
    const linked = await finish(browser, flowId, result)
    expect(finished.parse(linked.body)).toMatchObject({ status: 'linked', user: { id: google.user.id } })
    expect((await logIn('github')).user.id).toBe(google.user.id)

    identity.setAuto('noor')
    const noor = await testBrowser(site.app)
    noor.token = (await logIn('google', noor)).token
    identity.setAuto('teo')
    const taken = await start(noor, 'github', { link: true })
    const refused = await finish(noor, taken.flowId, resultOf(await walker().walk(taken.uri)))
    expect(refused.body).toMatchObject({ error: { code: 'social_taken' } })
  })

  test('S31: who borrows a browser that is logged in adds no account of their own behind its owner’s back', async () => {
    const { users, sessions, db } = site.services
    const to = 'borrowed@example.test'
    const browser = await testBrowser(site.app)
    const owner = { user: await users.byEmail(db, to), device: browser.device, site: { projectId: 'demo', origin: hostOrigin } }
    browser.token = (await sessions.start(db, { ...owner, method: 'email' })).token
    identity.setAuto('ilse')
    for (const round of [1, 2]) {
      const { flowId, uri } = await start(browser, 'discord', { link: true })
      expect(finished.parse((await finish(browser, flowId, resultOf(await walker().walk(uri)))).body).status).toBe('linked')
      // Nothing is new the second time.
      const told = (await site.mailed()).filter((mail) => mail.to === to)
      expect(
        told.map(({ subject }) => subject),
        `round ${round}`,
      ).toEqual(['Another account logs in to your wallet'])
      expect(told[0]?.text).toContain('A Discord account logs in to your wallet from now on. It was added on shop.example')
    }
  })

  test('windows are never framed, load nothing and run one script that is known by its hash', async () => {
    const browser = await testBrowser(site.app)
    const { uri } = await start(browser, 'x')
    const window = walker()
    const toProvider = (await window.load(uri)).headers.get('location') ?? ''
    const cookie = [...(window.cookies.get(publicUrl) ?? [])]
    expect(cookie).toHaveLength(1)
    expect(cookie[0]?.[0]).toMatch(/^__Host-portico_social_/)
    const { url: back } = await createWalker({ stopAt: [publicUrl] }).walk(toProvider)
    const page = await window.load(back.href)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/script-src 'sha256-[^']+';/)
    expect(policy).not.toContain('unsafe')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('cross-origin-opener-policy')).toBeNull()
  })

  test('S40: logs and audit hold no code, state, result, name or address', async () => {
    const browser = await testBrowser(site.app)
    const { flowId, uri } = await start(browser, 'google')
    const arrival = await walker().walk(uri)
    const result = resultOf(arrival)
    await finish(browser, flowId, result)
    identity.setEvil('nonce')
    await walker().walk((await start(browser, 'google')).uri)
    const back = new URL(arrival.hops.at(-1) ?? '')
    const audit = await site.services.db.selectFrom('audit').selectAll().execute()
    const written = site.log.join('\n') + JSON.stringify(audit)
    const secrets = [result, back.searchParams.get('code'), back.searchParams.get('state'), 'mira', 'Okafor', flowId]
    for (const secret of secrets) expect(written).not.toContain(secret)
    const kept = JSON.stringify(await site.services.db.selectFrom('social_flows').selectAll().execute())
    for (const secret of [result, 'mira', 'Okafor']) expect(kept).not.toContain(secret)
    expect(await site.services.audit.verify()).toBeUndefined()
  })

  test('a provider that is not there is said in words, and one that is not set up is not offered', async () => {
    const settings = identitySettings(`http://${host}:${await freePort()}`)
    const lonely = await testSite(await fresh(), { social: { google: settings.google } })
    const browser = await testBrowser(lonely.app)
    const answer = await browser.post('/v1/social/start', { provider: 'google', mode: 'popup' })
    const { uri } = started.parse(answer.body)
    const arrival = await createWalker({ servers: { [publicUrl]: lonely.app } }).walk(uri)
    expect(arrival.text).toContain('The login did not work')
    const none = await browser.post('/v1/social/start', { provider: 'github', mode: 'popup' })
    expect(none.body).toMatchObject({ error: { code: 'social_unavailable' } })
    await lonely.close()
  })
})
