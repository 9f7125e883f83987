import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OptionsError } from '@portico/service'
import { openDatabase } from '@portico/service/database'
import { databases } from '@portico/service/test'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createGateway, type Gateway } from '../gateway.js'
import { createCounts } from './counts.js'
import { readAnalytics, type AnalyticsOptions } from './settings.js'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const told = z.strictObject({
  days: z.number(),
  data: z.array(
    z.strictObject({
      project: z.string(),
      sdk: z.string(),
      version: z.string(),
      event: z.string(),
      type: z.string(),
      message: z.string(),
      stack: z.string(),
      domain: z.string(),
      count: z.number(),
      firstAt: z.number(),
      lastAt: z.number(),
    }),
  ),
})

const body = ({
  message = 'HTTP status 503 from /v1/account.',
  type = 'HttpStatusError',
  stack = 'at ask (index-BxqbR0cB.js:2:15607)',
} = {}) => ({
  eventId: '0f6f4a7e-5f4b-4d3c-9a55-0f9f6a0f7d11',
  url: 'https://app.example/pay',
  domain: 'app.example',
  timestamp: 1_700_000_000_000,
  props: { type: 'error', event: 'API_ERROR', errorType: type, errorMessage: message, stackTrace: stack },
})

async function open(database: string, analytics: AnalyticsOptions = {}) {
  const gateway: Gateway = createGateway({ port: 0, quiet: true, database, analytics, metrics: { port: 0 } })
  const url = await gateway.listen()
  closers.push(() => gateway.close())
  const post = (event: unknown = body(), { query = '?projectId=meridian&st=portico&sv=0.1.0', type = 'application/json' } = {}) =>
    fetch(`${url}/e${query}`, {
      method: 'POST',
      headers: { 'content-type': type, origin: 'https://app.example' },
      body: typeof event === 'string' ? event : JSON.stringify(event),
    })
  const page = (query = '', accept = 'application/json') => fetch(`${gateway.metricsUrl}/errors${query}`, { headers: { accept } })
  const list = async (query = '') => told.parse(await (await page(query)).json()).data
  return { gateway, url, post, page, list }
}

describe.each(await databases())('errors that pages tell of, on $name', ({ fresh, drop }) => {
  let database = ''
  beforeEach(async () => {
    database = await fresh()
  })
  afterAll(drop)

  test('are counted by error and version, for any page, and the page need not be able to read the answer', async () => {
    const { post, list } = await open(database)
    const answer = await post()
    expect(answer.status).toBe(204)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    await post()
    await post(body(), { query: '?projectId=meridian&st=portico&sv=0.2.0' })
    expect(
      (await list()).map(({ count, version, type, domain, project, sdk }) => ({ count, version, type, domain, project, sdk })),
    ).toEqual([
      { count: 2, version: '0.1.0', type: 'HttpStatusError', domain: 'app.example', project: 'meridian', sdk: 'portico' },
      { count: 1, version: '0.2.0', type: 'HttpStatusError', domain: 'app.example', project: 'meridian', sdk: 'portico' },
    ])
  })

  test('come from existing clients as they are: text/plain, without a query, with fields of their own', async () => {
    const { post, list } = await open(database)
    const theirs = { ...body(), bundleId: 'com.example', props: { ...body().props, event: 'INTERNAL_SDK_ERROR', uncaught: true } }
    expect((await post(theirs, { query: '', type: 'text/plain;charset=UTF-8' })).status).toBe(204)
    expect(await list()).toMatchObject([{ count: 1, event: 'INTERNAL_SDK_ERROR', sdk: '', version: '', project: '' }])
  })

  test('S39: what a client forgot to leave out is not kept', async () => {
    const { post, list, gateway } = await open(database)
    const secret = 'mira@mail.example 483920 wc:a1b2@2?symKey=ff00 eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtaXJhIn0.c2lnbmF0dXJlLXNpZ25hdHVyZQ'
    const event = {
      ...body({ message: secret, type: 'mira@mail.example', stack: `Error: ${secret}\n  at f (https://app.example/x.js?code=483920:1:2)` }),
      domain: 'mira@mail.example',
    }
    await post({ ...event, url: `https://app.example/?${secret}` }, { query: `?projectId=${encodeURIComponent(secret)}` })
    const [row] = await list()
    expect(row).toMatchObject({
      message: '[email] [number] [pairing] [secret]',
      type: '[email]',
      domain: '[email]',
      stack: 'at f (x.js:1:2)',
    })
    await gateway.close()
    const db = openDatabase(database)
    closers.push(() => db.destroy())
    const kept = JSON.stringify(await db.selectFrom('error_counts').selectAll().execute())
    for (const part of ['mira', '483920', 'symKey', 'eyJ']) expect(kept).not.toContain(part)
  })

  test('survive a restart, and two gateways on one database count together', async () => {
    const one = await open(database)
    const two = await open(database)
    await Promise.all(Array.from({ length: 40 }, async (_, at) => expect((await (at % 2 ? one : two).post()).status).toBe(204)))
    await one.gateway.close()
    await two.gateway.close()
    expect(await (await open(database)).list()).toMatchObject([{ count: 40 }])
  })

  test('of more kinds than are told apart on a day, the rest counts as one', async () => {
    const { post, list } = await open(database, { kinds: 3, perMinute: 10_000 })
    for (let at = 0; at < 9; at += 1) await post(body({ type: `Error${'ABCDEFGHI'[at]}` }))
    await post(body({ type: 'ErrorA' }))
    const rows = await list()
    expect(rows.map(({ type, count }) => `${type} ${count}`).toSorted()).toEqual(['(others) 6', 'ErrorA 2', 'ErrorB 1', 'ErrorC 1'])
  })

  test('are dropped after their days', async () => {
    const { gateway } = await open(database)
    await gateway.close()
    const db = openDatabase(database)
    closers.push(() => db.destroy())
    let now = Date.UTC(2026, 0, 1)
    const counts = createCounts({ db, days: 30, kinds: 10, clock: () => now })
    const event = { project: '', sdk: '', version: '', event: 'API_ERROR', type: 'Error', message: '', stack: '', domain: '' }
    await counts.add(event)
    now += 29 * 86_400_000
    await counts.add(event)
    await counts.sweep()
    expect(await counts.list(1)).toMatchObject([{ count: 1 }])
    expect(await counts.list(30)).toMatchObject([{ count: 2 }])
    now += 86_400_000
    await counts.sweep()
    expect(await counts.list(30)).toMatchObject([{ count: 1 }])
  })
})

describe('with a file', async () => {
  const [{ fresh, drop }] = (await databases()) as [Awaited<ReturnType<typeof databases>>[number]]
  afterAll(drop)

  test.each([
    ['no JSON', '{', 400],
    ['no error', { ...body(), props: { type: 'track', event: 'CONNECT_SUCCESS' } }, 400],
    ['no props', { eventId: '1' }, 400],
    ['too long', { ...body(), extra: 'x'.repeat(200_000) }, 413],
  ])('a body with %s is refused and not counted', async (_, event, status) => {
    const { post, list } = await open(await fresh())
    expect((await post(event)).status).toBe(status)
    expect(await list()).toEqual([])
  })

  test('an address that sends too many is told when to come again', async () => {
    const { post, list } = await open(await fresh(), { perMinute: 3 })
    const statuses = [1, 2, 3, 4].map(() => 0)
    for (const at of statuses.keys()) statuses[at] = (await post()).status
    expect(statuses).toEqual([204, 204, 204, 429])
    expect(Number((await post()).headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await list()).toMatchObject([{ count: 3 }])
  })

  test('without the option nothing is taken, and there is no page', async () => {
    const gateway = createGateway({ port: 0, quiet: true, database: await fresh(), metrics: { port: 0 } })
    const url = await gateway.listen()
    closers.push(() => gateway.close())
    expect((await fetch(`${url}/e`, { method: 'POST', body: JSON.stringify(body()) })).status).toBe(404)
    expect((await fetch(`${gateway.metricsUrl}/errors`)).status).toBe(404)
  })

  test('the operator has a page, on the operator’s address alone, where a hostile text is a text', async () => {
    const { post, page, url } = await open(await fresh())
    expect(await (await page('', 'text/html')).text()).toContain('None has come.')
    await post(body({ message: '<script>alert(1)</script>', type: '"><img src=x>' }))
    const answer = await page('?days=1', 'text/html')
    const text = await answer.text()
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-/)
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).not.toMatch(/<script|<img/)
    expect(text).toContain('<details><summary>Where</summary><pre>at ask (index-BxqbR0cB.js:2:15607)</pre></details>')
    expect((await fetch(`${url}/errors`)).status).toBe(404)
  })

  test('each goes on to an OpenTelemetry collector, which may be away for a while', { timeout: 30_000 }, async () => {
    const got: { path: string | undefined; key: unknown; body: unknown }[] = []
    const answers = [503, 200]
    const collector = createServer((request, response) => {
      let text = ''
      request.on('data', (part: Buffer) => (text += part.toString()))
      request.on('end', () => {
        const status = answers.shift() ?? 200
        if (status === 200) got.push({ path: request.url, key: request.headers['x-key'], body: JSON.parse(text) as unknown })
        response.writeHead(status, { 'content-type': 'application/json' }).end('{}')
      })
    })
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
    closers.push(() => new Promise((resolve) => collector.close(resolve)))
    const otlp = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    const { post, gateway } = await open(await fresh(), { otlp, otlpHeaders: { 'x-key': 'kept' } })
    await post()
    await expect.poll(() => answers.length, { timeout: 9000 }).toBe(1) // the first try was turned away
    await post(body({ type: 'TypeError' }))
    await gateway.close() // sends what is left
    expect(got).toHaveLength(1)
    expect(got[0]).toMatchObject({ path: '/v1/logs', key: 'kept' })
    const records = z
      .object({
        resourceLogs: z.tuple([
          z.object({
            scopeLogs: z.tuple([
              z.object({
                logRecords: z.array(z.looseObject({ attributes: z.array(z.unknown()), timeUnixNano: z.string().regex(/^\d{19}$/) })),
              }),
            ]),
          }),
        ]),
      })
      .parse(got[0]?.body).resourceLogs[0].scopeLogs[0].logRecords
    expect(records.map(({ attributes }) => attributes[1])).toEqual([
      { key: 'exception.type', value: { stringValue: 'HttpStatusError' } },
      { key: 'exception.type', value: { stringValue: 'TypeError' } },
    ])
  })

  test.each<[string, unknown]>([
    ['an unknown field', { day: 3 }],
    ['no days', { days: 0 }],
    ['a collector in the clear', { otlp: 'http://collector.example' }],
    ['a header that is none', { otlpHeaders: { 'x key': 'hidden' } }],
  ])('%s is named at the start, without a value', (_, value) => {
    expect(() => readAnalytics(value)).toThrow(OptionsError)
    expect(() => readAnalytics(value)).not.toThrow(/hidden/)
  })
})
