import { createPortico, type NetworkId } from '@portico/core'
import { createSolanaWallet } from '@portico/testing/solana'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { socketUrl } from '../endpoints.js'
import { solana as mainnet, solanaDevnet } from '../networks.js'
import { solana } from '../solana.js'
import { never, testAdapter, wayIn } from '../test/adapter.js'
import { bodyOf } from '../test/request.js'
import { addressOf } from '../test/keys.js'
import { parseJson, readUnits } from './json.js'
import { createRpc } from './rpc.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Answer = () => Response | Promise<Response>
const result =
  (value: unknown): Answer =>
  () =>
    Response.json({ jsonrpc: '2.0', id: 1, result: value })
const refused =
  (error: object): Answer =>
  () =>
    Response.json({ jsonrpc: '2.0', id: 1, error })
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response('', { status: code, headers })

function setUp(answers: readonly Answer[], urls: string | readonly string[] = 'https://rpc.example') {
  const calls: { url: string; body: { method: string; params: unknown[] } }[] = []
  const fetcher: typeof fetch = async (input, init) => {
    calls.push({ url: new Request(input).url, body: bodyOf(init) })
    const answer = answers[Math.min(calls.length, answers.length) - 1]
    if (!answer) throw new TypeError('no answer')
    return answer()
  }
  const options = { networks: [mainnet], rpcUrls: { [mainnet.id]: urls } }
  const rpc = createRpc(createPortico({ adapters: [solana(options)], fetch: fetcher }), options)
  const ask = (signal?: AbortSignal, networkId: NetworkId = mainnet.id) => rpc.call({ networkId, method: 'getSlot', params: [], signal })
  return { ask, calls, rpc }
}

/** Lets time go on until the promise is settled. */
async function settle<T>(asking: Promise<T>): Promise<T> {
  asking.catch(() => undefined)
  for (let turn = 0; turn < 200; turn += 1) await vi.advanceTimersByTimeAsync(1_000)
  return asking
}

describe('R7: asking a node', () => {
  test('resolves with its result', async () => {
    const { ask, calls } = setUp([result(7)])
    await expect(ask()).resolves.toBe(7)
    expect(calls).toMatchObject([{ url: 'https://rpc.example/', body: { jsonrpc: '2.0', method: 'getSlot', params: [] } }])
  })

  test.each([403, 408, 413, 429, 500, 502, 503, 504])('status %d is asked again, three times at the most', async (code) => {
    const { ask, calls } = setUp([status(code), status(code), result(1)])
    await expect(settle(ask())).resolves.toBe(1)
    const hopeless = setUp([status(code)])
    await expect(settle(hopeless.ask())).rejects.toMatchObject({ name: 'EndpointError' })
    expect([calls.length, hopeless.calls.length]).toEqual([3, 4])
  })

  test.each([400, 401, 404])('status %d is not asked again', async (code) => {
    const { ask, calls } = setUp([status(code), result(1)])
    await expect(settle(ask())).rejects.toMatchObject({ name: 'EndpointError', code })
    expect(calls).toHaveLength(1)
  })

  test('waits as long as Retry-After says, and gives up where that is more than 30 s', async () => {
    const { ask, calls } = setUp([status(429, { 'retry-after': '5' }), result(1)])
    const asking = ask()
    await vi.advanceTimersByTimeAsync(4_900)
    expect(calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(200)
    await expect(asking).resolves.toBe(1)
    const long = setUp([status(429, { 'retry-after': '31' }), result(1)])
    await expect(settle(long.ask())).rejects.toMatchObject({ name: 'EndpointError' })
    expect(long.calls).toHaveLength(1)
  })

  test('goes to the next URL at once where one is out of order', async () => {
    const { ask, calls } = setUp([() => Promise.reject(new TypeError('down')), result(2)], ['https://one.example', 'https://two.example'])
    await expect(ask()).resolves.toBe(2)
    expect(calls.map(({ url }) => url)).toEqual(['https://one.example/', 'https://two.example/'])
  })

  test('a node that is behind the others is asked again, one that refuses is not', async () => {
    const behind = setUp([refused({ code: -32005, message: 'Node is behind by 42 slots' }), result(3)])
    await expect(settle(behind.ask())).resolves.toBe(3)
    const no = setUp([refused({ code: -32602, message: 'Invalid params' }), result(3)])
    await expect(settle(no.ask())).rejects.toMatchObject({ name: 'EndpointError', code: -32602 })
    expect(no.calls).toHaveLength(1)
  })

  test('a network that the site does not use is a typed error', async () => {
    await expect(setUp([result(1)]).ask(undefined, solanaDevnet.id)).rejects.toMatchObject({ name: 'NetworkNotConfiguredError' })
  })
})

describe('R9: bodies', () => {
  test.each<[string, Answer]>([
    ['HTML', () => new Response('<html>')],
    ['nothing', () => new Response(null, { status: 204 })],
    ['another shape', () => Response.json([1])],
    ['null', () => Response.json(null)],
    ['more than 5 MB', () => new Response('1'.repeat(5_000_001))],
    ['one that breaks off', () => new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('off')) }))],
    ['one that never ends', () => new Response(new ReadableStream({}))],
    ['no answer at all', () => new Promise<Response>(() => undefined)],
  ])('%s is a typed error', async (_, answer) => {
    await expect(settle(setUp([answer]).ask())).rejects.toMatchObject({ name: 'EndpointError' })
  })

  test('any body at all is a result or a typed error (1,000 bodies)', async () => {
    vi.useRealTimers()
    const body = fc.oneof(
      fc.string(),
      fc.json(),
      fc.anything().map((value) => {
        try {
          return JSON.stringify({ result: value }) ?? ''
        } catch {
          return ''
        }
      }),
    )
    for (const text of fc.sample(body, 1_000)) {
      // The second URL ends what the first one leaves open.
      const { ask } = setUp([() => new Response(text), status(400)], ['https://one.example', 'https://two.example'])
      const outcome = await ask().then(
        () => 'result',
        (error: Error) => error.name,
      )
      expect(['result', 'EndpointError', 'TransactionRevertedError', 'InsufficientFundsError']).toContain(outcome)
    }
  })

  test('whole numbers of 64 bits keep every digit, and text stays text', () => {
    expect(parseJson('{"a":18446744073709551615,"b":[1,-2.5e3],"c":"1234567890123456789 \\" 2"}')).toEqual({
      a: '18446744073709551615',
      b: [1, -2_500],
      c: '1234567890123456789 " 2',
    })
    fc.assert(fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (units) => readUnits(parseJson(String(units))) === units))
    fc.assert(
      fc.property(
        fc.jsonValue({ noUnicodeString: false }).filter((value) => !/\d{16}/.test(JSON.stringify(value))),
        (value) => {
          expect(parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
        },
      ),
    )
  })
})

test('an abort ends it at once, and leaves no timer', async () => {
  const abort = new AbortController()
  const asking = setUp([() => new Promise<Response>(() => undefined)]).ask(abort.signal)
  asking.catch(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  abort.abort()
  await expect(asking).rejects.toMatchObject({ name: 'RequestAbortedError' })
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['http://127.0.0.1:8899', 'ws://127.0.0.1:8900/'],
  ['https://api.mainnet-beta.solana.com', 'wss://api.mainnet-beta.solana.com/'],
  ['http://[::1]:8899/x?y=1', 'ws://[::1]:8900/x?y=1'],
  ['https://rpc.example/key/abc', 'wss://rpc.example/key/abc'],
  ['https://rpc.example?key=1:2', 'wss://rpc.example?key=1:2'],
])('the WebSocket of %s is %s', (http, ws) => {
  expect(socketUrl(http)).toBe(ws)
})

describe('R8: sending', () => {
  beforeEach(() => void vi.useRealTimers())

  const wallet = () =>
    createSolanaWallet({ features: ['standard:connect', 'solana:signTransaction'], chains: { 'solana:mainnet': 'http://127.0.0.1:1' } })

  async function send(respond: (method: string, turn: number) => Response) {
    const sent: unknown[] = []
    const fetcher: typeof fetch = async (_, init) => {
      const { method, params } = bodyOf(init)
      if (method === 'sendTransaction') sent.push(params[0])
      return respond(method, sent.length)
    }
    const { adapter } = await testAdapter({ networks: [mainnet] }, { fetch: fetcher })
    await adapter.connect({ connector: wayIn(wallet().wallet), signal: never() })
    const outcome = await adapter
      .sendTransaction?.({ connectorId: wayIn(0).id, address: addressOf(0), networkId: mainnet.id, to: addressOf(1), value: 1n })
      .catch((error: unknown) => error)
    return { sent, outcome }
  }
  const plain = (method: string) =>
    method === 'getLatestBlockhash'
      ? Response.json({ result: { value: { blockhash: addressOf(9), lastValidBlockHeight: 1 } } })
      : Response.json({ result: { value: 10 ** 10 } })

  test('a lost answer is asked for again with the same bytes, and "already processed" means that it was sent', async () => {
    const known = {
      code: -32002,
      message: 'Transaction simulation failed: This transaction has already been processed',
      data: { err: 'AlreadyProcessed', logs: [] },
    }
    const { sent, outcome } = await send((method, turn) =>
      method !== 'sendTransaction' ? plain(method) : turn < 3 ? new Response('', { status: 502 }) : Response.json({ error: known }),
    )
    expect(outcome).toMatch(/^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
    expect(sent).toHaveLength(3)
    expect(new Set(sent).size).toBe(1)
  })

  test('a refusal is not sent again', async () => {
    const { sent, outcome } = await send((method) =>
      method !== 'sendTransaction'
        ? plain(method)
        : Response.json({
            error: {
              code: -32002,
              message: 'Transaction simulation failed',
              data: { err: { InstructionError: [0, 'InvalidArgument'] }, logs: [] },
            },
          }),
    )
    expect(outcome).toMatchObject({ name: 'TransactionRevertedError' })
    expect(sent).toHaveLength(1)
  })
})
