import { setTimeout as sleep } from 'node:timers/promises'
import Database from 'libsql'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { backends } from './test/backends.js'
import { acknowledgedBy } from './storage/storage.js'
import { type TestClient, connect, randomTopic } from './test/client.js'
import { createRelays } from './test/relays.js'

// Client ids cost nothing: who floods a relay has as many as he likes, and one address.

const relays = createRelays()
afterEach(() => relays.stop())

const at = (address: string) => ({ 'x-forwarded-for': address })
const home = at('203.0.113.1')
const elsewhere = at('198.51.100.7')

/** What is refused is no matter here. */
const flood = async (
  url: string,
  topic: string,
  { headers, clients, each }: { headers: Record<string, string>; clients: number; each: number },
) => {
  for (let key = 0; key < clients; key++) {
    const junk = await connect(url, { key: 100 + key, headers })
    await Promise.allSettled(Array.from({ length: each }, (_, index) => junk.publish(topic, `junk ${key} ${index}`)))
    await junk.close()
  }
}
const realOf = async (wallet: TestClient, count: number): Promise<string[]> => {
  await expect.poll(() => wallet.pushed.filter(({ message }) => message.startsWith('real')).length).toBe(count)
  return wallet.pushed.map(({ message }) => message).filter((message) => message.startsWith('real'))
}
const real = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => `real ${from + index}`)

describe.each(await backends())('on $name', (backend) => {
  afterAll(() => backend.stop())

  test.each([
    ['many client ids at one other address', { headers: elsewhere, clients: 30, each: 2 }],
    ['one client id at another address', { headers: elsewhere, clients: 1, each: 60 }],
    ['one client id at the same address', { headers: home, clients: 1, each: 60 }],
  ])('R12: junk of %s pushes out nothing of a topic’s real sender, nor keeps it out', async (_, junk) => {
    const { url } = await relays.start({ storage: backend.fresh(), trustProxy: 1, limits: { mailboxMessages: 20 } })
    const dapp = await connect(url, { key: 0, headers: home })
    const topic = randomTopic()
    for (const message of real(1, 3)) await dapp.publish(topic, message)
    await flood(url, topic, junk)
    for (const message of real(4, 6)) await dapp.publish(topic, message)
    await flood(url, topic, junk)
    const wallet = await connect(url, { key: 1, headers: at('192.0.2.9') })
    await wallet.subscribe(topic)
    expect(await realOf(wallet, 6)).toEqual(real(1, 6))
    // The box is full all the same, and what is published now arrives at once.
    await wallet.received(20)
    await dapp.publish(topic, 'real 7')
    expect(await realOf(wallet, 7)).toEqual(real(1, 7))
  })

  test('R12: junk that is large takes no more than its share of the bytes, either', async () => {
    const { url } = await relays.start({ storage: backend.fresh(), trustProxy: 1, limits: { mailboxBytes: 10_000 } })
    const [dapp, junk] = [await connect(url, { key: 0, headers: home }), await connect(url, { key: 1, headers: elsewhere })]
    const topic = randomTopic()
    for (let i = 0; i < 10; i++) await junk.publish(topic, `junk ${i}`.padEnd(1000))
    for (const message of real(1, 4)) await dapp.publish(topic, message.padEnd(1200))
    expect(await junk.refused('irn_publish', { topic, message: 'junk'.padEnd(1000), ttl: 60, tag: 1 })).toMatchObject({
      data: { reason: 'mailbox-full' },
    })
    // What made room may be published again when there is some.
    const wallet = await connect(url, { key: 2, headers: home })
    await wallet.subscribe(topic)
    expect((await realOf(wallet, 4)).map((message) => message.trim())).toEqual(real(1, 4))
  })

  test('R12: a client has a quota over all topics, in messages and in bytes, and others do not feel that it is used up', async () => {
    const limits = { messagesPerClient: 5, bytesPerClient: 1000 }
    const { url } = await relays.start({ storage: backend.fresh(), limits })
    const [one, other] = [await connect(url, { key: 0 }), await connect(url, { key: 1 })]
    for (let i = 0; i < 5; i++) await one.publish(randomTopic(), `message ${i}`, { ttl: 1 })
    const more = { topic: randomTopic(), message: 'more', ttl: 60, tag: 1108 }
    expect(await one.refused('irn_publish', more)).toMatchObject({ code: -32015, data: { reason: 'client-full' } })
    await other.publish(more.topic, 'more', { ttl: 60 })
    await other.publish(randomTopic(), 'x'.repeat(990), { ttl: 60 })
    expect(await other.refused('irn_publish', { ...more, message: 'y'.repeat(20) })).toMatchObject({ data: { reason: 'client-full' } })
    await sleep(1200)
    await one.publish(more.topic, 'when the others have ended')
  })

  test('R12: the relay has a quota in whole, in messages and in bytes, and goes on when messages end', async () => {
    for (const limits of [{ messages: 6 }, { bytes: 600 }]) {
      const { url } = await relays.start({ storage: backend.fresh(), limits })
      const clients = [await connect(url, { key: 0 }), await connect(url, { key: 1 }), await connect(url, { key: 2 })]
      for (const [index, client] of clients.entries())
        for (let i = 0; i < 2; i++) await client.publish(randomTopic(), `${index} ${i}`.padEnd(100), { ttl: 1 })
      const late = await connect(url, { key: 3 })
      const more = { topic: randomTopic(), message: 'more', ttl: 60, tag: 1108 }
      expect(await late.refused('irn_publish', more)).toMatchObject({ code: -32016, data: { reason: 'relay-full' } })
      await sleep(1200)
      await late.publish(more.topic, 'when the others have ended')
    }
  })
})

describe.each(await backends())('acknowledgements on $name', (backend) => {
  afterAll(() => backend.stop())

  test('R12: a message takes no more room with each client id that acknowledges it; whose is not kept is given it again', async () => {
    const { url } = await relays.start({ storage: backend.fresh() })
    const topic = randomTopic()
    await (await connect(url, { key: 0 })).publish(topic, 'hello')
    const crowd = Array.from({ length: acknowledgedBy + 4 }, (_, index) => index + 1)
    const come = async (key: number) => {
      const client = await connect(url, { key })
      await client.subscribe(topic)
      return client
    }
    for (const key of crowd) {
      const client = await come(key)
      await client.received(1)
      await client.close()
    }
    // What is acknowledged is kept a moment later.
    await sleep(500)
    for (const key of crowd.slice(acknowledgedBy)) await (await come(key)).received(1)
    const again = await Promise.all(crowd.slice(0, acknowledgedBy).map(come))
    await Promise.all(again.map((client) => client.settled()))
    await sleep(200)
    expect(again.map(({ pushed }) => pushed.length)).toEqual(again.map(() => 0))
  })
})

describe.each(await backends())('one address on $name', (backend) => {
  afterAll(() => backend.stop())

  test.each([
    ['messages', { messages: 40, messagesPerAddress: 10, messagesPerClient: 5 }],
    ['bytes', { bytes: 4000, bytesPerAddress: 1000, bytesPerClient: 500 }],
  ])('R12: under however many client ids it fills a part of the relay alone, in %s, and gets it back when they end', async (_, limits) => {
    const { url } = await relays.start({ storage: backend.fresh(), trustProxy: 1, limits })
    const more = () => ({ topic: randomTopic(), message: 'more'.padEnd(100), ttl: 60, tag: 1 })
    for (let key = 0; key < 2; key++) {
      const junk = await connect(url, { key: 100 + key, headers: elsewhere })
      for (let index = 0; index < 5; index++) await junk.publish(randomTopic(), `junk ${index}`.padEnd(100), { ttl: 2 })
    }
    const another = await connect(url, { key: 110, headers: elsewhere })
    expect(await another.refused('irn_publish', more())).toMatchObject({ code: -32015, data: { reason: 'client-full' } })
    const dapp = await connect(url, { key: 0, headers: home })
    for (let index = 0; index < 5; index++) await dapp.publish(randomTopic(), `real ${index}`.padEnd(100))
    await sleep(2100)
    await another.publish(randomTopic(), 'when the others have ended')
  })

  test('R12: what makes room in a mailbox counts no longer for its address', async () => {
    const limits = { mailboxMessages: 4, messagesPerAddress: 4 }
    const { url } = await relays.start({ storage: backend.fresh(), trustProxy: 1, limits })
    const junk = await connect(url, { key: 1, headers: elsewhere })
    const dapp = await connect(url, { key: 0, headers: home })
    const topic = randomTopic()
    for (let index = 0; index < 4; index++) await junk.publish(topic, `junk ${index}`)
    expect(await junk.refused('irn_publish', { topic: randomTopic(), message: 'more', ttl: 60, tag: 1 })).toMatchObject({ code: -32015 })
    for (let index = 0; index < 2; index++) await dapp.publish(topic, `real ${index}`)
    for (let index = 0; index < 2; index++) await junk.publish(randomTopic(), `elsewhere ${index}`)
    expect(await junk.refused('irn_publish', { topic: randomTopic(), message: 'more', ttl: 60, tag: 1 })).toMatchObject({ code: -32015 })
  })
})

test('R12: the topics of all clients together have a limit; who is subscribed stays so, and room comes back', async () => {
  const { url } = await relays.start({ limits: { topics: 10 } })
  const first = await connect(url, { key: 0 })
  const topics = Array.from({ length: 8 }, randomTopic)
  await first.subscribe(...topics)
  const crowd = [await connect(url, { key: 1 }), await connect(url, { key: 2 })]
  await crowd[0]?.subscribe(randomTopic(), randomTopic())
  expect(await crowd[1]?.refused('irn_subscribe', { topic: randomTopic() })).toMatchObject({ code: -32016, data: { reason: 'relay-full' } })
  await first.subscribe(...topics)
  await crowd[1]?.publish(topics[0] ?? '', 'hello')
  await first.received(1)
  await crowd[0]?.close()
  await expect
    .poll(() =>
      crowd[1]?.subscribe(randomTopic()).then(
        () => 'in',
        () => 'out',
      ),
    )
    .toBe('in')
})

test('a database of the version before is taken over, with what waits in it', async () => {
  const [backend] = await backends()
  const storage = backend?.fresh()
  if (!storage || !('sqlite' in storage)) throw new Error('no SQLite')
  const topic = randomTopic()
  const old = new Database(storage.sqlite)
  old.exec(`
    CREATE TABLE message (
      seq INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, digest TEXT NOT NULL, message TEXT NOT NULL, attestation TEXT,
      tag INTEGER NOT NULL, publisher TEXT NOT NULL, size INTEGER NOT NULL, published_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
      UNIQUE (topic, digest)
    ) STRICT;
    CREATE INDEX message_by_topic ON message (topic, seq, expires_at, size);
    CREATE INDEX message_by_expiry ON message (expires_at);
    CREATE TABLE acknowledgement (
      seq INTEGER NOT NULL REFERENCES message (seq) ON DELETE CASCADE, client TEXT NOT NULL, PRIMARY KEY (seq, client)
    ) STRICT, WITHOUT ROWID;
    PRAGMA user_version = 1;
  `)
  const insert = old.prepare('INSERT INTO message VALUES (?, ?, ?, ?, NULL, 1108, ?, 100, ?, ?)')
  for (const seq of [1, 2, 3]) insert.run(seq, topic, `digest ${seq}`, `old ${seq}`, 'somebody', Date.now(), Date.now() + 60_000)
  old.close()
  const { url } = await relays.start({ storage, limits: { messages: 4 } })
  const [dapp, wallet] = [await connect(url, { key: 0 }), await connect(url, { key: 1 })]
  await dapp.publish(topic, 'new')
  expect(await dapp.refused('irn_publish', { topic, message: 'more', ttl: 60, tag: 1 })).toMatchObject({ data: { reason: 'relay-full' } })
  await wallet.subscribe(topic)
  expect((await wallet.received(4)).map(({ message }) => message)).toEqual(['old 1', 'old 2', 'old 3', 'new'])
})
