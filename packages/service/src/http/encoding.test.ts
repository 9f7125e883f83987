import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { codingFor, compressed, createPack } from './encoding.js'

test('takes the coding that weighs more in Accept-Encoding, and Brotli of two that weigh the same', () => {
  for (const header of ['br', 'gzip, deflate, br, zstd', 'BR', '*', 'gzip;q=0.5, br;q=0.5', 'gzip;q=0.1, *;q=0.5', 'deflate, *'])
    expect(codingFor(header), header).toBe('br')
  for (const header of ['gzip', 'br;q=0, GZIP;q=0.1', 'br;q=0.5, gzip', 'br;q=0, *', 'gzip;q=1.0, br;q=0.9'])
    expect(codingFor(header), header).toBe('gzip')
  for (const header of [undefined, '', 'identity', 'gzip;q=0', 'gzip; q=0.000, br;q=0', '*;q=0', 'xgzip', 'br;q=high'])
    expect(codingFor(header), header).toBeUndefined()
})

test('packs a version once for each coding, and forgets the one that was not asked for the longest', async () => {
  const pack = createPack({ kept: 3 })
  const [a, b] = await Promise.all([pack('a', 'gzip', () => 'one'), pack('b', 'br', () => 'two')])
  expect(gunzipSync(a).toString()).toBe('one')
  expect(brotliDecompressSync(b).toString()).toBe('two')
  expect(brotliDecompressSync(await pack('a', 'br', () => 'one')).toString()).toBe('one')
  expect(await pack('a', 'gzip', () => 'one')).toBe(a)
  await pack('c', 'br', () => 'three')
  expect(await pack('a', 'gzip', () => 'one')).toBe(a)
  expect(await pack('b', 'br', () => 'two')).not.toBe(b)
})

const long = JSON.stringify(Array.from({ length: 100 }, (_, index) => ({ index, name: 'a token of many' })))
const app = new Hono()
app.use('/lists/*', compressed())
app.get('/lists/long', (context) => context.body(long, 200, { 'content-type': 'application/json', 'content-length': String(long.length) }))
app.get('/lists/short', (context) => context.json({ short: true }))
app.get('/lists/picture', (context) => context.body('x'.repeat(2000), 200, { 'content-type': 'image/webp' }))
app.get('/lists/nothing', (context) => context.body(null, 304))
app.get('/lists/missing', (context) => context.json({ error: 'x'.repeat(2000) }, 404, { vary: 'Origin' }))
app.get('/secrets', (context) => context.body(long, 200, { 'content-type': 'application/json' }))
const get = (path: string, offer = 'gzip, deflate, br') => app.request(path, { headers: { 'accept-encoding': offer } })

test('compresses text of 1 kB or more for who takes it, and says so', async () => {
  const answer = await get('/lists/long')
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'application/json',
    'content-encoding': 'br',
    vary: 'Accept-Encoding',
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(bytes.length).toBeLessThan(long.length / 5)
  expect(brotliDecompressSync(bytes).toString()).toBe(long)
  expect(gunzipSync(new Uint8Array(await (await get('/lists/long', 'gzip')).arrayBuffer())).toString()).toBe(long)
  const plain = await get('/lists/long', 'identity')
  expect(plain.headers.get('content-encoding')).toBeNull()
  // A cache must not hand either to who takes the other.
  expect(plain.headers.get('vary')).toBe('Accept-Encoding')
  expect(await plain.text()).toBe(long)
  const missing = await get('/lists/missing')
  expect([missing.status, missing.headers.get('content-encoding'), missing.headers.get('vary')]).toEqual([
    404,
    'br',
    'Origin, Accept-Encoding',
  ])
})

test('leaves alone what is short, no text, empty, or on a route that does not ask for it', async () => {
  for (const path of ['/lists/short', '/lists/picture', '/lists/nothing', '/secrets']) {
    const answer = await get(path)
    expect(answer.headers.get('content-encoding'), path).toBeNull()
    if (path === '/secrets') expect(await answer.text()).toBe(long)
  }
})
