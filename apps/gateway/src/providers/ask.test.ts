import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bodyLimit, createAsk, posted } from './ask.js'
import { standIn } from './test/standIn.js'

const schema = z.object({ ok: z.boolean() })
const { signal } = new AbortController()

const app = new Hono()
  .get('/good', (context) => context.json({ ok: true, more: 1 }))
  .post('/echo', async (context) => context.json(await context.req.json()))
  .get('/busy', (context) => context.text('', 429, { 'retry-after': '7' }))
  .get('/busy-until', (context) => context.text('', 429, { 'retry-after': new Date(Date.now() + 30_000).toUTCString() }))
  .get('/busy-for-ever', (context) => context.text('', 429, { 'retry-after': '999999' }))
  .get('/busy-somehow', (context) => context.text('', 429))
  .get('/locked', (context) => context.text('', 401))
  .get('/unpaid', (context) => context.text('', 402))
  .get('/wrong', (context) => context.text('', 422))
  .get('/down', (context) => context.text('', 503, { 'retry-after': '2' }))
  .get('/page', (context) => context.html('<title>Sign in</title>'))
  .get('/other', (context) => context.json({ ok: 'yes' }))
  .get('/large', (context) => context.json({ ok: true, pad: 'x'.repeat(bodyLimit) }))

const ask = (path: string, init?: RequestInit) =>
  createAsk({ kind: 'source', fetch: standIn(app) })(
    { url: `http://source.example${path}?key=secret`, signal, ...(init && { init }) },
    schema,
  )

test('reads what was agreed on', async () => {
  expect(await ask('/good')).toEqual({ ok: true })
  expect(await ask('/echo', posted({ ok: false }))).toEqual({ ok: false })
})

test.each([
  ['/busy', { reason: 'rate-limited', retryAfter: 7 }],
  ['/busy-for-ever', { reason: 'rate-limited', retryAfter: 3600 }],
  ['/busy-somehow', { reason: 'rate-limited', retryAfter: 1 }],
  ['/locked', { reason: 'refused' }],
  ['/unpaid', { reason: 'refused' }],
  ['/wrong', { reason: 'refused' }],
  ['/down', { reason: 'unavailable', retryAfter: 2 }],
  ['/nowhere', { reason: 'refused' }],
  ['/page', { reason: 'malformed' }],
  ['/other', { reason: 'malformed' }],
  ['/large', { reason: 'malformed' }],
])('%s is told as what it is, and never with the key', async (path, failure) => {
  const error = await ask(path).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'ProviderError', ...failure })
  expect((error as Error).message).not.toContain('secret')
})

test('a date says when to come back, too', async () => {
  const error = await ask('/busy-until').catch((thrown: unknown) => thrown as { retryAfter: number })
  expect(error).toMatchObject({ reason: 'rate-limited' })
  expect((error as { retryAfter: number }).retryAfter).toBeGreaterThanOrEqual(28)
  expect((error as { retryAfter: number }).retryAfter).toBeLessThanOrEqual(30)
})

test('who has gone gets their own reason', async () => {
  const gone = AbortSignal.abort(new Error('The visitor has left.'))
  const asked = createAsk({ kind: 'source', fetch: standIn(app) })({ url: 'http://source.example/good', signal: gone }, schema)
  await expect(asked).rejects.toThrow('The visitor has left.')
})

test('a source that cannot be reached is unavailable', async () => {
  const nowhere = createAsk({ kind: 'source', fetch: () => Promise.reject(new TypeError('fetch failed')) })
  await expect(nowhere({ url: 'http://source.example', signal }, schema)).rejects.toMatchObject({ reason: 'unavailable' })
})
