import { toBase64Url } from '@portico/core/kit'
import { webcrypto } from 'node:crypto'
import { calculateJwkThumbprint, decodeProtectedHeader, jwtVerify, importJWK, decodeJwt } from 'jose'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { siteHeader } from '../../server/api.js'
import { createApi } from './api.js'
import { openDevice } from './device.js'
import { randomId } from './encoding.js'
import { ServerRefusedError } from './errors.js'
import { createLogin } from './login.js'
import type { PeerMessage, Peers } from './peers.js'
import { openSession } from './session.js'
import { memoryStore, type PageStore } from './store.js'

afterEach(() => void vi.useRealTimers())

const origin = 'https://secure.example'
const ids = { flow: 'f'.repeat(22), user: 'u'.repeat(22) }
const user = { id: ids.user, email: 'a@example.org', userName: null }

type Answer = readonly [status: number, body: unknown] | 'hang' | 'down'
interface Call {
  readonly path: string
  readonly body: unknown
  readonly headers: Headers
  readonly init: RequestInit
}

/** A server that answers by path, each time with the next answer, and the last one from then on. */
function server(answers: Readonly<Record<string, readonly Answer[]>>) {
  const calls: Call[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const path = new Request(input).url.slice(origin.length)
    const before = calls.filter((call) => call.path === path).length
    calls.push({
      path,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
      init,
    })
    const list = answers[path] ?? []
    const answer = list[Math.min(before, list.length - 1)] ?? [404, { error: { code: 'not_found', message: 'Nothing here' } }]
    if (answer === 'down') throw new TypeError('fetch failed')
    if (answer === 'hang') return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
    return new Response(JSON.stringify(answer[1]), { status: answer[0] })
  }
  return { fetch, calls }
}

/** Tabs of one browser. */
function tabs() {
  const listeners = new Set<(message: PeerMessage) => void>()
  return (): Peers => {
    let own: ((message: PeerMessage) => void) | undefined
    return {
      tell: (message) => listeners.forEach((listener) => listener !== own && listener(message)),
      listen: (listener) => ((own = listener), void listeners.add(listener)),
    }
  }
}

async function open(
  answers: Readonly<Record<string, readonly Answer[]>>,
  {
    store = { ...memoryStore(), lasting: true },
    peers = tabs()(),
    now = Date.now,
  }: { store?: PageStore; peers?: Peers; now?: () => number } = {},
) {
  const { fetch, calls } = server(answers)
  const session = await openSession({ store, peers, now })
  const device = await openDevice(store)
  const api = createApi({
    origin,
    projectId: 'demo',
    hostOrigin: 'https://shop.example',
    device,
    fetch,
    now,
    token: () => session.current()?.token,
    onSessionEnded: (token) => login.revive(token),
  })
  const login = createLogin({ api, session, store, origin, locale: () => 'de', device: false, now })
  return { login, session, api, store, calls, device }
}

const signal = new AbortController().signal
const started = (token = randomId(32)) => [200, { token, expiresIn: 3600, user }] as const
const finished: Answer = [200, { status: 'done', token: 'd'.repeat(43), expiresIn: 3600, user }]
const mailed: Answer = [200, { action: 'VERIFY_OTP', flowId: ids.flow, resendAfter: 29.2, expiresIn: 600 }]
const resumed = (answer?: ReturnType<typeof started>) => [200, { session: answer?.[1] ?? null }] as const
const refused = (status: number, code: string, more: object = {}): Answer => [
  status,
  { error: { code, message: `The server says ${code}`, ...more } },
]

describe('a call of the server', () => {
  test('S32: carries a proof for its method, path and time, by a key that cannot be taken out of the browser', async () => {
    const { login, calls, session, device } = await open({
      '/v1/email/start': [mailed],
      '/v1/email/otp': [started('t'.repeat(43))],
      '/v1/session': [[200, { user, expiresIn: 10 }]],
    })
    await login.email('a@example.org', signal)
    await login.otp(' 123456 ', signal)
    await login.isConnected()
    const proofs = calls.map(({ headers }) => headers.get('dpop') ?? '')
    const [first = '', , last = ''] = proofs
    const header = decodeProtectedHeader(first)
    expect(header).toEqual({
      typ: 'dpop+jwt',
      alg: 'ES256',
      jwk: { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String) },
    })
    const { payload } = await jwtVerify(first, await importJWK({ ...device.jwk }, 'ES256'))
    expect(payload).toEqual({
      htm: 'POST',
      htu: `${origin}/v1/email/start`,
      iat: expect.any(Number),
      jti: expect.stringMatching(/^[\w-]{22}$/),
    })
    const digest = toBase64Url(new Uint8Array(await webcrypto.subtle.digest('SHA-256', new TextEncoder().encode('t'.repeat(43)))))
    expect(decodeJwt(last)).toMatchObject({ htu: `${origin}/v1/session`, ath: digest })
    expect(calls[2]?.headers.get('authorization')).toBe(`DPoP ${session.current()?.token}`)
    expect(calls[0]?.headers.get('authorization')).toBeNull()
    expect(calls[0]?.headers.get(siteHeader)).toBe('demo https://shop.example')
    expect(new Set(proofs.map((proof) => decodeJwt(proof).jti)).size).toBe(3)
    expect(await calculateJwkThumbprint({ ...device.jwk })).toBeTruthy()
  })

  test('S32: the device key is the same after a reload, and not extractable', async () => {
    const store = memoryStore()
    const first = await openDevice(store)
    const again = await openDevice(store)
    expect(again.jwk).toEqual(first.jwk)
    const pair = await store.get('device')
    if (typeof pair !== 'object' || pair === null || !('privateKey' in pair)) throw new Error('no key was kept')
    await expect(crypto.subtle.exportKey('jwk', pair.privateKey as CryptoKey)).rejects.toThrow()
  })

  test('R16: a clock that is wrong corrects itself by the server\u2019s, once, and stays right', async () => {
    const server = 1_800_000_000
    const wrong = () => (server - 90_000) * 1000
    const { login, calls, api } = await open({ '/v1/email/start': [refused(401, 'proof_time', { time: server }), mailed] }, { now: wrong })
    await login.email('a@example.org', signal)
    expect(calls.map(({ headers }) => decodeJwt(headers.get('dpop') ?? '').iat)).toEqual([server - 90_000, server])
    expect(api.serverTime()).toBe(server * 1000)
    const stuck = await open({ '/v1/email/start': [refused(401, 'proof_time', { time: server })] }, { now: wrong })
    await expect(stuck.login.email('a@example.org', signal)).rejects.toMatchObject({ reason: 'proof_time' })
    expect(stuck.calls).toHaveLength(2)
  })

  test('R8: a call that mails is not repeated by itself', async () => {
    const { login, calls } = await open({ '/v1/email/start': ['down'] })
    await expect(login.email('a@example.org', signal)).rejects.toMatchObject({ name: 'ServerUnreachableError' })
    expect(calls).toHaveLength(1)
  })

  test.each<[string, Answer]>([
    ['nothing that is JSON', [200, undefined]],
    ['another form', [200, { action: 'VERIFY_OTP' }]],
    ['an error without a form', [500, 'oops']],
  ])('R9: an answer that is %s is a typed error', async (_, answer) => {
    const { login } = await open({ '/v1/email/start': [answer] })
    await expect(login.email('a@example.org', signal)).rejects.toMatchObject({ name: 'ServerUnreachableError' })
  })

  test('S27: the cool-down of the server is told with its seconds', async () => {
    const { login } = await open({ '/v1/email/start': [refused(429, 'cooldown', { retryAfter: 17 })] })
    await expect(login.email('a@example.org', signal)).rejects.toMatchObject({
      message: 'The server says cooldown',
      code: -32_005,
      retryAfter: 17,
    })
  })
})

describe('logging in', () => {
  test('by e-mail: a code, and then a session; the flow outlives a reload', async () => {
    const store = { ...memoryStore(), lasting: true }
    const before = await open({ '/v1/email/start': [mailed] }, { store })
    expect(await before.login.email('a@example.org', signal)).toEqual({ action: 'VERIFY_OTP', resendAfter: 30, expiresIn: 600 })
    const after = await open({ '/v1/email/otp': [refused(400, 'wrong_code'), started()] }, { store })
    await expect(after.login.otp('111111', signal)).rejects.toThrow('The server says wrong_code')
    await after.login.otp('123456', signal)
    expect(after.session.current()?.user).toEqual(user)
    expect(after.calls[1]?.body).toEqual({ flowId: ids.flow, otp: '123456' })
    await expect(after.login.otp('123456', signal)).rejects.toMatchObject({ name: 'NoFlowError' })
  })

  test('S32: each login has another token and another handle', async () => {
    const { login, session } = await open({
      '/v1/email/start': [mailed],
      '/v1/email/otp': [started('a'.repeat(43)), started('b'.repeat(43))],
    })
    const seen: (string | undefined)[] = []
    session.subscribe(() => seen.push(session.current()?.handle))
    for (let each = 0; each < 2; each += 1) {
      await login.email('a@example.org', signal)
      await login.otp('123456', signal)
    }
    expect(new Set(seen).size).toBe(2)
    expect(seen).not.toContain(session.current()?.token)
  })

  test('who is logged in already with that address goes on without a code', async () => {
    const { login, store } = await open({ '/v1/email/start': [[200, { action: 'CONNECT', user }]] })
    expect(await login.email('a@example.org', signal)).toEqual({ action: 'CONNECT', resendAfter: 0, expiresIn: 0 })
    expect(await store.get('flow')).toBeUndefined()
  })

  test('a browser that is not known waits for the mailed link, over broken polls, and then for the code', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { login, store, calls } = await open({
      '/v1/email/start': [[200, { action: 'VERIFY_DEVICE', flowId: ids.flow, resendAfter: 30, expiresIn: 600, match: '47' }]],
      '/v1/email/device': [
        [200, { status: 'pending' }],
        'down',
        [200, { status: 'confirmed', flowId: 'g'.repeat(22), resendAfter: 30, expiresIn: 600 }],
      ],
    })
    expect(await login.email('a@example.org', signal)).toMatchObject({ action: 'VERIFY_DEVICE', match: '47' })
    const waiting = login.device(signal)
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(600)
      expect(calls).toHaveLength(4)
    }, 20_000)
    await waiting
    expect(await store.get('flow')).toMatchObject({ kind: 'email', flowId: 'g'.repeat(22) })
  })

  test('a link that is not confirmed in time is asked for again by the site', async () => {
    let time = 0
    const { login } = await open(
      {
        '/v1/email/start': [[200, { action: 'VERIFY_DEVICE', flowId: ids.flow, resendAfter: 30, expiresIn: 600, match: '47' }]],
        '/v1/email/device': [[200, { status: 'pending' }]],
      },
      { now: () => (time += 5_000) },
    )
    await login.email('a@example.org', signal)
    await expect(login.device(signal)).rejects.toMatchObject({ message: 'iframe_request_timeout' })
  })

  test('by a social account: only the secure site\u2019s own URI counts, and pending is no login', async () => {
    const uri = `${origin}/social/start/${ids.flow}`
    const { login, session } = await open({
      '/v1/social/start': [[200, { flowId: ids.flow, uri, match: '12' }]],
      '/v1/social/finish': [[200, { status: 'pending' }], finished],
    })
    expect(await login.socialUri('google', signal)).toEqual({ uri, match: '12' })
    expect(await login.social(uri, signal)).toBe(false)
    expect(session.current()).toBeUndefined()
    expect(await login.social(uri, signal)).toBe(true)
    expect(session.current()?.user).toEqual(user)
    // Nothing was typed: the vault writes to the account's own address, or the wallet would end with this browser.
    expect(await login.typed()).toBe(user.email)
    for (const other of ['https://evil.example/social/start/x', 'javascript:alert(1)', `${origin}/elsewhere`, '']) {
      await expect(login.social(other, signal)).rejects.toMatchObject({ name: 'NoFlowError' })
    }
  })

  test('a wait for a social account or for Farcaster that breaks off goes on; only what a window has reported has to be answered', async () => {
    const uri = `${origin}/social/start/${ids.flow}`
    const { login, session } = await open({
      '/v1/social/finish': ['down', 'down', [200, { status: 'pending' }]],
      '/v1/farcaster/start': [[200, { flowId: ids.flow, url: 'https://farcaster.example/x', expiresIn: 600 }]],
      '/v1/farcaster/finish': ['down', refused(410, 'social_expired'), finished],
    })
    expect(await login.social(uri, signal)).toBe(false)
    const reported = `${origin}/social/result?flow=${ids.flow}&result=${'r'.repeat(43)}`
    await expect(login.social(reported, signal)).rejects.toMatchObject({ reason: 'unreachable' })
    expect(await login.social(uri, signal)).toBe(false)
    await login.farcasterUri(signal)
    expect(await login.farcaster(signal)).toBe(false)
    await expect(login.farcaster(signal)).rejects.toMatchObject({ reason: 'social_expired' })
    expect(await login.farcaster(signal)).toBe(true)
    expect(session.current()?.user).toEqual(user)
  })

  test('by Farcaster, and a change of the address in its two steps', async () => {
    const { login, session } = await open({
      '/v1/farcaster/start': [[200, { flowId: ids.flow, url: 'https://farcaster.example/x', expiresIn: 600 }]],
      '/v1/farcaster/finish': [[200, { status: 'pending' }], finished],
      '/v1/email/change/start': [[200, { action: 'VERIFY_PRIMARY_OTP', flowId: ids.flow, resendAfter: 30, expiresIn: 600 }]],
      '/v1/email/change/primary': [[200, { flowId: ids.flow, resendAfter: 30, expiresIn: 600 }]],
      '/v1/email/change/secondary': [[200, { newEmail: 'b@example.org' }]],
    })
    expect(await login.farcasterUri(signal)).toEqual({ url: 'https://farcaster.example/x' })
    expect(await login.farcaster(signal)).toBe(false)
    expect(await login.farcaster(signal)).toBe(true)
    expect(await login.updateEmail('b@example.org', signal)).toEqual({ action: 'VERIFY_PRIMARY_OTP' })
    await login.updateEmailPrimaryOtp('111111', signal)
    expect(await login.updateEmailSecondaryOtp('222222', signal)).toEqual({ newEmail: 'b@example.org' })
    expect(session.current()?.user.email).toBe('b@example.org')
  })

  test('where the browser stores nothing, a cookie is asked for, and a reloaded page gets its session back by it', async () => {
    const login = await open(
      { '/v1/email/start': [mailed], '/v1/email/otp': [started()], '/v1/session/remember': [[200, { done: true }]] },
      { store: memoryStore() },
    )
    await login.login.email('a@example.org', signal)
    await login.login.otp('123456', signal)
    expect(login.calls.map(({ path }) => path)).toContain('/v1/session/remember')
    const reloaded = await open({ '/v1/session/resume': [resumed(started('r'.repeat(43)))] }, { store: memoryStore() })
    await reloaded.login.resume()
    expect(reloaded.session.current()?.token).toBe('r'.repeat(43))
    const stranger = await open({ '/v1/session/resume': [resumed()] }, { store: memoryStore() })
    await stranger.login.resume()
    expect(stranger.session.current()).toBeUndefined()
  })
})

test('where nothing is stored, another tab may have taken the session over: it is taken back, once, and the call repeated', async () => {
  const answers = {
    '/v1/email/start': [mailed],
    '/v1/email/otp': [started('a'.repeat(43))],
    '/v1/session/remember': [[200, { done: true }]],
    '/v1/session': [refused(401, 'no_session'), refused(401, 'no_session'), [200, { user, expiresIn: 9 }]],
    '/v1/session/resume': [resumed(), resumed(started('b'.repeat(43)))],
  } satisfies Record<string, readonly Answer[]>
  const page = await open(answers, { store: memoryStore() })
  await page.login.resume()
  await page.login.email('a@example.org', signal)
  await page.login.otp('123456', signal)
  expect(await Promise.all([page.login.isConnected(), page.login.isConnected()])).toEqual([true, true])
  expect(page.session.current()?.token).toBe('b'.repeat(43))
  expect(page.calls.filter(({ path }) => path === '/v1/session/resume')).toHaveLength(2)
  expect(page.calls.at(-1)?.headers.get('authorization')).toBe(`DPoP ${'b'.repeat(43)}`)
  const gone = await open(
    { ...answers, '/v1/session': [refused(401, 'no_session')], '/v1/session/resume': [resumed()] },
    { store: memoryStore() },
  )
  await gone.login.email('a@example.org', signal)
  await gone.login.otp('123456', signal)
  expect(await gone.login.isConnected()).toBe(false)
  expect(gone.calls.filter(({ path }) => path === '/v1/session/resume')).toHaveLength(1)
})

describe('logging out', () => {
  const logIn = { '/v1/email/start': [mailed], '/v1/email/otp': [started('t'.repeat(43))] }
  async function loggedIn(answers: Readonly<Record<string, readonly Answer[]>>, more: Parameters<typeof open>[1] = {}) {
    const page = await open({ ...logIn, ...answers }, more)
    await page.login.email('a@example.org', signal)
    await page.login.otp('123456', signal)
    return page
  }

  test('S32: ends the session of the server by a call that outlives the page, and takes 3 s at the most', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { login, session, calls, store } = await loggedIn({ '/v1/session/end': ['hang'] })
    const out = login.signOut()
    await vi.waitFor(() => expect(calls.at(-1)?.path).toBe('/v1/session/end'), 20_000)
    expect(session.current()).toBeUndefined()
    expect(await store.get('login')).toBeUndefined()
    expect(calls.at(-1)?.init.keepalive).toBe(true)
    expect(calls.at(-1)?.headers.get('authorization')).toBe(`DPoP ${'t'.repeat(43)}`)
    await vi.advanceTimersByTimeAsync(3_000)
    await out
  })

  test('is fine without a login', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { login, calls } = await open({})
    const out = login.signOut()
    await vi.advanceTimersByTimeAsync(3_000)
    await out
    expect(calls).toEqual([])
  })

  test('a session that the server does not know any more is over here too; a server that is away proves nothing', async () => {
    const { login, session } = await loggedIn({ '/v1/session': ['down', refused(401, 'no_session')] })
    expect(await login.isConnected()).toBe(true)
    expect(await login.isConnected()).toBe(false)
    expect(session.current()).toBeUndefined()
  })

  test('R15: what one tab does shows in the other, and a reload finds it', async () => {
    const tab = tabs()
    const store = { ...memoryStore(), lasting: true }
    const other = await open({}, { store, peers: tab() })
    const seen: (string | undefined)[] = []
    other.session.subscribe(() => seen.push(other.session.current()?.user.email ?? undefined))
    const page = await loggedIn({ '/v1/session/end': [[200, { done: true }]] }, { store, peers: tab() })
    await vi.waitFor(() => expect(seen).toEqual(['a@example.org']), 20_000)
    expect((await open({}, { store })).session.current()?.handle).toBe(page.session.current()?.handle)
    await page.login.signOut()
    await vi.waitFor(() => expect(seen).toEqual(['a@example.org', undefined]), 20_000)
  })

  test('R14: a login that was tampered with, or is too old, is none', async () => {
    const store = { ...memoryStore(), lasting: true }
    for (const kept of [
      'x',
      7,
      null,
      { token: 1 },
      { token: 't', handle: 'h', expiresAt: 5, user },
      { token: 't', handle: 'h', expiresAt: 9e15 },
    ]) {
      await store.set('login', kept)
      expect((await open({}, { store })).session.current()).toBeUndefined()
    }
  })
})

test('a refusal keeps the server\u2019s sentence and code', () => {
  expect(new ServerRefusedError({ reason: 'x', message: 'Say this', status: 400 })).toMatchObject({
    message: 'Say this',
    shown: 'Say this',
    code: undefined,
  })
})
