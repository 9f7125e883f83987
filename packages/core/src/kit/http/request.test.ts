import fc from 'fast-check'
import { fakeFetch, testPortico, type FakeFetch } from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { InvalidOptionError, PorticoError } from '../errors.js'
import { HttpStatusError, MalformedAnswerError, NetworkFailureError, RequestAbortedError } from './errors.js'
import { request, sdkType, sdkVersion, type RequestParameters } from './request.js'
import { bodyLimit, readTimeout, retryableStatuses, retryLimit } from './send.js'

const schema = z.object({ ok: z.boolean() })
const good = () => Response.json({ ok: true })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(server: FakeFetch | typeof fetch, options: { projectId?: string; apiUrl?: string } = {}) {
  const portico = testPortico({ apiUrl: 'https://api.example/base/', fetch: 'calls' in server ? server.fetch : server, ...options })
  return (parameters: Partial<RequestParameters<typeof schema>> = {}) => request(portico, { path: '/v1/thing', schema, ...parameters })
}

/** Lets every timer of a call pass, and answers with what it came to. */
async function settle<T>(promise: Promise<T>): Promise<T | Error> {
  const outcome = promise.catch((error: unknown) => error as Error)
  await vi.runAllTimersAsync()
  return outcome
}

describe('what is sent', () => {
  test('every GET carries projectId, st and sv beside its own fields, and leaves out what is undefined', async () => {
    const server = fakeFetch(good())
    await setUp(server, { projectId: 'site' })({ query: { currency: 'usd', cursor: undefined, limit: 5 } })
    expect(String(server.calls[0]?.url)).toBe(
      `https://api.example/base/v1/thing?currency=usd&limit=5&projectId=site&st=${sdkType}&sv=${sdkVersion}`,
    )
  })

  test('a caller cannot overwrite those three', async () => {
    const server = fakeFetch(good())
    await setUp(server, { projectId: 'site' })({ query: { projectId: 'other', st: 'x', sv: 'y' } })
    expect(Object.fromEntries(server.calls[0]?.url.searchParams ?? [])).toEqual({ projectId: 'site', st: sdkType, sv: sdkVersion })
  })

  test('a POST sends its body as JSON, and no fields that it was not given', async () => {
    const server = fakeFetch(good())
    await setUp(server)({ method: 'POST', body: { amount: '1' } })
    expect(server.calls).toMatchObject([{ method: 'POST', body: { amount: '1' } }])
    expect(server.calls[0]?.url.search).toBe('')
  })

  test('without an API nothing is asked, and the error names the option', async () => {
    const server = fakeFetch(good())
    const portico = testPortico({ fetch: server.fetch })
    await expect(request(portico, { path: '/v1/thing', schema })).rejects.toMatchObject({ name: 'InvalidOptionError', option: 'apiUrl' })
    expect(server.calls).toHaveLength(0)
  })

  test('a body that JSON cannot hold is a typed error, and nothing is sent', async () => {
    const server = fakeFetch(good())
    await expect(setUp(server)({ method: 'POST', body: { units: 1n } })).rejects.toBeInstanceOf(InvalidOptionError)
    expect(server.calls).toHaveLength(0)
  })

  test('the answer holds what the schema knows and nothing else', async () => {
    expect(await setUp(fakeFetch(Response.json({ ok: true, extra: 1 })))()).toEqual({ ok: true })
  })
})

describe('what is repeated', () => {
  const status = (code: number, headers: Record<string, string> = {}) => new Response('{}', { status: code, headers })

  test('R7: exactly 403, 408, 413, 429, 500, 502, 503 and 504 are tried again', async () => {
    const repeated: number[] = []
    for (let code = 400; code < 600; code += 1) {
      const server = fakeFetch(status(code))
      expect(await settle(setUp(server)())).toMatchObject({ name: 'HttpStatusError', status: code })
      if (server.calls.length > 1) {
        repeated.push(code)
        expect(server.calls).toHaveLength(retryLimit + 1)
      } else expect(server.calls).toHaveLength(1)
    }
    expect(repeated).toEqual([403, 408, 413, 429, 500, 502, 503, 504])
    expect(repeated).toEqual([...retryableStatuses])
  })

  test('R7: one success ends the trying', async () => {
    const server = fakeFetch(status(500), status(429), good())
    expect(await settle(setUp(server)())).toEqual({ ok: true })
    expect(server.calls).toHaveLength(3)
  })

  test('R7: Retry-After is waited for, neither less nor more', async () => {
    const server = fakeFetch(status(429, { 'retry-after': '20' }), good())
    const answer = setUp(server)()
    await vi.advanceTimersByTimeAsync(19_999)
    expect(server.calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toEqual({ ok: true })
    expect(server.calls).toHaveLength(2)
  })

  test('R7: more than 30 s is not waited for: it gives up at once and says how long', async () => {
    const server = fakeFetch(status(429, { 'retry-after': '120' }))
    const error = await settle(setUp(server)())
    expect(error).toBeInstanceOf(HttpStatusError)
    expect(error).toMatchObject({ status: 429, retryAfter: 120, shown: 'Please try again after 120 seconds' })
    expect(server.calls).toHaveLength(1)
    const date = new Date(Date.now() + 90_000).toUTCString()
    const byDate = await settle(setUp(fakeFetch(status(503, { 'retry-after': date })))())
    expect(byDate).toMatchObject({ status: 503 })
    expect((byDate as HttpStatusError).retryAfter).toBeGreaterThanOrEqual(89)
    expect((byDate as HttpStatusError).retryAfter).toBeLessThanOrEqual(90)
  })

  test('a server that cannot be reached is tried four times in all', async () => {
    const server = fakeFetch(new TypeError('fetch failed'))
    expect(await settle(setUp(server)())).toBeInstanceOf(NetworkFailureError)
    expect(server.calls).toHaveLength(retryLimit + 1)
  })

  test.each([
    ['an error status', status(503)],
    ['no answer', new TypeError('fetch failed')],
  ])('R8: a POST is not repeated after %s', async (_, answer) => {
    const server = fakeFetch(answer)
    expect(await settle(setUp(server)({ method: 'POST', body: {} }))).toBeInstanceOf(PorticoError)
    expect(server.calls).toHaveLength(1)
  })

  test('R8: a POST that does no harm twice is repeated when the caller says so', async () => {
    const server = fakeFetch(status(503), good())
    expect(await settle(setUp(server)({ method: 'POST', body: {}, idempotent: true }))).toEqual({ ok: true })
    expect(server.calls).toHaveLength(2)
  })
})

describe('R9: what comes back', () => {
  test.each<[string, () => Response]>([
    ['malformed JSON', () => new Response('{"ok":')],
    ['the wrong shape', () => Response.json({ ok: 'yes' })],
    ['a list', () => Response.json([true])],
    ['null', () => Response.json(null)],
    ['HTML', () => new Response('<!doctype html><title>Captive portal</title>', { headers: { 'content-type': 'text/html' } })],
    ['an empty body', () => new Response('')],
    ['204', () => new Response(null, { status: 204 })],
    ['bytes that are no text', () => new Response(new Uint8Array([0xff, 0xfe, 0x00, 0x80]))],
    ['more than 5 MB', () => new Response(`"${'x'.repeat(bodyLimit)}"`)],
    ['50 MB in pieces', () => pieces(50, 1_000_000)],
  ])('%s is a MalformedAnswerError', async (_, answer) => {
    const error = await settle(setUp(async () => answer())())
    expect(error).toBeInstanceOf(MalformedAnswerError)
    expect(error).toMatchObject({ shown: expect.any(String) })
  })

  test('a body of exactly 5 MB is read', async () => {
    const body = `{"ok":true,"pad":"${'x'.repeat(bodyLimit - 20)}"}`
    expect(body).toHaveLength(bodyLimit)
    expect(await settle(setUp(async () => new Response(body))())).toEqual({ ok: true })
  })

  test('of a body that never ends, no more is read than the limit', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 1_000_000
        controller.enqueue(new Uint8Array(1_000_000))
      },
    })
    expect(await settle(setUp(async () => new Response(endless))())).toBeInstanceOf(MalformedAnswerError)
    expect(sent).toBeLessThanOrEqual(bodyLimit + 3_000_000)
  })

  test.each<[string, typeof fetch]>([
    [
      'a body that hangs',
      async () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"ok"')) })),
    ],
    ['a server that hangs, and a fetch that ignores its signal', () => new Promise(() => undefined)],
    [
      'a server that hangs',
      (_, init) => new Promise((__, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    ],
  ])('%s is given up after 10 s', async (_, server) => {
    let outcome: unknown
    const answer = setUp(server)({ method: 'POST' }).catch((error: unknown) => (outcome = error))
    await vi.advanceTimersByTimeAsync(readTimeout - 1)
    expect(outcome).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    await answer
    expect(outcome).toBeInstanceOf(NetworkFailureError)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a connection that breaks in the middle of the body is a NetworkFailureError', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) })
    expect(await settle(setUp(async () => new Response(broken))())).toBeInstanceOf(NetworkFailureError)
  })

  test('of 10,000 bodies none is a crash: each is read, or a typed error', async () => {
    vi.useRealTimers()
    const value = fc.constantFrom('true', 'false', '"true"', 'null', '1', '[]', '{}', '{"ok":true}', '"\\u0000"', '1e999', 'NaN', '')
    const name = fc.constantFrom('ok', 'ok', 'ok', '__proto__', 'constructor', 'OK', '')
    const object = fc
      .array(fc.tuple(name, value), { maxLength: 3 })
      .map((fields) => `{${fields.map(([field, it]) => `"${field}":${it}`).join(',')}}`)
    const torn = fc.tuple(object, fc.nat(20)).map(([text, at]) => text.slice(0, at))
    const body = fc.oneof(
      object,
      object,
      torn,
      value,
      fc.string({ unit: 'binary' }),
      object.map((text) => `<html>${text}</html>`),
    )
    let next = ''
    const ask = setUp(async () => new Response(next))
    const known = Object.getOwnPropertyNames(Object.prototype)
    for (const text of fc.sample(body, 10_000)) {
      next = text
      const outcome = await ask().catch((error: unknown) => error as Error)
      const isSound =
        outcome instanceof Error ? outcome instanceof MalformedAnswerError : outcome.ok === (JSON.parse(text) as { ok: boolean }).ok
      if (!isSound) expect.fail(`${JSON.stringify(text)} came to ${outcome instanceof Error ? outcome.name : JSON.stringify(outcome)}`)
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(known)
  })
})

describe('aborting', () => {
  const hangs: typeof fetch = () => new Promise(() => undefined)

  test('before: nothing is sent', async () => {
    const server = fakeFetch(good())
    await expect(setUp(server)({ signal: AbortSignal.abort() })).rejects.toBeInstanceOf(RequestAbortedError)
    expect(server.calls).toHaveLength(0)
  })

  test.each<[string, typeof fetch]>([
    ['while the server is asked', hangs],
    ['while the body is read', async () => new Response(new ReadableStream({}))],
    ['while waiting to try again', async () => new Response('', { status: 503, headers: { 'retry-after': '30' } })],
  ])('%s: the call ends at once and leaves no timer', async (_, server) => {
    const abort = new AbortController()
    let outcome: unknown
    setUp(server)({ signal: abort.signal }).catch((error: unknown) => (outcome = error))
    await vi.advanceTimersByTimeAsync(100)
    expect(outcome).toBeUndefined()
    abort.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(outcome).toBeInstanceOf(RequestAbortedError)
    expect(outcome).toMatchObject({ message: 'Request was aborted' })
    expect(vi.getTimerCount()).toBe(0)
  })
})

function pieces(count: number, size: number): Response {
  let left = count
  const stream = new ReadableStream({
    pull(controller) {
      left -= 1
      if (left < 0) controller.close()
      else controller.enqueue(new Uint8Array(size))
    },
  })
  return new Response(stream)
}
