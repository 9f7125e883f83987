import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressOf, bodyOf, ethereum } from './kit.test.helper.js'
import { askNode } from './node.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const good = () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x1' })
const ask = (fetchDouble: typeof fetch, more: { retries?: number; timeout?: number } = {}) =>
  askNode({ network: ethereum, method: 'eth_call', params: [1], fetch: fetchDouble, ...more })

/** Answers in order, the last one for ever, and counts. */
function server(...answers: readonly (() => Response | Promise<Response>)[]) {
  const calls: { url: string; init: RequestInit | undefined }[] = []
  const fetchDouble: typeof fetch = async (url, init) => {
    calls.push({ url: addressOf(url), init })
    return (answers[Math.min(calls.length, answers.length) - 1] ?? good)()
  }
  return { fetch: fetchDouble, calls }
}

const { setImmediate: nextTurn } = globalThis

/** Lets time pass in steps, and what has come be read before each: an answer is not late because the machine is busy. */
async function settle<T>(promise: Promise<T>): Promise<T | Error> {
  let settled = false
  const outcome = promise.catch((error: unknown) => error as Error).finally(() => (settled = true))
  while (!settled) {
    for (let turn = 0; turn < 20 && !settled; turn += 1) await new Promise((resolve) => void nextTurn(resolve))
    if (!settled) await vi.advanceTimersByTimeAsync(250)
  }
  return outcome
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('', { status: code, headers })

test('asks by JSON-RPC, without anything that could tell who asks', async () => {
  const { fetch, calls } = server(good)
  expect(await settle(ask(fetch))).toBe('0x1')
  expect(calls).toHaveLength(1)
  expect(calls[0]?.url).toBe(ethereum.rpcUrl)
  expect(calls[0]?.init).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
  })
  expect(JSON.parse(bodyOf(calls[0]?.init))).toEqual({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [1] })
})

describe('R7: what is repeated', () => {
  test.each([403, 408, 413, 429, 500, 502, 503, 504])('status %i, three times', async (code) => {
    const { fetch, calls } = server(status(code))
    expect(await settle(ask(fetch))).toMatchObject({
      name: 'NodeUnreachableError',
      code: -32603,
      message: `The node did not answer eth_call: status ${code}.`,
    })
    expect(calls).toHaveLength(4)
  })

  test.each([400, 401, 404, 501])('not status %i', async (code) => {
    const { fetch, calls } = server(status(code))
    expect(await settle(ask(fetch))).toMatchObject({
      name: 'NodeUnreachableError',
      message: `The node did not answer eth_call: status ${code}.`,
    })
    expect(calls).toHaveLength(1)
  })

  test('what cannot be reached, until it can', async () => {
    const { fetch, calls } = server(() => Promise.reject(new TypeError('fetch failed')), status(503), good)
    expect(await settle(ask(fetch))).toBe('0x1')
    expect(calls).toHaveLength(3)
  })

  test('an answer that breaks off', async () => {
    const broken = () => new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) }))
    const { fetch, calls } = server(broken, good)
    expect(await settle(ask(fetch))).toBe('0x1')
    expect(calls).toHaveLength(2)
  })

  test('as often as it is told', async () => {
    const { fetch, calls } = server(() => Promise.reject(new TypeError('fetch failed')))
    expect(await settle(ask(fetch, { retries: 0 }))).toMatchObject({
      name: 'NodeUnreachableError',
      message: 'The node did not answer eth_call: it cannot be reached.',
    })
    expect(calls).toHaveLength(1)
  })

  test('after Retry-After, and not at all after more than 30 s', async () => {
    const short = server(status(429, { 'retry-after': '20' }), good)
    const answer = ask(short.fetch)
    await vi.advanceTimersByTimeAsync(19_999)
    expect(short.calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await answer).toBe('0x1')
    const long = server(status(429, { 'retry-after': '31' }), good)
    expect(await settle(ask(long.fetch))).toMatchObject({ name: 'NodeUnreachableError' })
    expect(long.calls).toHaveLength(1)
  })
})

describe('R9: what comes back', () => {
  test("the node's own error keeps its code and data, also with a status of 400", async () => {
    const answer = () =>
      Response.json({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } }, { status: 400 })
    expect(await settle(ask(server(answer).fetch))).toMatchObject({
      name: 'NodeAnswerError',
      code: 3,
      message: 'execution reverted',
      data: '0x08c379a0',
    })
  })

  test.each<[string, () => Response, string]>([
    ['HTML', () => new Response('<!doctype html>'), 'its answer cannot be read'],
    ['HTML with a status of its own', () => new Response('<!doctype html>', { status: 400 }), 'status 400'],
    ['nothing', () => new Response(''), 'its answer cannot be read'],
    ['204', () => new Response(null, { status: 204 }), 'its answer cannot be read'],
    ['null', () => Response.json(null), 'its answer cannot be read'],
    ['a list', () => Response.json([]), 'its answer cannot be read'],
    ['an error that is none', () => Response.json({ error: 'no' }), 'its answer cannot be read'],
    ['neither result nor error', () => Response.json({ jsonrpc: '2.0', id: 1 }), 'its answer is empty'],
    ['more than 5 MB', () => new Response(`"${'x'.repeat(5_000_000)}"`), 'its answer is larger than 5 MB'],
  ])('%s is a typed error, once', async (_, answer, problem) => {
    const { fetch, calls } = server(answer)
    expect(await settle(ask(fetch))).toMatchObject({
      name: 'NodeUnreachableError',
      code: -32603,
      message: `The node did not answer eth_call: ${problem}.`,
    })
    expect(calls).toHaveLength(1)
  })

  test("of the node's own error a thousand characters are kept", async () => {
    const answer = () => Response.json({ error: { code: -32000, message: 'x'.repeat(1001) } })
    expect(await settle(ask(server(answer).fetch))).toMatchObject({ name: 'NodeAnswerError', message: 'x'.repeat(1000) })
  })

  test('a body of exactly 5 MB is read', async () => {
    const head = '{"result":"'
    const body = `${head}${'x'.repeat(5_000_000 - head.length - 2)}"}`
    expect(body).toHaveLength(5_000_000)
    expect(await settle(ask(server(() => new Response(body)).fetch))).toHaveLength(5_000_000 - head.length - 2)
  })

  test.each<[string, typeof fetch]>([
    [
      'a body that hangs',
      async () => new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) })),
    ],
    ['a server that hangs', () => new Promise(() => undefined)],
  ])('%s is given up after 10 s', async (_, hangs) => {
    let outcome: unknown
    ask(hangs, { retries: 0 }).catch((error: unknown) => (outcome = error))
    await vi.advanceTimersByTimeAsync(9999)
    expect(outcome).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome).toMatchObject({ name: 'NodeUnreachableError' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('what hangs is given up sooner where that is asked for', async () => {
    let outcome: unknown
    const hangs: typeof fetch = () => new Promise(() => undefined)
    ask(hangs, { retries: 0, timeout: 500 }).catch((error: unknown) => (outcome = error))
    await vi.advanceTimersByTimeAsync(499)
    expect(outcome).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome).toMatchObject({ name: 'NodeUnreachableError' })
  })

  test('null is an answer', async () => {
    expect(await settle(ask(server(() => Response.json({ result: null })).fetch))).toBeNull()
  })

  test('of 5,000 bodies none is a crash', async () => {
    vi.useRealTimers()
    const value = fc.constantFrom('true', '"0x1"', 'null', '[]', '{}', '{"code":1,"message":"m"}', '{"code":"1"}', '')
    const body = fc.oneof(
      fc
        .array(fc.tuple(fc.constantFrom('result', 'error', 'id', '__proto__'), value), { maxLength: 3 })
        .map((fields) => `{${fields.map(([name, each]) => `"${name}":${each}`).join(',')}}`),
      fc.string(),
    )
    for (const text of fc.sample(body, 5000)) {
      const outcome = await ask(async () => new Response(text)).catch((error: unknown) => error as Error)
      if (outcome instanceof Error) expect(outcome.name).toMatch(/^Node(Unreachable|Answer)Error$/)
    }
  })
})
