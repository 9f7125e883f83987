import { Agent, createServer, request } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { ListenError, OptionsError } from '@portico/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { urlLimit } from './app.js'
import { DataSetError } from './errors.js'
import { createGateway } from './gateway.js'
import { webpSize } from './wallets/image.js'
import { walletAnswer, walletsAnswer } from './wallets/schema.js'

const gateway = createGateway({ port: 0, quiet: true, certified: ['io.metamask', 'com.ledger'] })
const agent = new Agent({ keepAlive: true, maxSockets: 8 })
const urlPort = (): number => Number(new URL(url).port)
let url = ''

beforeAll(async () => {
  url = await gateway.listen()
})
afterAll(async () => {
  agent.destroy()
  await gateway.close()
})

const failure = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string().min(1), problems: z.optional(z.array(z.string())) }),
})

/** A request whose path goes out exactly as it is written. */
function get(path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: urlPort(), path, method, headers, agent }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function list(query = '') {
  const response = await fetch(`${url}/v1/wallets${query && `?${query}`}`)
  expect(response.status).toBe(200)
  const { data, count } = walletsAnswer.parse(await response.json())
  return { data, count, ids: data.map(({ id }) => id) }
}

test('answers forty wallets and how many there are', async () => {
  const { data, count } = await list()
  expect(data).toHaveLength(40)
  expect(count).toBeGreaterThan(500)
  expect(data.map(({ order }) => order)).toEqual(Array.from({ length: 40 }, (_, order) => order))
})

test('all pages together are every wallet once, in the same order each time', async () => {
  const pages = async () => {
    const { count } = await list('entries=100')
    const parts = await Promise.all(Array.from({ length: Math.ceil(count / 100) }, (_, page) => list(`entries=100&page=${page + 1}`)))
    return { count, ids: parts.flatMap(({ ids }) => ids) }
  }
  const { count, ids } = await pages()
  expect(new Set(ids).size).toBe(count)
  expect((await pages()).ids).toEqual(ids)
  expect((await list('page=1000')).ids).toEqual([])
})

test('finds wallets by a part of their name and by their reverse domain name', async () => {
  expect((await list('search=meta')).ids[0]).toBe('io.metamask')
  expect((await list('search=M%C3%89TAM%C3%A1sk')).ids).toContain('io.metamask')
  expect((await list('search=io.rabby')).ids).toEqual(['io.rabby'])
  expect(await list('search=no%20such%20wallet')).toMatchObject({ data: [], count: 0 })
})

test('filters by chains, ids, reverse domain names, platform and badge, one within the other', async () => {
  const solana = await list('chains=solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp&entries=100')
  expect(solana.ids).toEqual(expect.arrayContaining(['app.phantom', 'ag.jup']))
  const knowing = solana.data.filter(({ chains }) => chains.includes('solana'))
  expect(solana.data.slice(0, knowing.length)).toEqual(knowing) // those of which nothing is known come after them
  expect(solana.data.slice(knowing.length).every(({ chains }) => chains.length === 0)).toBe(true)
  expect((await list('chains=bip122')).ids).toContain('app.xverse')
  expect((await list('chains=eip155:1&search=xverse')).count).toBe(0)

  expect((await list('include=com.ledger,io.metamask')).ids).toEqual(['com.ledger', 'io.metamask'])
  const { ids } = await list('entries=4')
  expect((await list(`exclude=${ids.join(',')}&entries=4`)).ids).toEqual((await list('entries=4&page=2')).ids)
  expect((await list('rdns=IO.METAMASK,app.phantom')).ids).toEqual(['app.phantom', 'io.metamask'])

  const fields = { ios: 'app_store', android: 'play_store', desktop: 'desktop_link', web: 'webapp_link' } as const
  for (const [platform, field] of Object.entries(fields)) {
    const { data, count } = await list(`platform=${platform}&entries=100`)
    expect(count).toBeGreaterThan(10)
    if (platform === 'desktop' || platform === 'web') expect(data.every((wallet) => wallet[field] !== null)).toBe(true)
  }
  expect((await list('platform=browser&search=rabby')).count).toBe(1)
  const certified = await list('badge=certified&st=portico&sv=html-core-1.0.0&projectId=site')
  expect(certified.ids).toEqual(['com.ledger', 'io.metamask'])
  expect(certified.data.every(({ badge_type }) => badge_type === 'certified')).toBe(true)
})

test('answers one wallet, and says so when there is none', async () => {
  const one = await fetch(`${url}/v1/wallets/io.metamask`)
  expect(walletAnswer.parse(await one.json()).data).toMatchObject({
    id: 'io.metamask',
    name: 'MetaMask',
    mobile_link: 'metamask://',
  })
  for (const path of ['/v1/wallets/io.nobody', '/v1/wallets/io.nobody/image', '/v1/wallets/__proto__', '/v1/wallets/..%2fwallets.json']) {
    const { status, body } = await get(path)
    expect(status, path).toBe(404)
    expect(failure.parse(JSON.parse(body.toString())).error.code).toBe('unknown-wallet')
  }
  expect((await get('/v1/other')).status).toBe(404)
  const unreadable = await get('/\\')
  expect(unreadable).toMatchObject({ status: 400, headers: { 'access-control-allow-origin': '*' } })
  expect(failure.parse(JSON.parse(unreadable.body.toString())).error.code).toBe('bad-request')
})

test('serves every picture that it lists, for ever under an address that names its version, for a day without', async () => {
  const { data } = await list('entries=100&page=3')
  const pictures = data.flatMap(({ image_url }) => image_url ?? [])
  expect(pictures.length).toBeGreaterThan(90)
  for (const path of pictures) {
    const response = await fetch(url + path)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(webpSize(new Uint8Array(await response.arrayBuffer()))).toEqual({ width: 128, height: 128 })
  }
  for (const path of ['/v1/wallets/io.metamask/image', '/v1/wallets/io.metamask/image?v=0123456789abcdef']) {
    expect((await get(path)).headers).toMatchObject({ 'cache-control': 'public, max-age=86400' })
  }
})

test.each(['/v1/wallets', '/v1/wallets?search=ledger', '/v1/wallets/io.metamask', '/v1/wallets/io.metamask/image'])(
  '%s has an ETag, and 304 for who has it already',
  async (path) => {
    const first = await get(path)
    const etag = z.string().parse(first.headers['etag'])
    expect(etag).toMatch(/^W\/"[\w-]{16,27}"$/)
    for (const header of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await get(path, { headers: { 'if-none-match': header } })
      expect(again, header).toMatchObject({ status: 304, headers: { etag, 'cache-control': first.headers['cache-control'] } })
      expect(again.body).toHaveLength(0)
    }
    const changed = await get(path, { headers: { 'if-none-match': '"other", W/"another' } })
    expect(changed).toMatchObject({ status: 200, headers: { etag } })
    expect(changed.body.equals(first.body)).toBe(true)
  },
)

test('compresses lists for who takes it, says that it does, and leaves pictures alone', async () => {
  const plain = await get('/v1/wallets')
  for (const [offer, coding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const packed = await get('/v1/wallets', { headers: { 'accept-encoding': offer } })
    expect(packed.headers).toMatchObject({ 'content-encoding': coding, vary: 'Accept-Encoding', etag: plain.headers['etag'] })
    expect(packed.body.length).toBeLessThan(plain.body.length / 3)
    expect(unpack(packed.body).equals(plain.body)).toBe(true)
  }
  const image = await get('/v1/wallets/io.metamask/image', { headers: { 'accept-encoding': 'gzip' } })
  expect(image.headers).not.toHaveProperty('content-encoding')
})

test('answers any origin, and its preflight', async () => {
  const headers = { origin: 'https://shop.example' }
  const { headers: answered } = await get('/v1/wallets', { headers })
  expect(answered).toMatchObject({ 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag,Retry-After' })
  expect((await get('/v1/wallets?page=0', { headers })).headers).toMatchObject({ 'access-control-allow-origin': '*' })
  const preflight = await get('/v1/wallets', {
    method: 'OPTIONS',
    headers: { ...headers, 'access-control-request-method': 'GET' },
  })
  expect(preflight).toMatchObject({
    status: 204,
    headers: { 'access-control-allow-methods': 'GET,HEAD,POST', 'access-control-max-age': '86400' },
  })
})

test('HEAD has the headers without the body, and other methods are refused', async () => {
  const head = await get('/v1/wallets', { method: 'HEAD' })
  expect(head).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } })
  expect(head.body).toHaveLength(0)
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
    expect(await get('/v1/wallets', { method }), method).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } })
  }
})

test('says what is wrong with a query, for a reader', async () => {
  const { status, headers, body } = await get('/v1/wallets?page=0&search=a')
  expect({ status, cache: headers['cache-control'] }).toEqual({ status: 400, cache: 'no-store' })
  expect(failure.parse(JSON.parse(body.toString())).error).toEqual({
    code: 'invalid-query',
    message: 'page must be a whole number from 1 to 1000; search must have at least 2 characters.',
    problems: ['page must be a whole number from 1 to 1000', 'search must have at least 2 characters'],
  })
})

test('an address that is too long is refused before it is read', async () => {
  expect((await get(`/v1/wallets?x=${'a'.repeat(urlLimit)}`)).status).toBe(414)
  expect((await get(`/v1/wallets?x=${'a'.repeat(20_000)}`)).status).toBe(431)
})

test('tells a balancer that it is well', async () => {
  const { status, headers, body } = await get('/healthz')
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(JSON.parse(body.toString())).toEqual({ status: 'ok', wallets: (await list()).count })
})

test('tells a balancer that a database is away', async () => {
  // Nobody listens there.
  const away = 'postgres://portico@127.0.0.1:1/portico'
  const chains = [{ id: 'eip155:1', name: 'One', rpc: ['https://node.example'], native: { name: 'Ether', symbol: 'ETH', decimals: 18 } }]
  const siwx = {
    origins: ['https://shop.example'],
    chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    publicUrl: 'https://api.shop.example',
    keys: [{ id: 'a', bytes: new Uint8Array(32).fill(7) }],
  }
  for (const [options, status] of [
    [{ chains, database: away }, 503],
    [{ siwx: { ...siwx, database: away } }, 503],
    [{ chains, database: ':memory:', siwx: { ...siwx, database: ':memory:' } }, 200],
  ] as const) {
    const { app, close } = createGateway({ quiet: true, ...options })
    expect((await app.request('/healthz')).status).toBe(status)
    await close()
  }
})

test('pictures are where browsers know the gateway, also below the path that a proxy has it under', async () => {
  const chain = 'bip122:000000000019d6689c085ae165831e93'
  const native = { name: 'Bitcoin', symbol: 'BTC', decimals: 8, iconUrl: 'https://icons.example/btc.png' }
  const sums = { funded_txo_sum: 5, spent_txo_sum: 0 }
  const node = createServer((_, response) => void response.end(JSON.stringify({ chain_stats: sums, mempool_stats: sums })))
  await new Promise<void>((resolve) => void node.listen(0, '127.0.0.1', resolve))
  const at = node.address()
  const rpc = [`http://127.0.0.1:${typeof at === 'object' && at ? at.port : 0}`]
  for (const [publicUrl, expected] of [
    ['https://shop.example/gateway/', /^https:\/\/shop\.example\/gateway\/v1\/pictures\/\w+$/],
    ['https://api.shop.example', /^https:\/\/api\.shop\.example\/v1\/pictures\/\w+$/],
    [undefined, /^\/v1\/pictures\/\w+$/],
  ] as const) {
    const { app, close } = createGateway({
      quiet: true,
      database: ':memory:',
      chains: [{ id: chain, name: 'Bitcoin', rpc, native }],
      ...(publicUrl !== undefined && { publicUrl }),
    })
    const answer = await app.request(`/v1/account/bc1q0xcqpzrky6eff2g52qdye53xkk9jxkvrh6yhyw/balance?chainId=${chain}&currency=usd`)
    expect(await answer.json()).toMatchObject({ balances: [{ symbol: 'BTC', iconUrl: expect.stringMatching(expected) }] })
    await close()
  }
  node.close()
  for (const publicUrl of ['shop.example', 'ftp://shop.example', 'https://shop.example/?a', 'https://shop.example/#a'])
    expect(() => createGateway({ quiet: true, database: ':memory:', publicUrl })).toThrow(/publicUrl/)
})

test('10,000 malformed requests: each has a typed answer, none is a failure of the server', { timeout: 120_000 }, async () => {
  const printable = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    maxLength: 40,
  })
  const encoded = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => encodeURIComponent(text))
  const name = fc.constantFrom(
    'page',
    'entries',
    'search',
    'chains',
    'include',
    'first',
    'exclude',
    'rdns',
    'platform',
    'badge',
    'projectId',
    '__proto__',
  )
  const value = fc.oneof(
    printable,
    encoded,
    fc.constantFrom('%', '%zz', '%E0%A4', '%00', '1e9', '-1', 'NaN', '1', 'eip155:1', ',,,', 'ios'),
  )
  const query = fc.array(fc.tuple(name, value), { maxLength: 5 }).map((pairs) => `?${pairs.map((pair) => pair.join('=')).join('&')}`)
  const path = fc.oneof(
    query.map((search) => `/v1/wallets${search}`),
    fc.tuple(fc.oneof(printable, encoded), query).map(([id, search]) => `/v1/wallets/${id}${search}`),
    fc.tuple(fc.oneof(printable, encoded)).map(([id]) => `/v1/wallets/${id}/image`),
    printable.map((rest) => `/${rest}`),
  )
  const method = fc.constantFrom('GET', 'GET', 'GET', 'GET', 'HEAD', 'POST')
  const headers = fc.record({ 'if-none-match': printable, 'accept-encoding': printable }, { requiredKeys: [], noNullPrototype: true })
  const seen = new Map<number, number>()
  const one = fc.asyncProperty(fc.array(fc.tuple(path, method, headers), { minLength: 50, maxLength: 50 }), async (requests) => {
    const answers = await Promise.all(requests.map(([to, by, head]) => get(to, { method: by, headers: head })))
    for (const [at, { status, body }] of answers.entries()) {
      seen.set(status, (seen.get(status) ?? 0) + 1)
      expect([200, 304, 400, 404, 405], JSON.stringify(requests[at])).toContain(status)
      if (status < 400 || requests[at]?.[1] === 'HEAD') continue
      failure.parse(JSON.parse(body.toString()))
    }
  })
  await fc.assert(one, { numRuns: 200 })
  expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(10_000)
  for (const status of [200, 400, 404, 405]) expect(seen.get(status), String(status)).toBeGreaterThan(10)
  expect((await get('/healthz')).status).toBe(200)
})

test('garbage instead of HTTP harms nobody', async () => {
  const garbage = [
    '\r\n\r\n',
    'GET\r\n\r\n',
    'GET /v1/wallets HTTP/9.9\r\n\r\n',
    '\u0000\u0001\u0002\r\n\r\n',
    'GET //[ HTTP/1.1\r\nhost: [\r\n\r\n',
  ]
  const hosts = ['', 'a b', '[::', 'x:99999', '\\', '%', '@', '?#']
  const lines = [...garbage, ...hosts.map((host) => `GET /v1/wallets?page=1 HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)]
  for (const line of lines) {
    const answer = await new Promise<string>((resolve) => {
      const parts: Buffer[] = []
      const socket = connect(urlPort(), '127.0.0.1', () => socket.end(line))
      socket.on('data', (part: Buffer) => parts.push(part))
      socket.on('error', () => {})
      socket.on('close', () => resolve(Buffer.concat(parts).toString('latin1')))
    })
    expect(answer, JSON.stringify(line)).not.toMatch(/^HTTP\/1\.1 5/)
  }
  expect((await get('/healthz')).status).toBe(200)
})

test('a port that is taken, and options that are none, are named', async () => {
  const second = createGateway({ port: urlPort(), quiet: true })
  await expect(second.listen()).rejects.toThrow(ListenError)
  await second.close()
  expect(() => createGateway({ port: 70_000 })).toThrow(OptionsError)
  expect(() => createGateway({ certified: ['io.nobody'] })).toThrow('certified names wallets that are not listed: io.nobody')
  expect(() => createGateway({ data: '/nowhere' })).toThrow(DataSetError)
})

test('closing waits for no idle connection, and not for ever for one that never ends its request', {
  timeout: 20_000,
}, async () => {
  const other = createGateway({ port: 0, quiet: true })
  const port = Number(new URL(await other.listen()).port)
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /v1/wallets HTTP/1.1\r\nhost: a'))
  await new Promise((resolve) => socket.once('connect', resolve))
  const cut = new Promise((resolve) => socket.once('close', resolve).on('error', () => {}))
  const from = performance.now()
  await other.close()
  await cut
  expect(performance.now() - from).toBeLessThan(10_000)
  expect((await other.app.request('/healthz')).status).toBe(503)

  const idle = createGateway({ port: 0, quiet: true })
  const answered = await fetch(`${await idle.listen()}/healthz`)
  await answered.arrayBuffer()
  const again = performance.now()
  await idle.close()
  expect(performance.now() - again).toBeLessThan(2000)
})

test('what a route takes by POST is let through to it', async () => {
  const paths = gateway.app.routes
    .filter(({ method, path }) => method === 'POST' && !path.startsWith('/v1/profile'))
    .map(({ path }) => path)
  expect(paths).toContain('/v1/convert/trades')
  for (const path of paths) {
    const { status } = await fetch(`${url}${path.replaceAll(/:\w+/g, '1')}`, { method: 'POST', body: '{}' })
    expect(status, path).not.toBe(405)
  }
})

test('a body that is nested deeper than anything reads is refused, and is no failure of the server', async () => {
  const chains = [{ id: 'eip155:1', name: 'One', rpc: ['https://node.example'], native: { name: 'Ether', symbol: 'ETH', decimals: 18 } }]
  const { app, close } = createGateway({ quiet: true, chains, database: ':memory:' })
  const params = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const body = `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${params}}`
  const response = await app.request('/v1/?chainId=eip155:1', { method: 'POST', body })
  expect(response.status).toBe(400)
  await close()
})
