import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { message, type RequestName } from '../protocol/index.js'
import { malformed } from '../test/malformed.js'
import { answering } from '../test/frames.js'
import { answerSamples, isFree, requestNames, requestSamples } from '../test/samples.js'
import { quiet, until } from '../test/until.js'
import { openFrameChannel, type FrameChannel, type FrameChannelOptions, type FrameHandlers, type HandlerContext } from './index.js'

interface Answer {
  readonly type: string
  readonly id: string
  readonly payload?: { readonly message: string; readonly reason?: string; readonly code?: number; readonly retryAfter?: number }
}

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
})

/** The window around the frame, and the port that it was handed. */
function host(handlers: Partial<FrameHandlers> = {}, options: Partial<FrameChannelOptions> = {}) {
  const posted: { readonly data: unknown; readonly targetOrigin: unknown; readonly ports: readonly MessagePort[] }[] = []
  const heard: Answer[] = []
  const parent = {
    postMessage: (data: unknown, targetOrigin?: unknown, ports?: unknown) =>
      void posted.push({ data, targetOrigin, ports: ports as readonly MessagePort[] }),
  }
  const channel: FrameChannel = openFrameChannel({
    hostOrigin: 'https://shop.example',
    version: '4',
    window: { parent },
    handlers: answering(handlers),
    ...options,
  })
  const port = posted[0]?.ports[0]
  if (!port) throw new Error('no port')
  port.onmessage = ({ data }: MessageEvent<Answer>) => void heard.push(data)
  ends.push(
    () => channel.close(),
    () => port.close(),
  )
  const ask = (name: RequestName, payload: unknown = requestSamples[name]) => {
    const asked = message(`APP_${name}`, payload)
    port.postMessage(asked)
    return asked.id
  }
  const answerTo = async (id: string) => {
    await until(
      () => heard.some((one) => one.id === id),
      () => 'no answer',
    )
    return heard.find((one) => one.id === id)
  }
  return { channel, port, posted, heard, ask, answerTo }
}

describe('READY', () => {
  test('S1: goes to the one window around it, for the one origin, with one port', () => {
    const { posted } = host()
    expect(posted).toHaveLength(1)
    expect(posted[0]).toMatchObject({ data: { type: 'FRAME_READY', payload: { version: '4' } }, targetOrigin: 'https://shop.example' })
    expect(posted[0]?.ports).toHaveLength(1)
  })

  test.each([
    '*',
    '/',
    '',
    'null',
    'shop.example',
    'https://shop.example/',
    'https://shop.example/path',
    'https://Shop.example',
    'https://shop.example:443',
    'https://*.example',
    'javascript:alert(1)',
    'file:///',
    'ftp://shop.example',
    ' https://shop.example',
  ])('S2: is not posted to %j', (hostOrigin) => {
    const postMessage = vi.fn()
    expect(() => openFrameChannel({ hostOrigin, version: '4', window: { parent: { postMessage } }, handlers: answering() })).toThrow(
      /'hostOrigin': expected the origin of a page/,
    )
    expect(postMessage).not.toHaveBeenCalled()
  })

  test.each(['http://127.0.0.1:5173', 'http://localhost:5173', 'https://xn--shp-6la.example:8443'])('can be posted to %s', (hostOrigin) => {
    expect(host({}, { hostOrigin }).posted[0]?.targetOrigin).toBe(hostOrigin)
  })
})

describe('requests', () => {
  test('each is handed to its handler, and answered with what that makes', async () => {
    const { channel, ask, answerTo } = host()
    for (const name of requestNames) {
      const id = ask(name)
      const answer = await answerTo(id)
      expect(answer).toEqual({
        type: `FRAME_${name}_SUCCESS`,
        id,
        ...(answerSamples[name] !== undefined && { payload: answerSamples[name] }),
      })
    }
    expect(channel.counts()).toEqual({ accepted: 28, dropped: 0, answered: 28 })
  })

  test('a handler is told the id, and a signal that has not aborted', async () => {
    const seen: HandlerContext[] = []
    const { ask, answerTo } = host({
      GET_CHAIN_ID: (payload, context) => {
        seen.push(context)
        return { chainId: payload === undefined ? 'eip155:1' : 'eip155:2' }
      },
    })
    const id = ask('GET_CHAIN_ID')
    expect((await answerTo(id))?.payload).toEqual({ chainId: 'eip155:1' })
    expect([seen[0]?.id, seen[0]?.signal.aborted]).toEqual([id, false])
  })

  test('S3: an id is answered once, however often it is asked', async () => {
    const handler = vi.fn(() => ({ chainId: 'eip155:1' }) as const)
    const { channel, port, heard } = host({ GET_CHAIN_ID: handler })
    const asked = message('APP_GET_CHAIN_ID', undefined)
    for (let time = 0; time < 5; time += 1) port.postMessage(asked)
    port.postMessage(message('APP_SIGN_OUT', undefined, asked.id))
    await until(() => channel.counts().dropped === 5)
    await quiet()
    expect([handler.mock.calls.length, heard.length]).toEqual([1, 1])
  })

  test.each<[string, () => unknown, object]>([
    ['an error of its own', () => Promise.reject(new Error('Wrong code')), { message: 'Wrong code' }],
    [
      'one with code and time',
      () => Promise.reject(Object.assign(new Error('Too many'), { code: -32005, retryAfter: 11.2 })),
      { message: 'Too many', code: -32005, retryAfter: 12 },
    ],
    [
      'one that is thrown at once',
      () => {
        throw new Error('At once')
      },
      { message: 'At once' },
    ],
    ['one with a hint for developers', () => Promise.reject(new Error('Short\n\nWith a hint')), { message: 'Short' }],
    ['a plain object', () => Promise.reject({ message: 'Plain', code: 4001 }), { message: 'Plain', code: 4001 }],
    ['nothing', () => Promise.reject(undefined), { message: 'An error occurred' }],
    ['null', () => Promise.reject(null), { message: 'An error occurred' }],
    ['text', () => Promise.reject('text'), { message: 'An error occurred' }],
    ['an error without words', () => Promise.reject(new Error('')), { message: 'An error occurred' }],
    [
      'fields that are none',
      () => Promise.reject({ message: 7, code: 'x', retryAfter: -5 }),
      { message: 'An error occurred', retryAfter: 0 },
    ],
    [
      'a reason',
      () => Promise.reject(Object.assign(new Error('Something went wrong here.'), { reason: 'failed' })),
      { message: 'Something went wrong here.', reason: 'failed' },
    ],
    ['a reason that is none', () => Promise.reject({ message: 'No', reason: 'Ask the <b>moon</b>' }), { message: 'No' }],
    ['numbers that are none', () => Promise.reject({ message: 'No', code: 1.5, retryAfter: Number.NaN }), { message: 'No' }],
    ['numbers in words', () => Promise.reject({ message: 'No', code: '1', retryAfter: '5' }), { message: 'No' }],
    ['a time without end', () => Promise.reject({ message: 'No', retryAfter: Number.POSITIVE_INFINITY }), { message: 'No' }],
    ['an endless time', () => Promise.reject({ message: 'Later', retryAfter: 1e300 }), { message: 'Later', retryAfter: 1e9 }],
    ['endless words', () => Promise.reject(new Error('x'.repeat(5_000))), { message: 'x'.repeat(1_000) }],
    ['an answer of the wrong form', () => ({ chainId: 1 }), { message: 'An error occurred' }],
    ['an answer with a field too many', () => ({ chainId: 'eip155:1', secret: 'x' }), { message: 'An error occurred' }],
    ['no answer where one belongs', () => undefined, { message: 'An error occurred' }],
  ])('a handler that fails with %s is an error answer', async (_, handler, payload) => {
    const { ask, answerTo } = host({ GET_CHAIN_ID: handler as FrameHandlers['GET_CHAIN_ID'] })
    const id = ask('GET_CHAIN_ID')
    expect(await answerTo(id)).toStrictEqual({ type: 'FRAME_GET_CHAIN_ID_ERROR', id, payload }) // and no field that says nothing
  })

  test('an answer that is no JSON is an error answer', async () => {
    const cycle: unknown[] = []
    cycle.push(cycle)
    const { ask, answerTo } = host({ RPC_REQUEST: () => cycle })
    expect((await answerTo(ask('RPC_REQUEST')))?.type).toBe('FRAME_RPC_REQUEST_ERROR')
  })

  test('S4: a method on neither list never reaches the handler', async () => {
    const handler = vi.fn()
    const { channel, ask, answerTo } = host({ RPC_REQUEST: handler })
    const answer = await answerTo(ask('RPC_REQUEST', { method: 'eth_sign', params: [] }))
    expect(answer).toMatchObject({ type: 'FRAME_RPC_REQUEST_ERROR', payload: { message: 'Requested RPC call is not allowed', code: 4200 } })
    expect(await answerTo(ask('RPC_REQUEST', { method: 'eth_call', params: {} }))).toMatchObject({ payload: { code: -32602 } })
    expect([handler.mock.calls.length, channel.counts().dropped]).toEqual([0, 2])
  })

  test('one that this frame does not know is answered, so that a newer host does not wait', async () => {
    const { port, answerTo } = host()
    const asked = message('APP_MAKE_TEA', {})
    port.postMessage(asked)
    expect(await answerTo(asked.id)).toEqual({
      type: 'FRAME_MAKE_TEA_ERROR',
      id: asked.id,
      payload: { message: 'Unknown request', code: -32601 },
    })
  })

  test('S3: 10,000 malformed messages reach no handler and break nothing', async () => {
    const handler = vi.fn()
    const { channel, port, ask, answerTo } = host(
      Object.fromEntries(requestNames.filter((name) => name !== 'GET_CHAIN_ID').map((name) => [name, handler])),
    )
    const bad = fc.sample(
      malformed(
        requestNames.map((name) => message(`APP_${name}`, requestSamples[name])),
        isFree,
      ),
      10_000,
    )
    for (const { data } of bad) port.postMessage(data)
    const heard = () => channel.counts().dropped + channel.counts().accepted
    await until(
      () => heard() === 10_000,
      () => `only ${heard()} were heard`,
    )
    expect([handler.mock.calls.length, channel.counts().accepted]).toEqual([0, 0])
    expect((await answerTo(ask('GET_CHAIN_ID')))?.type).toBe('FRAME_GET_CHAIN_ID_SUCCESS')
    recordPromise({
      id: 'S3',
      name: 'malformed messages on the frame’s port',
      runs: bad.length,
      accepted: handler.mock.calls.length,
    })
  })

  test('ids are remembered, ten thousand of them', async () => {
    const { channel, port } = host({ SIGN_OUT: () => undefined })
    const first = message('APP_SIGN_OUT', undefined)
    port.postMessage(first)
    for (let count = 0; count < 9_999; count += 1) port.postMessage(message('APP_SIGN_OUT', undefined))
    port.postMessage(first)
    await until(() => channel.counts().accepted + channel.counts().dropped === 10_001)
    expect(channel.counts()).toMatchObject({ accepted: 10_000, dropped: 1 })
    port.postMessage(message('APP_SIGN_OUT', undefined))
    port.postMessage(first) // the oldest is forgotten by now
    await until(() => channel.counts().accepted === 10_002)
  })
})

describe('turning away', () => {
  const never = () => new Promise<never>(() => undefined)

  test('from everything ends what the visitor is asked, and nothing else', async () => {
    const signals = new Map<string, AbortSignal>()
    const onAbort = vi.fn()
    const wait =
      (name: string) =>
      (_: unknown, { signal }: HandlerContext) => {
        signals.set(name, signal)
        return never()
      }
    const all = host(
      {
        RPC_REQUEST: (payload, context) => wait(payload.method)(payload, context),
        OPEN_SECURITY: wait('security'),
        GET_USER: wait('user'),
      },
      { onAbort },
    )
    const { ask, answerTo, heard } = all
    const sign = ask('RPC_REQUEST')
    const read = ask('RPC_REQUEST', { method: 'eth_call', params: [] })
    const security = ask('OPEN_SECURITY')
    ask('GET_USER')
    const asked = message('APP_RPC_ABORT', undefined)
    all.port.postMessage(asked)
    const abort = asked.id
    expect(await answerTo(abort)).toEqual({ type: 'FRAME_RPC_ABORT_SUCCESS', id: abort })
    for (const [id, name] of [
      [sign, 'RPC_REQUEST'],
      [security, 'OPEN_SECURITY'],
    ] as const) {
      expect(heard.find((one) => one.id === id)).toEqual({
        type: `FRAME_${name}_ERROR`,
        id,
        payload: { message: 'Request was aborted', reason: 'aborted', code: 4001 },
      })
    }
    expect(heard.some(({ id }) => id === read)).toBe(false)
    expect([...signals].map(([name, { aborted }]) => [name, aborted])).toEqual([
      ['personal_sign', true],
      ['eth_call', false],
      ['security', true],
      ['user', false],
    ])
    expect(onAbort.mock.calls).toEqual([[undefined]])
  })

  test('from one ends that one', async () => {
    const onAbort = vi.fn()
    const { ask, answerTo, heard } = host({ RPC_REQUEST: never }, { onAbort })
    const [one, two] = [ask('RPC_REQUEST'), ask('RPC_REQUEST')]
    await answerTo(ask('RPC_ABORT', { requestId: two }))
    expect([heard.some(({ id }) => id === one), heard.some(({ id }) => id === two)]).toEqual([false, true])
    expect(onAbort.mock.calls).toEqual([[two]])
    await answerTo(ask('RPC_ABORT', { requestId: crypto.randomUUID() }))
    expect(heard.some(({ id }) => id === one)).toBe(false)
  })

  test('what a handler makes after that is not answered', async () => {
    let finish: (answer: unknown) => void = () => undefined
    const { ask, answerTo, heard } = host({ RPC_REQUEST: () => new Promise((resolve) => (finish = resolve)) })
    const sign = ask('RPC_REQUEST')
    await answerTo(ask('RPC_ABORT', {}))
    finish('0xsigned')
    await quiet()
    expect(heard.filter(({ id }) => id === sign)).toMatchObject([{ payload: { message: 'Request was aborted' } }])
  })
})

describe('time', () => {
  test.each(['CONNECT_EMAIL', 'CONNECT_DEVICE', 'CONNECT_OTP', 'CONNECT_SOCIAL', 'GET_SOCIAL_REDIRECT_URI'] as const)(
    'R5: %s is given up after 28,000 ms, before the host gives the frame up',
    async (name) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      let signal: AbortSignal | undefined
      const { ask, answerTo, heard, channel } = host({
        [name]: (_: unknown, context: HandlerContext) => {
          signal = context.signal
          return new Promise(() => undefined)
        },
      })
      const id = ask(name)
      await until(() => channel.counts().accepted === 1)
      await vi.advanceTimersByTimeAsync(27_999)
      await quiet()
      expect([heard.length, signal?.aborted]).toEqual([0, false])
      await vi.advanceTimersByTimeAsync(1)
      expect(await answerTo(id)).toEqual({
        type: `FRAME_${name}_ERROR`,
        id,
        payload: { message: 'iframe_request_timeout', reason: 'timeout' },
      })
      expect(signal?.aborted).toBe(true)
    },
  )

  test('what was answered in time is not given up, and what asks the visitor has all the time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { ask, answerTo, heard, channel } = host({ RPC_REQUEST: () => new Promise(() => undefined) })
    await answerTo(ask('CONNECT_OTP'))
    ask('RPC_REQUEST')
    await until(() => channel.counts().accepted === 2)
    await vi.advanceTimersByTimeAsync(600_000)
    await quiet()
    expect(heard).toHaveLength(1)
  })
})

describe('the channel', () => {
  test('tells by itself what it is told to', async () => {
    const { channel, heard } = host()
    channel.post({ type: 'FRAME_SURFACE', payload: { purpose: 'approve' } })
    channel.post({ type: 'FRAME_SESSION_UPDATE', payload: {} })
    await until(() => heard.length === 2)
    expect(heard).toMatchObject([
      { type: 'FRAME_SURFACE', payload: { purpose: 'approve' } },
      { type: 'FRAME_SESSION_UPDATE', payload: {} },
    ])
  })

  test('once closed hears and answers nothing, and what it was working on is aborted', async () => {
    let signal: AbortSignal | undefined
    const { channel, ask, heard } = host({
      RPC_REQUEST: async (_, context) => {
        signal = context.signal
        await new Promise((resolve) => context.signal.addEventListener('abort', resolve))
        return 'late'
      },
    })
    ask('RPC_REQUEST')
    await until(() => signal !== undefined)
    channel.close()
    channel.close()
    ask('GET_CHAIN_ID')
    await quiet()
    expect([signal?.aborted, heard.length, channel.counts().accepted]).toEqual([true, 0, 1])
  })
})
