import { fakeFetch } from '@portico/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MalformedAnswerError, NetworkFailureError } from './errors.js'
import { send, UnusableAnswerError, type Answer, type SendParameters } from './send.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const one = 'https://one.example/'
const two = 'https://two.example/'

function setUp(...answers: readonly (Response | Error)[]) {
  const server = fakeFetch(...answers)
  const hosts = () => server.calls.map(({ url }) => url.host)
  const ask = (more: Partial<SendParameters> = {}) => ({ fetch: server.fetch, url: one, path: 'thing', ...more })
  return { ask, hosts }
}

async function settle<T>(promise: Promise<T>): Promise<T | Error> {
  const outcome = promise.catch((error: unknown) => error as Error)
  await vi.runAllTimersAsync()
  return outcome
}

const status = (code: number, { text = '', headers = {} }: { text?: string; headers?: Record<string, string> } = {}) =>
  new Response(text, { status: code, headers })
const broken = (code = 200) =>
  new Response(new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) }), { status: code })

test('a refusal is an answer, with what it says', async () => {
  const { ask, hosts } = setUp(status(400, { text: 'no' }))
  expect(await settle(send(ask()))).toEqual({ status: 400, ok: false, text: 'no' })
  expect(hosts()).toHaveLength(1)
})

test('R7: several addresses stand in for each other at once, and all of them are asked again after a while', async () => {
  const { ask, hosts } = setUp(status(503), new TypeError('down'), status(500), status(200, { text: 'here' }))
  const answer = send(ask({ url: [one, two] }))
  await vi.advanceTimersByTimeAsync(0)
  expect(hosts()).toEqual(['one.example', 'two.example'])
  expect(await settle(answer)).toMatchObject({ text: 'here' })
  expect(hosts()).toEqual(['one.example', 'two.example', 'one.example', 'two.example'])
})

test('R7: with several addresses the shortest wait counts, and giving up takes all of them', async () => {
  const long = { headers: { 'retry-after': '600' } }
  const { ask, hosts } = setUp(status(429, long), status(429, { headers: { 'retry-after': '7' } }), status(200))
  const answer = send(ask({ url: [one, two] }))
  await vi.advanceTimersByTimeAsync(6_999)
  expect(hosts()).toHaveLength(2)
  expect(await settle(answer)).toMatchObject({ ok: true })
  const busy = setUp(status(429, long), status(429, long), status(200))
  expect(await settle(send(busy.ask({ url: [one, two] })))).toMatchObject({ status: 429, retryAfter: 600 })
  expect(busy.hosts()).toHaveLength(2)
})

test('what breaks off is asked for again, unless it must not be done twice', async () => {
  const again = setUp(broken(), status(200, { text: 'whole' }))
  expect(await settle(send(again.ask()))).toMatchObject({ text: 'whole' })
  const once = setUp(broken(), status(200, { text: 'whole' }))
  expect(await settle(send(once.ask({ retries: 0 })))).toBeInstanceOf(NetworkFailureError)
  expect(once.hosts()).toHaveLength(1)
})

test('a refusal whose body cannot be read is still that refusal', async () => {
  expect(await settle(send(setUp(broken(404)).ask()))).toEqual({ status: 404, ok: false, text: '' })
  const endless = new Response('x'.repeat(101), { status: 400 })
  expect(await settle(send(setUp(endless).ask({ limit: 100 })))).toEqual({ status: 400, ok: false, text: '' })
})

test('R9: an answer longer than the limit is not asked for again', async () => {
  const { ask, hosts } = setUp(status(200, { text: 'x'.repeat(101) }))
  expect(await settle(send(ask({ limit: 100 })))).toBeInstanceOf(MalformedAnswerError)
  expect(hosts()).toHaveLength(1)
  expect(await settle(send(setUp(status(200, { text: 'x'.repeat(100) })).ask({ limit: 100 })))).toMatchObject({ ok: true })
})

test('text in several pieces is put together between any two bytes', async () => {
  const bytes = new TextEncoder().encode('{"é":"🌍"}')
  const stream = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(new Uint8Array([byte]))
      controller.close()
    },
  })
  expect(await settle(send(setUp(new Response(stream)).ask()))).toMatchObject({ text: '{"é":"🌍"}' })
})

test('what its reader cannot use is asked for again, and a failure once the tries are used up', async () => {
  const read = ({ text }: Answer) => {
    if (text === 'behind') throw new UnusableAnswerError('The node is behind.')
    if (text === 'never') throw new RangeError('Refused')
    return text.length
  }
  expect(await settle(send(setUp(status(200, { text: 'behind' }), status(200, { text: 'four' })).ask(), read))).toBe(4)
  const { ask, hosts } = setUp(status(200, { text: 'behind' }))
  expect(await settle(send(ask(), read))).toMatchObject({ name: 'NetworkFailureError', cause: { name: 'UnusableAnswerError' } })
  expect(hosts()).toHaveLength(4)
  const refused = setUp(status(200, { text: 'never' }))
  expect(await settle(send(refused.ask(), read))).toBeInstanceOf(RangeError)
  expect(refused.hosts()).toHaveLength(1)
})

test('an error names what was asked, and no address with a key in it', async () => {
  const url = 'https://node.example/v3/SECRET?key=SECRET'
  const error = await settle(send(setUp(new TypeError('down')).ask({ url, path: 'eth_call' })))
  expect(error).toMatchObject({ message: 'No answer from eth_call.' })
})
