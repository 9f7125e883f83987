import { fakeAdapter, fakeConnector, fakeFetch, testPortico } from '@portico/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InvalidOptionError } from '../../kit/errors.js'
import { HttpStatusError, MalformedAnswerError } from '../../kit/http/errors.js'
import { queryClientOf } from '../../portico/query.js'
import { cancelConnect, connect } from '../connection/connect.js'
import { publishConnectors } from '../connection/connectors.js'
import { UserRejectedError } from '../connection/errors.js'
import { embeddedStore } from '../embedded/store.js'
import { sendFormStore } from '../send/form/store.js'
import { QuoteExpiredError } from '../swap/errors.js'
import { swapFormStore } from '../swap/form/store.js'
import type { ErrorEvent } from './errorEvent.js'
import { errorEventLimit, errorEventWindow, reportError, startErrorAnalytics } from './startErrorAnalytics.js'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', new URL('https://app.example/pay?amount=5#code'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const ether = { networkId: 'eip155:1', symbol: 'ETH', units: 1n, decimals: 18 } as const
const apiUrl = 'https://gateway.example'
function setUp({ answer }: { answer?: Error } = {}) {
  const { fetch, calls } = fakeFetch(answer ?? new Response(null, { status: 204 }))
  const portico = testPortico({ apiUrl, fetch, projectId: 'meridian', adapters: [fakeAdapter()] })
  return { portico, calls, events: () => calls.map(({ body }) => body as ErrorEvent) }
}
const settled = () => vi.advanceTimersByTimeAsync(0)

describe('what is sent', () => {
  test('an error as its name, redacted message and stack, with the page’s origin and path, and nothing else', async () => {
    const { portico, calls } = setUp()
    startErrorAnalytics(portico)
    const error = new HttpStatusError({ status: 503, path: '/v1/account' })
    error.stack = 'HttpStatusError: no\n    at ask (https://app.example/assets/index-BxqbR0cB.js?v=1:2:15607)'
    expect(await reportError(portico, error)).toBe(true)
    expect(calls).toHaveLength(1)
    expect(calls[0]?.method).toBe('POST')
    expect(calls[0]?.url.href).toBe('https://gateway.example/e?projectId=meridian&st=portico&sv=0.1.0')
    expect(calls[0]?.body).toEqual({
      eventId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      url: 'https://app.example/pay',
      domain: 'app.example',
      timestamp: Date.now(),
      props: {
        type: 'error',
        event: 'API_ERROR',
        errorType: 'HttpStatusError',
        errorMessage: 'HTTP status 503 from /v1/account.',
        stackTrace: 'at ask (index-BxqbR0cB.js:2:15607)',
      },
    })
  })

  test.each([
    [new MalformedAnswerError({ path: '/v1', problem: 'it is not JSON' }), 'DATA_PARSING_ERROR'],
    [new Error('no list', { cause: new HttpStatusError({ status: 500, path: '/v1' }) }), 'API_ERROR'],
    [new TypeError('x is undefined'), 'INTERNAL_SDK_ERROR'],
  ])('%s counts as %s', async (error, event) => {
    const { portico, events } = setUp()
    startErrorAnalytics(portico)
    await reportError(portico, error)
    expect(events()[0]?.props.event).toBe(event)
  })
})

describe('what is noticed', () => {
  test('a connection that fails, but not what a visitor turns away or leaves', async () => {
    const { fetch, calls } = fakeFetch(new Response(null, { status: 204 }))
    const answers: (() => Promise<never>)[] = [
      () => Promise.reject(new UserRejectedError()),
      () => new Promise(() => undefined),
      () => Promise.reject(new TypeError('the wallet broke')),
    ]
    const adapter = fakeAdapter({ connect: () => (answers.shift() as () => Promise<never>)() })
    const portico = testPortico({ apiUrl, fetch, adapters: [adapter] })
    publishConnectors(portico, adapter.namespace, [fakeConnector()])
    startErrorAnalytics(portico)
    const connectorId = 'com.harbor'
    await expect(connect(portico, { connectorId })).rejects.toThrow()
    const waiting = connect(portico, { connectorId })
    waiting.catch(() => undefined)
    await settled()
    cancelConnect(portico)
    await expect(waiting).rejects.toThrow()
    expect(calls).toEqual([])
    await expect(connect(portico, { connectorId })).rejects.toThrow()
    await settled()
    expect(calls).toHaveLength(1)
    expect(calls[0]?.body).toMatchObject({ props: { errorMessage: 'the wallet broke' } })
  })

  test('a login that fails, a query that does, and a view that breaks', async () => {
    const { portico, events } = setUp()
    startErrorAnalytics(portico)
    embeddedStore(portico).setState({ login: { status: 'failed', method: 'email', error: new Error('The secure site is away.') } })
    const queryFn = () => Promise.reject(new HttpStatusError({ status: 500, path: '/v1/account' }))
    await expect(queryClientOf(portico).fetchQuery({ queryKey: ['any'], queryFn, retry: false })).rejects.toThrow()
    portico.events.emit('view.failed', { error: new RangeError('too deep') })
    await settled()
    expect(events().map(({ props: { event, errorType } }) => `${event} ${errorType}`)).toEqual([
      'SECURE_SITE_ERROR Error',
      'API_ERROR HttpStatusError',
      'INTERNAL_SDK_ERROR RangeError',
    ])
  })
  test('a transfer and a swap that fail, but not what a visitor turns away', async () => {
    const { portico, events } = setUp()
    startErrorAnalytics(portico)
    const sender = { namespace: 'eip155', address: `0x${'a'.repeat(40)}`, networkId: 'eip155:1' } as const
    const sent = { ...sender, token: ether, units: 1n, to: `0x${'b'.repeat(40)}` }
    const quote = { id: 'a', received: 1n, minimum: 1n, provider: 'Harbor', path: [], impact: 0, fees: [], networkFee: 1n, expiresAt: 0 }
    const swap = { ...sender, from: ether, to: ether, units: 1n, slippage: 100, quote }
    for (const error of [new UserRejectedError(), new RangeError('no gas')]) {
      sendFormStore(portico).setState({ progress: { status: 'failed', sent, error } })
      // What else changes in the form says nothing new.
      sendFormStore(portico).setState({ amount: '2' })
    }
    for (const error of [new QuoteExpiredError(), new HttpStatusError({ status: 502, path: '/v1/convert/build-transaction' })]) {
      swapFormStore(portico).setState({ progress: { status: 'failed', swap, error } })
    }
    await settled()
    expect(events().map(({ props: { event, errorType } }) => `${event} ${errorType}`)).toEqual([
      'INTERNAL_SDK_ERROR RangeError',
      'API_ERROR HttpStatusError',
    ])
  })
})

describe('S39: how little is sent', () => {
  test('nothing before it is asked for, and nothing after it is switched off', async () => {
    const { portico, calls } = setUp()
    const crash = () => portico.events.emit('view.failed', { error: new Error('no') })
    crash()
    expect(await reportError(portico, new Error('before'))).toBe(false)
    const stops = [startErrorAnalytics(portico), startErrorAnalytics(portico)]
    crash()
    await settled()
    expect(calls).toHaveLength(1) // once, however often it was asked for
    for (const stop of [...stops, ...stops]) stop()
    crash()
    expect(await reportError(portico, new Error('after'))).toBe(false)
    await settled()
    expect(calls).toHaveLength(1)
  })

  test('five in 60 seconds, whatever fails, and five more in the next', async () => {
    const { portico, calls } = setUp()
    startErrorAnalytics(portico)
    const fail = async (times: number) => {
      for (let time = 0; time < times; time += 1) await reportError(portico, new Error('again'))
    }
    await fail(20)
    expect(calls).toHaveLength(errorEventLimit)
    await vi.advanceTimersByTimeAsync(errorEventWindow - 1)
    await fail(20)
    expect(calls).toHaveLength(errorEventLimit)
    await vi.advanceTimersByTimeAsync(1)
    await fail(20)
    expect(calls).toHaveLength(2 * errorEventLimit)
  })

  test('R16: a clock that is set back holds nothing up, and lets no more through', async () => {
    const { portico, calls } = setUp()
    startErrorAnalytics(portico)
    for (let time = 0; time < 9; time += 1) await reportError(portico, new Error('again'))
    vi.setSystemTime(Date.now() - 3_600_000)
    for (let time = 0; time < 9; time += 1) await reportError(portico, new Error('again'))
    expect(calls).toHaveLength(2 * errorEventLimit)
  })

  test('an error that is met twice is sent once', async () => {
    const { portico, calls } = setUp()
    startErrorAnalytics(portico)
    const error = new Error('the same')
    expect(await reportError(portico, error)).toBe(true)
    expect(await reportError(portico, error)).toBe(false)
    expect(calls).toHaveLength(1)
  })

  test('an operator who cannot be reached is asked once, and nobody hears of it', async () => {
    const { portico, calls } = setUp({ answer: new TypeError('Failed to fetch') })
    startErrorAnalytics(portico)
    expect(await reportError(portico, new Error('no'))).toBe(false)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(calls).toHaveLength(1)
  })

  test('without an operator there is nobody to tell', () => {
    expect(() => startErrorAnalytics(testPortico())).toThrow(InvalidOptionError)
  })
})
