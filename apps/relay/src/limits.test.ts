import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { connect as connectTcp } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { connect, randomTopic } from './test/client.js'
import { createRelays } from './test/relays.js'
import { seedOf, tokenFor } from './test/token.js'

const relays = createRelays()
afterEach(() => relays.stop())

test('refuses an upgrade with 401 and a short reason', async () => {
  const { url } = await relays.start()
  const refused = (token: string) => connect(url, { token })
  await expect(refused('')).rejects.toThrow('401 token missing')
  await expect(refused('nonsense')).rejects.toThrow('401 token malformed')
  await expect(connect(url, { audience: 'wss://another.example' })).rejects.toThrow('401 token audience')
  await expect(refused(tokenFor(seedOf(0), url, { claims: { exp: 1 } }))).rejects.toThrow('401 token expired')
  await expect(refused(tokenFor(seedOf(0), url, { claims: { exp: 4_000_000_000 } }))).rejects.toThrow('401 token life')
  const stolen = tokenFor(seedOf(0), url, { claims: { iss: 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK' } })
  await expect(refused(stolen)).rejects.toThrow('401 token signature')
})

test('turns away with 3000 who comes with another project id, or from a page elsewhere, where it is told whom to take', async () => {
  const { url, stats } = await relays.start({
    projectIds: ['shop'],
    origins: ['https://shop.example'],
    limits: { connectionsPerAddress: 3 },
  })
  const shop = { projectId: 'shop', headers: { origin: 'https://shop.example' } }
  const closeOf = async (...given: Parameters<typeof connect>) => await (await connect(...given)).closed
  for (let round = 0; round < 4; round++) {
    expect(await closeOf(url, { ...shop, projectId: 'other' })).toEqual({ code: 3000, reason: 'project not allowed' })
    for (const origin of ['https://shop.example.evil.example', 'http://shop.example', 'null', 'https://SHOP.example/'])
      expect(await closeOf(url, { ...shop, headers: { origin } })).toEqual({ code: 3000, reason: 'origin not allowed' })
  }
  const page = await connect(url, shop)
  // A wallet is no page, and says nothing of where it is.
  const wallet = await connect(url, { projectId: 'shop', key: 1 })
  const topic = randomTopic()
  await wallet.subscribe(topic)
  await page.publish(topic, 'hello')
  await wallet.received(1)
  expect(stats()).toMatchObject({ connections: 2, refused: 20 })
})

test('accepts the public URLs it is given, with their paths, and no longer its own', async () => {
  const publicUrls = ['wss://relay.example.com', 'wss://example.com/relay']
  const { url } = await relays.start({ publicUrls })
  for (const audience of publicUrls) await connect(url, { audience })
  await expect(connect(url)).rejects.toThrow('401 token audience')
  const open = (path: string) => {
    const socket = new WebSocket(`${url}${path}?auth=${tokenFor(seedOf(0), 'wss://example.com/relay')}`)
    return new Promise((resolve) => {
      socket.once('open', () => resolve('open'))
      socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode))
      socket.on('error', () => {})
    })
  }
  expect(await open('/relay')).toBe('open')
  expect(await open('/elsewhere')).toBe(404)
})

test('answers over HTTP its health, on an address of its own its numbers, and nothing else', async () => {
  const relay = await relays.start({ metrics: { port: 0 } })
  const client = await connect(relay.url)
  await client.publish(randomTopic(), 'hello')
  const http = relay.url.replace('ws:', 'http:')
  const health = await fetch(`${http}/healthz`)
  expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
  const metrics = await fetch(`${relay.metricsUrl}/metrics`)
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await metrics.text()
  for (const line of [
    'portico_relay_connections 1',
    'portico_relay_published_total{outcome="stored"} 1',
    'portico_relay_requests_total{method="irn_publish",outcome="ok"} 1',
    'portico_relay_publish_seconds_count 1',
  ])
    expect(text.split('\n')).toContain(line)
  // Each series is declared, and each line is one that Prometheus reads.
  for (const line of text.trim().split('\n')) expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? -?[\d.e+-]+)$/)
  for (const [path, method] of [
    ['/', 'GET'],
    ['/metrics', 'GET'],
    ['/metrics/x', 'GET'],
    ['/healthz', 'POST'],
    ['/x'.repeat(2000), 'GET'],
  ] as const)
    expect((await fetch(`${http}${path}`, { method })).status).toBe(404)
})

test('S40: nobody who reaches the relay reads its numbers; without an address of their own they are told nowhere', async () => {
  const [told, untold] = [await relays.start({ metrics: { port: 0 } }), await relays.start()]
  const metricsUrl = told.metricsUrl ?? ''
  expect(new URL(metricsUrl).hostname).toBe('127.0.0.1')
  expect(untold.metricsUrl).toBeUndefined()
  for (const { url } of [told, untold]) {
    const http = url.replace('ws:', 'http:')
    for (const path of ['/metrics', '//metrics', '/metrics/', '/METRICS', '/%6detrics', '/x/../metrics', '/metrics?x', '/healthz/metrics'])
      expect([path, (await fetch(http + path)).status]).toEqual([path, 404])
    expect(await (await fetch(`${http}/healthz`)).text()).not.toContain('portico_relay')
  }
  expect((await fetch(`${metricsUrl}/healthz`)).status).toBe(404)
  await told.stop()
  await expect(fetch(`${metricsUrl}/metrics`)).rejects.toThrow()
})

test('R9: a client that sends its request line and headers in drips, or nothing at all, is cut off after 10 s', {
  timeout: 30_000,
}, async () => {
  const relay = await relays.start()
  const { hostname, port } = new URL(relay.url)
  const cutAfter = async (first: string, drip: string): Promise<number> => {
    const from = performance.now()
    const socket = connectTcp(Number(port), hostname)
    socket.on('error', () => {})
    socket.resume()
    await once(socket, 'connect')
    if (first) socket.write(first)
    const dripping = drip && setInterval(() => socket.write(drip), 500)
    await once(socket, 'close')
    if (dripping) clearInterval(dripping)
    return performance.now() - from
  }
  const head = 'GET /?auth=x HTTP/1.1\r\nHost: relay\r\n'
  const times = await Promise.all([
    cutAfter('', ''),
    cutAfter('G', ''),
    cutAfter(head, ''),
    cutAfter(head, 'X-A: b\r\n'),
    cutAfter(`${head}Upgrade: websocket\r\nConnection: Upgrade\r\n`, 'X'),
  ])
  for (const time of times) expect(time).toBeLessThan(12_000)
})

test('names the parameter that is wrong and does not repeat what it holds', async () => {
  const { url } = await relays.start()
  const client = await connect(url)
  const topic = randomTopic()
  const good = { topic, message: 'canary', ttl: 300, tag: 1108 }
  const wrong: [string, unknown, string][] = [
    ['irn_publish', { ...good, topic: 'canary' }, 'topic'],
    ['irn_publish', { ...good, topic: topic.toUpperCase().replace(/\d/g, 'A') }, 'topic'],
    ['irn_publish', { ...good, message: '' }, 'message'],
    ['irn_publish', { ...good, message: { canary: 1 } }, 'message'],
    ['irn_publish', { ...good, ttl: 0 }, 'ttl'],
    ['irn_publish', { ...good, ttl: 1.5 }, 'ttl'],
    ['irn_publish', { ...good, ttl: '300' }, 'ttl'],
    ['irn_publish', { ...good, tag: -1 }, 'tag'],
    ['irn_publish', { ...good, attestation: 5 }, 'attestation'],
    ['irn_publish', undefined, ''],
    ['irn_publish', [topic, 'canary'], ''],
    ['irn_subscribe', {}, 'topic'],
    ['irn_batchSubscribe', { topics: [] }, 'topics'],
    ['irn_batchSubscribe', { topics: [topic, 'canary'] }, 'topics.1'],
    ['wc_proposeSession', { pairingTopic: topic }, 'sessionProposal'],
    ['wc_approveSession', { sessionTopic: topic }, 'pairingTopic'],
  ]
  for (const [method, params, path] of wrong) {
    const error = await client.refused(method, params)
    expect(error).toMatchObject({ code: -32602, data: { reason: 'invalid-params', path } })
    expect(JSON.stringify(error)).not.toContain('canary')
  }
  expect(await client.refused('irn_receive', {})).toMatchObject({ code: -32601, data: { reason: 'method-not-found' } })
  expect(await client.refused('constructor', {})).toMatchObject({ code: -32601 })
})

test('limits a message, a batch, and the topics of a client over all its connections', async () => {
  const { url } = await relays.start({ limits: { messageBytes: 1000, batchTopics: 5, topicsPerClient: 8 } })
  const [one, two] = [await connect(url), await connect(url)]
  const topics = Array.from({ length: 20 }, randomTopic)
  const topic = topics[0] ?? ''
  expect(await one.publish(topic, 'a'.repeat(1000))).toBe(true)
  const large = { topic, message: 'é'.repeat(501), ttl: 60, tag: 1 }
  expect(await one.refused('irn_publish', large)).toMatchObject({
    code: -32011,
    data: { reason: 'message-too-large', limit: 1000 },
  })
  const sessionProposal = 'a'.repeat(1001)
  expect(await one.refused('wc_proposeSession', { pairingTopic: topic, sessionProposal })).toMatchObject({ code: -32011 })

  const messages = topics.map((name) => ({ topic: name, message: 'x', ttl: 60 }))
  expect(await one.refused('irn_batchPublish', { messages })).toMatchObject({ code: -32012 })
  expect(await one.refused('irn_batchUnsubscribe', { subscriptions: messages })).toMatchObject({ code: -32012 })
  for (const method of ['irn_batchSubscribe', 'irn_batchFetchMessages'])
    expect(await one.refused(method, { topics: topics.slice(0, 6) })).toMatchObject({ code: -32012, data: { limit: 5 } })
  await one.subscribe(...topics.slice(0, 5))
  await two.subscribe(...topics.slice(5, 8))
  expect(await two.refused('irn_subscribe', { topic: topics[9] })).toMatchObject({
    code: -32013,
    data: { reason: 'too-many-topics', limit: 8 },
  })
  expect(await one.refused('irn_batchSubscribe', { topics: topics.slice(3, 7) })).toMatchObject({ code: -32013 })
  // One that it has already costs nothing, and one that it gives back is free again.
  await one.subscribe(...topics.slice(0, 5))
  await one.request('irn_unsubscribe', { topic })
  await two.subscribe(topics[9] ?? '')
  await one.close()
  await expect
    .poll(() =>
      two.subscribe(...topics.slice(10, 14)).then(
        () => 'in',
        () => 'out',
      ),
    )
    .toBe('in')
})

test('limits the requests of a connection', async () => {
  const { url } = await relays.start({ limits: { requestBurst: 10, requestsPerSecond: 100 } })
  const client = await connect(url)
  const all = await Promise.allSettled(Array.from({ length: 50 }, () => client.request('irn_unsubscribe', { topic: randomTopic() })))
  const refused = all.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(20)
  expect(refused[0]).toMatchObject({ reason: { failure: { code: -32005, data: { reason: 'rate-limited' } } } })
  await sleep(100)
  expect(await client.request('irn_unsubscribe', { topic: randomTopic() })).toBe(true)
})

test.each([
  ['irn_batchFetchMessages', (topics: string[]) => ({ topics })],
  ['irn_batchSubscribe', (topics: string[]) => ({ topics })],
  ['irn_batchUnsubscribe', (topics: string[]) => ({ subscriptions: topics.map((topic) => ({ topic, id: topic })) })],
])('counts %s by its topics, ten of them as a request', async (method, paramsOf) => {
  const { url } = await relays.start({ limits: { requestBurst: 100, requestsPerSecond: 1 } })
  const client = await connect(url)
  const topics = Array.from({ length: 300 }, randomTopic)
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => client.request(method, paramsOf(topics))))
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  expect(all.at(-1)).toMatchObject({ reason: { failure: { code: -32005, data: { reason: 'rate-limited' } } } })
  // One that is larger than all that may come at once waits for all of it, and not for ever.
  const patient = await relays.start({ limits: { requestBurst: 10, requestsPerSecond: 100 } })
  const other = await connect(patient.url)
  await other.request(method, paramsOf(topics))
  await sleep(150)
  await other.request(method, paramsOf(topics))
})

test('limits the connections of the process, and is well again when one ends', async () => {
  const { url } = await relays.start({ limits: { connections: 3 } })
  const clients = [await connect(url), await connect(url), await connect(url)]
  await expect(connect(url)).rejects.toThrow('503 no room')
  await clients[0]?.close()
  await expect
    .poll(() =>
      connect(url).then(
        () => 'in',
        () => 'out',
      ),
    )
    .toBe('in')
})

test('closes a connection whose frame is too large (1009), binary (1003) or not JSON-RPC too often (1008)', async () => {
  const relay = await relays.start({ limits: { messageBytes: 1000, malformedFrames: 5 } })
  const large = await connect(relay.url)
  large.socket.send('a'.repeat(2000 + 65_537))
  expect(await large.closed).toMatchObject({ code: 1009 })
  const binary = await connect(relay.url)
  binary.socket.send(Buffer.from('{}'))
  expect(await binary.closed).toMatchObject({ code: 1003 })
  const malformed = await connect(relay.url)
  for (let i = 0; i < 5; i++) malformed.socket.send('{')
  expect(await malformed.closed).toMatchObject({ code: 1008 })
  expect(malformed.frames).toHaveLength(5)
  expect(JSON.parse(malformed.frames[0] ?? '')).toEqual({
    id: null,
    jsonrpc: '2.0',
    error: { code: -32700, message: 'The frame is not JSON.', data: { reason: 'parse-error' } },
  })
  expect(await connect(relay.url).then((client) => client.subscribe(randomTopic()))).toEqual(expect.any(String))
})

test('drops a client that does not read, with a bound on what it holds for it, and keeps its messages', async () => {
  const messageBytes = 100_000
  const limits = { messageBytes, bufferedBytes: 500_000, slowReaderMs: 400, mailboxMessages: 2000, mailboxBytes: 1e9 }
  const relay = await relays.start({ limits: { ...limits, publishBurst: 2000 } })
  const [dapp, wallet] = [await connect(relay.url, { key: 0 }), await connect(relay.url, { key: 1, acknowledges: false })]
  const topic = randomTopic()
  await wallet.subscribe(topic)
  wallet.socket.pause()
  for (let i = 0; i < 200; i++) await dapp.publish(topic, `${i} ${'x'.repeat(messageBytes - 10)}`)
  await expect.poll(() => relay.stats().slow).toBe(1)
  // What the kernel took and 0.5 MB; not 20 MB.
  expect(relay.stats().delivered * messageBytes).toBeLessThan(15e6)
  wallet.socket.terminate()

  const back = await connect(relay.url, { key: 1 })
  await back.subscribe(topic)
  const all = await back.received(200)
  expect(all.map(({ message }) => Number(message.split(' ')[0]))).toEqual(Array.from({ length: 200 }, (_, index) => index))
})

test('lets a slow client go on where it was', async () => {
  const limits = { messageBytes: 100_000, bufferedBytes: 300_000, slowReaderMs: 5000, mailboxBytes: 1e9 }
  const relay = await relays.start({ limits })
  const [dapp, wallet] = [await connect(relay.url, { key: 0 }), await connect(relay.url, { key: 1 })]
  const topic = randomTopic()
  await wallet.subscribe(topic)
  wallet.socket.pause()
  for (let i = 0; i < 200; i++) await dapp.publish(topic, `${i} ${'x'.repeat(99_000)}`)
  expect(relay.stats().delivered).toBeLessThan(150)
  wallet.socket.resume()
  const all = await wallet.received(200)
  expect(all.map(({ message }) => Number(message.split(' ')[0]))).toEqual(Array.from({ length: 200 }, (_, index) => index))
  expect(relay.stats().slow).toBe(0)
})

test('stops reading a client that asks and does not listen', async () => {
  const relay = await relays.start({ metrics: { port: 0 }, limits: { bufferedBytes: 200_000, slowReaderMs: 4000, requestBurst: 1e6 } })
  const client = await connect(relay.url)
  client.socket.pause()
  const topics = Array.from({ length: 500 }, () => 'ab'.repeat(32))
  const ask = (id: number) => JSON.stringify({ id, jsonrpc: '2.0', method: 'irn_batchSubscribe', params: { topics } })
  for (let id = 0; id < 2000; id++) client.socket.send(ask(id))
  await expect.poll(() => relay.stats().slow).toBe(1)
  const metrics = await (await fetch(`${relay.metricsUrl}/metrics`)).text()
  const total = (name: string) => Number(new RegExp(`^portico_relay_${name}_bytes_total (\\d+)$`, 'm').exec(metrics)?.[1])
  // Of 68 MB that were sent, and as much that was asked for: what the kernel took, and a little.
  expect(total('sent')).toBeLessThan(20e6)
  expect(total('received')).toBeLessThan(20e6)
})

test('pings, and ends a connection that does not answer', async () => {
  const relay = await relays.start({ pingMs: 50 })
  const [well, dead] = [await connect(relay.url), await connect(relay.url)]
  const pings: number[] = []
  well.socket.on('ping', () => pings.push(Date.now()))
  dead.socket.pause()
  await expect.poll(() => relay.stats().connections).toBe(1)
  await expect.poll(() => pings.length).toBeGreaterThan(5)
  expect(well.socket.readyState).toBe(WebSocket.OPEN)
  dead.socket.terminate()
})

test('answers a request that is no WebSocket upgrade after all, and goes on', async () => {
  const relay = await relays.start()
  const target = new URL(relay.url)
  const send = async (headers: Record<string, string>) => {
    const request = httpRequest({
      host: target.hostname,
      port: target.port,
      path: `/?auth=${tokenFor(seedOf(0), relay.url)}`,
      headers,
    })
    request.on('error', () => {})
    request.end()
    const [response] = await once(request, 'response')
    return response.statusCode
  }
  expect(await send({ Connection: 'Upgrade', Upgrade: 'websocket' })).toBe(400)
  expect(await send({ Connection: 'Upgrade', Upgrade: 'h2c' })).toBe(400)
  await connect(relay.url)
  await expect.poll(() => relay.stats().connections).toBe(1)
})
