import { describe, expect, test, vi } from 'vitest'
import { type KeyApi, createKeyApi } from './api.js'
import { onStoppedClock } from './browser.test.helper.js'
import { KeyServiceError } from './errors.js'

const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

function api(answer: () => Response | Promise<Response>, posted: unknown = {}) {
  const fetch = vi.fn<typeof globalThis.fetch>(() => Promise.resolve(answer()))
  const post = vi.fn((_path: string, _body: unknown) => Promise.resolve(posted))
  return { fetch, post, keys: createKeyApi({ post, vaultUrl: 'https://vault.example', fetch }) }
}
const failure = async (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => undefined,
    (error: unknown) => error,
  )

const { signal } = new AbortController()
/** Each call of the vault, with the path and the body that it takes. */
const calls: readonly (readonly [keyof KeyApi['vault'], (vault: KeyApi['vault']) => Promise<unknown>, string, unknown])[] = [
  ['writeWays', (vault) => vault.writeWays({ a: 1 } as never), '/v1/ways', { a: 1 }],
  ['status', (vault) => vault.status({ ticket: 't', eip155: '0x1' }), '/v1/status', { ticket: 't', eip155: '0x1' }],
  [
    'challenges',
    (vault) => vault.challenges({ ticket: 't', frameKey: 'k', eip155: '0x1', split: true }),
    '/v1/challenges',
    { ticket: 't', frameKey: 'k', eip155: '0x1', split: true },
  ],
  ['prove', (vault) => vault.prove({ a: 1 } as never), '/v1/proofs', { a: 1 }],
  [
    'recover',
    (vault) => vault.recover({ ticket: 't', frameKey: 'k', eip155: '0x1', way: null }),
    '/v1/recoveries',
    { ticket: 't', frameKey: 'k', eip155: '0x1', way: null },
  ],
  ['addIdentity', (vault) => vault.addIdentity({ a: 1 } as never), '/v1/identities', { a: 1 }],
  [
    'waitIdentity',
    (vault) => vault.waitIdentity({ id: 'i', secret: 's', more: 1 } as never, signal),
    '/v1/identities/wait',
    { id: 'i', secret: 's' },
  ],
  ['wait', (vault) => vault.wait({ id: 'i', secret: 's', more: 1 } as never, signal), '/v1/recoveries/wait', { id: 'i', secret: 's' }],
]

describe('what is asked of the vault', () => {
  test.each(calls)('%s goes to its path with no cookie, and an answer of another form is refused', async (_, ask, path, body) => {
    const { fetch, keys } = api(() => json({ strange: true }))
    expect(await failure(ask(keys.vault))).toMatchObject({
      name: 'KeyServiceError',
      code: 'malformed',
      message: 'The answer was not understood.',
    })
    expect(fetch).toHaveBeenCalledTimes(1)
    const [url, init] = fetch.mock.calls[0] ?? []
    expect(url).toBe(`https://vault.example${path}`)
    expect(init).toMatchObject({ method: 'POST', credentials: 'omit', cache: 'no-store', redirect: 'error' })
    expect(new Headers(init?.headers).get('content-type')).toBe('application/json')
    expect(await new Response(init?.body).json()).toEqual(body)
  })

  test('what the vault is, is read without a body', async () => {
    const { fetch, keys } = api(() => json({}))
    await failure(keys.vault.info())
    const [url, init] = fetch.mock.calls[0] ?? []
    expect([url, init?.method ?? 'GET', init?.body]).toEqual(['https://vault.example/v1/info', 'GET', undefined])
  })

  test('a refusal is told by its own code and words', async () => {
    const { keys } = api(() => json({ error: { code: 'wrong_proof', message: 'That is not it.' } }, 403))
    const error = await failure(keys.vault.prove({} as never))
    expect(error).toBeInstanceOf(KeyServiceError)
    expect(error).toMatchObject({ code: 'wrong_proof', message: 'That is not it.' })
  })

  test.each<[string, () => Response]>([
    ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['nothing', () => new Response(null, { status: 502 })],
    ['a failure of another form', () => json({ error: 'down' }, 502)],
  ])('%s is a service that does not answer, by its status', async (_, answer) => {
    const { keys, fetch } = api(answer)
    expect(await failure(keys.vault.prove({} as never))).toMatchObject({
      name: 'KeyServiceError',
      code: 'http-502',
      message: 'The recovery service does not answer.',
    })
    expect(fetch).toHaveBeenCalledTimes(1) // asked again, a proof would be spent twice
  })

  test.each<[string, () => Response]>([
    ['a page', () => new Response('<h1>Hello</h1>')],
    ['more than it may say', () => json({ text: 'x'.repeat(300_000) })],
  ])('%s in the place of an answer is not understood', async (_, answer) => {
    expect(await failure(api(answer).keys.vault.info())).toMatchObject({ name: 'KeyServiceError', code: 'malformed' })
  })

  test('a refusal tells when to ask again', async () => {
    const { keys } = api(() => json({ error: { code: 'slow_down', message: 'Later.', retryAfter: 30 } }, 429))
    expect(await failure(keys.vault.info())).toMatchObject({ code: 'slow_down', message: 'Later.', retryAfter: 30 })
  })

  test.each<[string, number, (keys: KeyApi) => Promise<unknown>]>([
    ['what it is', 10_000, (keys) => keys.vault.info()],
    ['a proof', 10_000, (keys) => keys.vault.prove({} as never)],
    ['whether the owner has agreed', 30_000, (keys) => keys.vault.wait({ id: 'i', secret: 's' }, signal)],
    ['whether an account was shown', 30_000, (keys) => keys.vault.waitIdentity({ id: 'i', secret: 's' }, signal)],
  ])('asked for %s it has %i ms to answer', async (_, limit, ask) => {
    const silent = (_url: unknown, init?: RequestInit): Promise<Response> =>
      new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'TimeoutError'))))
    const keys = createKeyApi({ post: () => Promise.resolve({}), vaultUrl: 'https://vault.example', fetch: silent })
    const { took, failed } = await onStoppedClock(async () => void (await ask(keys)))
    expect(failed).toBeInstanceOf(Error)
    expect(took).toBe(limit)
  })

  test('a vault that cannot be reached is the failure that it is', async () => {
    const { keys } = api(() => Promise.reject(new TypeError('fetch failed')))
    const error = await failure(keys.vault.info())
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(KeyServiceError)
  })

  test('who turns away while it waits is answered at once', async () => {
    const abort = new AbortController()
    const { keys } = api(() => new Promise<Response>(() => {}))
    const waiting = failure(keys.vault.wait({ id: 'i', secret: 's' }, abort.signal))
    abort.abort()
    expect(await waiting).toMatchObject({ name: 'RequestAbortedError' })
  })
})

describe('what is asked of the auth service', () => {
  test.each<[string, (keys: KeyApi) => Promise<unknown>, string, unknown]>([
    ['open', (keys) => keys.open(), '/v1/wallet/open', {}],
    ['open by a browser', (keys) => keys.open('d'), '/v1/wallet/open', { deviceId: 'd' }],
    ['ticket', (keys) => keys.ticket('read' as never), '/v1/wallet/ticket', { purpose: 'read' }],
    ['ticket for a frame', (keys) => keys.ticket('read' as never, 'k'), '/v1/wallet/ticket', { purpose: 'read', frameKey: 'k' }],
    ['way', (keys) => keys.way({ id: 'i', frameKey: 'k' }), '/v1/wallet/way', { id: 'i', frameKey: 'k' }],
    ['share', (keys) => keys.share('k'), '/v1/wallet/share', { frameKey: 'k' }],
    ['writeWays', (keys) => keys.writeWays({ a: 1 } as never), '/v1/wallet/ways', { a: 1 }],
    ['exportStart', (keys) => keys.exportStart(), '/v1/wallet/export/start', {}],
    ['exportCode', (keys) => keys.exportCode(), '/v1/wallet/export/code', {}],
    ['exportWay', (keys) => keys.exportWay({ id: 'i', frameKey: 'k' }), '/v1/wallet/export/way', { id: 'i', frameKey: 'k' }],
  ])('%s goes by the page’s own post, and an answer of another form is refused', async (_, ask, path, body) => {
    const { post, fetch, keys } = api(() => json({}), 'strange')
    expect(await failure(ask(keys))).toMatchObject({
      name: 'KeyServiceError',
      code: 'malformed',
      message: 'The answer was not understood.',
    })
    expect(post.mock.calls).toStrictEqual([[path, body]])
    expect(fetch).not.toHaveBeenCalled()
  })

  test('what is understood is given as it is, and a code that was mailed gives nothing', async () => {
    const body = { state: 'code' }
    expect(await api(() => json({}), body).keys.exportStart()).toEqual(body)
    expect(await api(() => json({}), {}).keys.exportCode()).toBeUndefined()
  })

  test('a ticket is what is in the answer', async () => {
    const { keys } = api(() => json({}), { ticket: 'a.b.c' })
    expect(await keys.ticket('read' as never)).toBe('a.b.c')
  })
})
