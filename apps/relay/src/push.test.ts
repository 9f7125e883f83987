import { createECDH } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'libsql'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { plaintextBytes } from './push/encryption.js'
import { newVapidKeys } from './push/vapid.js'
import type { RelayOptions } from './options.js'
import { backends, redisBackend, sqliteBackend } from './test/backends.js'
import { connect, randomTopic } from './test/client.js'
import { startRedisCluster } from './test/cluster.js'
import { type Browser, type PushService, browserOf, startPushService } from './test/pushService.js'
import { createRelays } from './test/relays.js'
import { clientIdOf, seedOf, tokenFor } from './test/token.js'

const relays = createRelays()
const [, privateKey = ''] = /VAPID_PRIVATE_KEY=(\S+)/.exec(newVapidKeys()) ?? []
const subject = 'mailto:operator@example.com'
/** Less than the default, which most of these tests would only wait for. */
const graceMs = 800
let service: PushService
beforeEach(async () => void (service = await startPushService()))
afterEach(async () => {
  await relays.stop()
  await service.close()
})

const start = (options: RelayOptions = {}) =>
  relays.start({ push: { privateKey, subject, services: [service.origin], graceMs }, metrics: { port: 0 }, ...options })

interface Registering {
  key?: number
  browser?: Browser
  body?: Record<string, unknown>
  token?: string
  headers?: Record<string, string>
}

/** Registers as a wallet does, with the token that it connects with. */
const register = async (url: string, { key = 1, browser = service.subscribe(), body = {}, token, headers = {} }: Registering = {}) => {
  const answer = await fetch(`${url.replace('ws', 'http')}/none/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token ?? tokenFor(seedOf(key), url)}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ client_id: clientIdOf(seedOf(key)), type: 'web', subscription: browser.subscription, ...body }),
  })
  return { browser, status: answer.status, answer: Object(await answer.json()) }
}
const unregister = async (url: string, clientKey: number, tokenKey = clientKey) => {
  const headers = { authorization: `Bearer ${tokenFor(seedOf(tokenKey), url)}` }
  return await fetch(`${url.replace('ws', 'http')}/none/clients/${clientIdOf(seedOf(clientKey))}`, { method: 'DELETE', headers })
}
const outcomesOf = async (metricsUrl: string | undefined, metric = 'pushes'): Promise<Record<string, number>> => {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text()
  const found = [...text.matchAll(new RegExp(`portico_relay_${metric}_total\\{outcome="(\\w+)"\\} (\\d+)`, 'g'))]
  return Object.fromEntries(found.map(([, outcome = '', count]) => [outcome, Number(count)]))
}
const graceOver = () => sleep(graceMs + 400)
const prompt = { prompt: true }

describe.each(await backends())('on $name', (backend) => {
  afterAll(() => backend.stop())

  test('a wallet that is away is told of a message that is published with prompt, encrypted for it', async () => {
    const { url } = await start({ storage: backend.fresh() })
    const wallet = await connect(url, { key: 1 })
    const topic = randomTopic()
    await wallet.subscribe(topic)
    // Whoever registers after it has subscribed is known to follow what it is subscribed to.
    const { browser, status, answer } = await register(url)
    expect({ status, answer }).toEqual({ status: 200, answer: { status: 'OK' } })
    await wallet.settled()
    await wallet.close()

    const dapp = await connect(url)
    await dapp.publish(topic, 'sealed request', { ...prompt, ttl: 300 })
    await expect.poll(() => service.received.length, { timeout: 10_000 }).toBe(1)
    const [push] = service.received
    if (!push) throw new Error('nothing')
    expect(`${service.origin}${push.path}`).toBe(browser.subscription.endpoint)
    expect(push.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '300' })
    expect(push.claims).toMatchObject({ sub: subject, aud: service.origin })
    const { public_key: publicKey } = Object(await (await fetch(`${url.replace('ws', 'http')}/none/vapid`)).json())
    expect(push.publicKey).toBe(publicKey)
    expect(JSON.parse(browser.decrypt(push.body))).toEqual({ topic, tag: 1108, message: 'sealed request' })
    expect(push.body.includes('sealed request')).toBe(false)
    // The message waits all the same.
    const back = await connect(url, { key: 1 })
    await back.subscribe(topic)
    expect((await back.received(1)).map(({ message }) => message)).toEqual(['sealed request'])
  })

  test('nobody is told without prompt, who is there, who published, or who has unsubscribed', async () => {
    const relay = await start({ storage: backend.fresh() })
    const { url } = relay
    for (const key of [0, 1, 2]) expect(await register(url, { key })).toMatchObject({ status: 200 })
    const [dapp, wallet, other] = [await connect(url), await connect(url, { key: 1 }), await connect(url, { key: 2 })]
    const [topic, quiet] = [randomTopic(), randomTopic()]
    await dapp.subscribe(topic)
    await wallet.subscribe(topic)
    await other.subscribe(topic, quiet)
    await other.request('irn_batchUnsubscribe', { subscriptions: [{ topic, id: 'any' }] })
    await other.close()
    await dapp.publish(topic, 'to who is there', prompt)
    await dapp.publish(quiet, 'without', { prompt: false })
    await wallet.received(1)
    await graceOver()
    expect(service.received).toEqual([])
    // And the other way about: the same wallets, away, subscribed, with prompt.
    await wallet.close()
    await dapp.publish(topic, 'to who is away', prompt)
    await dapp.publish(quiet, 'with', prompt)
    await expect.poll(() => service.received.length, { timeout: 10_000 }).toBe(2)
    expect(await outcomesOf(relay.metricsUrl)).toMatchObject({ sent: 2 })
  })

  test('a wallet that is connected and does not acknowledge, as a phone that sleeps, is told', async () => {
    const push = { privateKey, subject, services: [service.origin] } // with the time that a client has by default
    const { url } = await start({ storage: backend.fresh(), push })
    const { browser } = await register(url)
    const wallet = await connect(url, { key: 1, acknowledges: false })
    const topic = randomTopic()
    await wallet.subscribe(topic)
    const dapp = await connect(url)
    await dapp.publish(topic, 'to a sleeper', prompt)
    await sleep(1500)
    expect(service.received).toEqual([])
    await expect.poll(() => service.received.length, { timeout: 10_000 }).toBe(1)
    expect(browser.decrypt(service.received[0]?.body ?? Buffer.alloc(0))).toContain('to a sleeper')
  })

  test('batches and proposals prompt like a message; one that does not fit is told by its topic', async () => {
    const { url } = await start({ storage: backend.fresh() })
    const { browser } = await register(url)
    const wallet = await connect(url, { key: 1 })
    const topics = Array.from({ length: 5 }, randomTopic)
    await wallet.subscribe(...topics)
    await wallet.close()
    const dapp = await connect(url)
    const [first = '', second = '', third = '', fits = '', large = ''] = topics
    const of = (topic: string, message: string, more = {}) => ({ topic, message, ttl: 300, tag: 1108, ...more })
    const about = JSON.stringify({ topic: fits, tag: 1108, message: '' }).length
    const messages = [of(first, 'batch 1', prompt), of(second, 'batch 2', { prompt: false })]
    await dapp.request('irn_batchPublish', { messages })
    await dapp.request('wc_proposeSession', { pairingTopic: third, sessionProposal: 'proposal', ttl: 300 })
    await dapp.publish(fits, 'x'.repeat(plaintextBytes - about), prompt)
    await dapp.publish(large, 'x'.repeat(plaintextBytes - about + 1), prompt)
    await expect.poll(() => service.received.length, { timeout: 10_000 }).toBe(4)
    const told = service.received.map(({ body }) => Object(JSON.parse(browser.decrypt(body))))
    const message = (topic: string): unknown => told.find((one) => one.topic === topic)?.message
    expect(message(first)).toBe('batch 1')
    expect(message(third)).toBe('proposal')
    expect(message(fits)).toBe('x'.repeat(plaintextBytes - about))
    expect(told.find(({ topic }) => topic === large)).toEqual({ topic: large, tag: 1108 })
    const sizes = service.received.map(({ body }) => body.length).sort((one, other) => one - other)
    // Short ones all have one length, and none is longer than a push service must take.
    expect(sizes[0]).toBe(sizes[2])
    expect(sizes.at(-1)).toBe(4096)
  })

  test('a registration is its client’s own: another’s token, a token for elsewhere and none at all are refused', async () => {
    const relay = await start({ storage: backend.fresh() })
    const { url } = relay
    expect(await register(url)).toMatchObject({ status: 200 })
    const stranger = tokenFor(seedOf(2), url)
    const refused = await register(url, { token: stranger })
    expect(refused).toMatchObject({ status: 403, answer: { status: 'FAILED', errors: [{ name: 'client id' }] } })
    expect(refused.answer.fields).toMatchObject([{ field: 'client_id', location: 'body' }])
    for (const [token, name] of [
      [tokenFor(seedOf(1), 'wss://elsewhere.example'), 'token audience'],
      [`${tokenFor(seedOf(1), url).slice(0, -4)}AAAA`, 'token signature'],
      [tokenFor(seedOf(1), url, { claims: { iat: 1, exp: 2 } }), 'token expired'],
      ['', 'token missing'],
    ] as const)
      expect(await register(url, { token })).toMatchObject({ status: 401, answer: { errors: [{ name }] } })
    expect((await unregister(url, 1, 2)).status).toBe(403)
    // What the client registered stands.
    const wallet = await connect(url, { key: 1 })
    const [topic, later] = [randomTopic(), randomTopic()]
    await wallet.subscribe(topic, later)
    await wallet.close()
    const dapp = await connect(url)
    await dapp.publish(topic, 'request', prompt)
    await expect.poll(() => service.received.length, { timeout: 10_000 }).toBe(1)
    // Its own token, also for the address that it calls, takes it away.
    const own = tokenFor(seedOf(1), url.replace('ws', 'http'))
    const address = `${url.replace('ws', 'http')}/clients/${clientIdOf(seedOf(1))}`
    expect((await fetch(address, { method: 'DELETE', headers: { authorization: `Bearer ${own}` } })).status).toBe(200)
    await dapp.publish(later, 'request', prompt)
    await graceOver()
    expect(service.received).toHaveLength(1)
    expect(await outcomesOf(relay.metricsUrl, 'registrations')).toEqual({ registered: 1, refused: 6, removed: 1 })
  })

  test('the relay calls no address that its operator has not allowed', async () => {
    const { url } = await start({ storage: backend.fresh(), limits: { registrationsPerMinute: 1000 } })
    const { subscription } = service.subscribe()
    const elsewhere = [
      'http://127.0.0.1:1/',
      `${service.origin}.example/`,
      'http://169.254.169.254/latest',
      'https://10.0.0.1/',
      'file:///etc/passwd',
    ]
    const hostile = [
      'https://fcm.googleapis.com/fcm/send/1',
      `http://user:pass@${new URL(service.origin).host}/`,
      `${service.origin}/${'x'.repeat(2048)}`,
    ]
    for (const endpoint of [...elsewhere, ...hostile, 'nothing']) {
      const { status, answer } = await register(url, { body: { subscription: { ...subscription, endpoint } } })
      expect({ endpoint, status, fields: answer.fields }).toMatchObject({
        endpoint,
        status: 400,
        fields: [{ field: 'subscription.endpoint' }],
      })
    }
    const offCurve = Buffer.from(subscription.keys.p256dh, 'base64url')
    offCurve[64] = (offCurve[64] ?? 0) ^ 1
    for (const keys of [{ p256dh: offCurve.toString('base64url') }, { p256dh: 'BAAA' }, { auth: 'AAAA' }, { auth: '' }]) {
      const body = { subscription: { ...subscription, keys: { ...subscription.keys, ...keys } } }
      expect(await register(url, { body })).toMatchObject({ status: 400 })
    }
    for (const body of [
      { type: 'fcm' },
      { subscription: undefined },
      { subscription: { ...subscription, expirationTime: 1 } },
      { client_id: 7 },
    ])
      expect(await register(url, { body })).toMatchObject({ status: 400 })
    expect(await register(url, { body: { filling: 'x'.repeat(10_000) } })).toMatchObject({ status: 413 })
    expect(await register(url)).toMatchObject({ status: 200 })
  })

  /** A wallet that is registered and away, and a dapp. */
  const away = async (options: RelayOptions = {}) => {
    const relay = await start({ storage: backend.fresh(), ...options })
    const registered = await register(relay.url)
    const topic = randomTopic()
    const wallet = await connect(relay.url, { key: 1 })
    await wallet.subscribe(topic)
    await wallet.settled()
    await wallet.close()
    return { relay, topic, dapp: await connect(relay.url), ...registered }
  }

  test('an endpoint that is gone is forgotten', async () => {
    const { relay, topic, dapp } = await away()
    service.answers((response) => void response.writeHead(410).end())
    await dapp.publish(topic, 'one', prompt)
    await expect.poll(() => outcomesOf(relay.metricsUrl), { timeout: 10_000 }).toMatchObject({ gone: 1 })
    await dapp.publish(topic, 'two', prompt)
    await graceOver()
    expect(service.received).toHaveLength(1)
  })

  test('a push service that says how long to wait is left alone for as long', async () => {
    const { relay, topic, dapp, browser } = await away()
    service.answers((response) => void response.writeHead(429, { 'retry-after': '120' }).end())
    await dapp.publish(topic, 'one', prompt)
    await expect.poll(() => outcomesOf(relay.metricsUrl), { timeout: 10_000 }).toMatchObject({ paused: 1 })
    service.answers((response) => void response.writeHead(201).end())
    await dapp.publish(topic, 'two', prompt)
    await graceOver()
    expect(service.received).toHaveLength(1)
    // Registered anew with the same endpoint it goes on waiting, with another one it does not.
    await register(relay.url, { browser })
    await dapp.publish(topic, 'three', prompt)
    await graceOver()
    expect(service.received).toHaveLength(1)
    await register(relay.url)
    await dapp.publish(topic, 'four', prompt)
    await expect.poll(() => service.received.length, { timeout: 10_000 }).toBe(2)
  })

  test('a short wait is waited for, and the push sent after it', async () => {
    const { relay, topic, dapp } = await away()
    service.answers((response) => {
      if (service.received.length === 1) response.writeHead(503, { 'retry-after': '1' }).end()
      else response.writeHead(201).end()
    })
    await dapp.publish(topic, 'one', prompt)
    await expect.poll(() => outcomesOf(relay.metricsUrl), { timeout: 10_000 }).toMatchObject({ sent: 1 })
    expect(service.received).toHaveLength(2)
  })

  test('redirects are not followed, endless answers not read, and neither holds up the others', async () => {
    const { relay, topic, dapp } = await away()
    const elsewhere = await startPushService()
    service.answers((response) => void response.writeHead(307, { location: `${elsewhere.origin}/send/1` }).end())
    await dapp.publish(topic, 'one', prompt)
    await expect.poll(() => outcomesOf(relay.metricsUrl), { timeout: 10_000 }).toMatchObject({ refused: 1 })
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
    service.answers((response) => {
      response.writeHead(200)
      const flood = setInterval(() => response.write(Buffer.alloc(65_536)), 1)
      response.once('close', () => clearInterval(flood))
    })
    await dapp.publish(topic, 'two', prompt)
    await expect.poll(() => outcomesOf(relay.metricsUrl), { timeout: 10_000 }).toMatchObject({ failed: 1 })
    // One that never answers.
    service.answers(() => {})
    await dapp.publish(topic, 'three', prompt)
    await expect.poll(() => service.received.length, { timeout: 10_000 }).toBe(3)
    service.answers((response) => void response.writeHead(201).end())
    await dapp.publish(topic, 'four', prompt)
    await expect.poll(() => outcomesOf(relay.metricsUrl), { timeout: 4500 }).toMatchObject({ sent: 1 })
    const from = performance.now()
    await relay.stop()
    expect(performance.now() - from).toBeLessThan(2500)
  })

  test('a client gets no more pushes than its rate, whoever publishes', async () => {
    const { relay, topic, dapp } = await away({ limits: { pushBurst: 3, pushesPerMinute: 1 } })
    const junk = await connect(relay.url, { key: 9 })
    for (let index = 0; index < 4; index++) {
      await dapp.publish(topic, `dapp ${index}`, prompt)
      await junk.publish(topic, `junk ${index}`, prompt)
    }
    await expect.poll(() => outcomesOf(relay.metricsUrl), { timeout: 10_000 }).toMatchObject({ sent: 3, limited: 5 })
    expect(service.received).toHaveLength(3)
  })

  test('registrations have a limit, end, and follow the last topics alone', async () => {
    const limits = { registrations: 1, registrationSeconds: 6, followedTopics: 2 }
    const { url } = await start({ storage: backend.fresh(), limits })
    expect(await register(url)).toMatchObject({ status: 200 })
    expect(await register(url, { key: 2 })).toMatchObject({ status: 503, answer: { errors: [{ name: 'relay full' }] } })
    expect(await register(url)).toMatchObject({ status: 200 })
    const wallet = await connect(url, { key: 1 })
    const topics = Array.from({ length: 3 }, randomTopic)
    for (const topic of topics) {
      await wallet.subscribe(topic)
      await sleep(5)
    }
    await wallet.close()
    const dapp = await connect(url)
    for (const topic of topics) await dapp.publish(topic, 'request', prompt)
    await expect.poll(() => service.received.length, { timeout: 10_000 }).toBe(2)
    const late = async () => (await register(url, { key: 2 })).status
    await expect.poll(late, { timeout: 10_000, interval: 500 }).toBe(200)
    for (const topic of topics) await dapp.publish(topic, 'another', prompt)
    await graceOver()
    expect(service.received).toHaveLength(2)
  })

  test('one address registers a part of all that there may be, and again as soon as one has gone', async () => {
    const limits = { registrations: 10, registrationsPerAddress: 3 }
    const { url } = await start({ storage: backend.fresh(), limits, trustProxy: 1 })
    const from = (address: string, key: number) => register(url, { key, headers: { 'x-forwarded-for': address } })
    for (let key = 1; key <= 3; key++) expect(await from('198.51.100.7', key)).toMatchObject({ status: 200 })
    expect(await from('198.51.100.7', 4)).toMatchObject({ status: 503, answer: { errors: [{ name: 'relay full' }] } })
    expect(await from('198.51.100.7', 3)).toMatchObject({ status: 200 })
    expect(await from('203.0.113.1', 5)).toMatchObject({ status: 200 })
    // Who moves counts where it is now.
    expect(await from('203.0.113.1', 3)).toMatchObject({ status: 200 })
    expect(await from('198.51.100.7', 6)).toMatchObject({ status: 200 })
    expect(await from('198.51.100.7', 7)).toMatchObject({ status: 503 })
    expect((await unregister(url, 1)).status).toBe(200)
    expect(await from('198.51.100.7', 7)).toMatchObject({ status: 200 })
  })
})

const redis = await redisBackend()
const cluster = await startRedisCluster()
const nodes = cluster && { name: 'cluster of Redis', fresh: () => ({ redis: cluster.urls.join(','), prefix: 'push' }), stop: cluster.stop }
describe.each([...(redis ? [redis] : []), ...(nodes ? [nodes] : [])])('two relays over one $name', (backend) => {
  afterAll(() => backend.stop())

  test('a client may be connected to one, register at another and be written to by a third side: it is told once', async () => {
    const storage = backend.fresh()
    const [a, b] = [await start({ storage }), await start({ storage })]
    const wallet = await connect(a.url, { key: 1 })
    const topic = randomTopic()
    await wallet.subscribe(topic)
    const { browser } = await register(b.url)
    await wallet.settled()
    await sleep(100)
    const dapp = await connect(b.url)
    await dapp.publish(topic, 'to who is there', prompt)
    await wallet.received(1)
    await graceOver()
    expect(service.received).toEqual([])
    await wallet.close()
    await dapp.publish(topic, 'to who is away', prompt)
    // Somebody else of the same topic, at the other one, and a repetition that had no answer.
    const again = await connect(a.url)
    await again.publish(topic, 'to who is away', prompt)
    await expect.poll(() => service.received.length, { timeout: 10_000 }).toBe(1)
    await graceOver()
    expect(service.received.map(({ body }) => browser.decrypt(body))).toEqual([expect.stringContaining('to who is away')])
  })
})

const files = sqliteBackend()
afterAll(() => files.stop())

test('what is registered outlives a restart', async () => {
  const storage = files.fresh()
  const relay = await start({ storage })
  const topic = randomTopic()
  const { browser } = await register(relay.url)
  const wallet = await connect(relay.url, { key: 1 })
  await wallet.subscribe(topic)
  await wallet.close()
  await relay.stop()
  const { url } = await start({ storage })
  await (await connect(url)).publish(topic, 'request', prompt)
  await expect.poll(() => service.received.length, { timeout: 10_000 }).toBe(1)
  expect(browser.decrypt(service.received[0]?.body ?? Buffer.alloc(0))).toContain('request')
})

/** What version 4 added, taken out again. */
const withoutBuckets = `
  DROP TRIGGER message_comes;
  DROP TRIGGER message_goes;
  DROP INDEX registration_by_bucket;
  ALTER TABLE registration DROP COLUMN bucket;
  ALTER TABLE message DROP COLUMN bucket;
  DELETE FROM held WHERE publisher LIKE '@%';
  CREATE TRIGGER message_comes AFTER INSERT ON message BEGIN
    INSERT INTO held VALUES (NEW.publisher, 1, NEW.size), ('', 1, NEW.size)
      ON CONFLICT (publisher) DO UPDATE SET messages = messages + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER message_goes AFTER DELETE ON message BEGIN
    UPDATE held SET messages = messages - 1, bytes = bytes - OLD.size WHERE publisher IN (OLD.publisher, '');
    DELETE FROM held WHERE publisher = OLD.publisher AND messages = 0;
  END;
`

test.each([
  [3, ''],
  [2, 'DROP TABLE followed; DROP TABLE registration;'],
])('a database of version %i is taken over, with what waits in it', async (version, without) => {
  const storage = files.fresh()
  if (!('sqlite' in storage)) throw new Error('no SQLite')
  const before = await relays.start({ storage })
  const topic = randomTopic()
  await (await connect(before.url)).publish(topic, 'waiting')
  await before.stop()
  const database = new Database(storage.sqlite)
  database.exec(`${withoutBuckets} ${without} PRAGMA user_version = ${version}`)
  database.close()
  const { url } = await start({ storage })
  expect(await register(url)).toMatchObject({ status: 200 })
  const wallet = await connect(url, { key: 1 })
  await wallet.subscribe(topic)
  expect((await wallet.received(1)).map(({ message }) => message)).toEqual(['waiting'])
  await wallet.close()
  await (await connect(url)).publish(topic, 'request', prompt)
  await expect.poll(() => service.received.length, { timeout: 10_000 }).toBe(1)
})

test('who may come is asked of registrations, too, and addresses may not call without end', async () => {
  const options = { projectIds: ['shop'], origins: ['https://shop.example'], limits: { registrationsPerMinute: 4 } }
  const { url } = await start(options)
  expect(await register(url)).toMatchObject({ status: 403, answer: { errors: [{ name: 'project not allowed' }] } })
  const at = (origin: string) =>
    fetch(`${url.replace('ws', 'http')}/shop/clients/any`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${tokenFor(seedOf(1), url)}`, origin },
    })
  const elsewhere = await at('https://elsewhere.example')
  expect(Object(await elsewhere.json())).toMatchObject({ errors: [{ name: 'origin not allowed' }] })
  const shop = await at('https://shop.example')
  expect(shop.headers.get('access-control-allow-origin')).toBe('https://shop.example')
  expect(Object(await shop.json())).toMatchObject({ errors: [{ name: 'client id' }] })
  await at('https://shop.example')
  const more = await at('https://shop.example')
  expect(more.status).toBe(429)
  expect(Number(more.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('without keys nothing can be registered, and prompts are published as ever', async () => {
  const { url } = await relays.start()
  const answer = await fetch(`${url.replace('ws', 'http')}/none/clients`, { method: 'POST' })
  expect(answer.status).toBe(404)
  await (await connect(url)).publish(randomTopic(), 'request', prompt)
})

test('the test reads what RFC 8291 gives as its example', () => {
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94', 'base64url'))
  const browser = browserOf({ ecdh, auth: Buffer.from('BTBZMqHH6r4Tts7J_aSIgg', 'base64url'), endpoint: 'https://push.example.net/' })
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  expect(browser.decrypt(Buffer.from(body, 'base64url'))).toBe('When I grow up, I want to be a watermelon')
})
