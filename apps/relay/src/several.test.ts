import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createRedisStorage } from './storage/redis/redis.js'
import { redisBackend, startRedis } from './test/backends.js'
import { type TestClient, connect, randomTopic } from './test/client.js'
import { createProcesses } from './test/process.js'
import { createRelays } from './test/relays.js'

const relays = createRelays()
const processes = createProcesses()
afterEach(() => Promise.all([relays.stop(), processes.stop()]))
const backend = await redisBackend()
const messagesOf = ({ pushed }: TestClient): string[] => pushed.map(({ message }) => message)
const timeout = 60_000

describe.each(backend ? [backend] : [])('several processes on $name', (redis) => {
  afterAll(() => redis.stop())
  const startTwo = async (options: Parameters<typeof relays.start>[0] = {}) => {
    const storage = redis.fresh()
    return [(await relays.start({ storage, ...options })).url, (await relays.start({ storage, ...options })).url] as const
  }

  test('a message that is published to one reaches who is subscribed at another, in order', async () => {
    const [a, b] = await startTwo()
    const [dapp, other, wallet] = [await connect(a, { key: 0 }), await connect(b, { key: 1 }), await connect(b, { key: 2 })]
    const topic = randomTopic()
    await wallet.subscribe(topic)
    const late = await connect(a, { key: 3 })
    await late.subscribe(topic)
    await Promise.all(Array.from({ length: 100 }, (_, i) => [dapp.publish(topic, `a ${i}`), other.publish(topic, `b ${i}`)]).flat())
    await Promise.all([wallet.received(200), late.received(200)])
    expect(messagesOf(wallet)).toEqual(messagesOf(late))
    const from = (who: string) => messagesOf(wallet).filter((text) => text.startsWith(who))
    expect(from('a')).toEqual(Array.from({ length: 100 }, (_, i) => `a ${i}`))
    expect(from('b')).toEqual(Array.from({ length: 100 }, (_, i) => `b ${i}`))
  })

  test('what is acknowledged at one is not delivered by another, and a repeated publish is one at either', async () => {
    const [a, b] = await startTwo()
    const dapp = await connect(a, { key: 0 })
    const topic = randomTopic()
    const wallet = await connect(a, { key: 1 })
    await wallet.subscribe(topic)
    await dapp.publish(topic, 'one')
    await wallet.received(1)
    await wallet.settled()
    await sleep(50)
    await wallet.close()

    const moved = await connect(b, { key: 0 })
    await moved.publish(topic, 'one')
    await moved.publish(topic, 'two')
    const back = await connect(b, { key: 1 })
    await back.subscribe(topic)
    await back.received(1)
    await back.settled()
    expect(messagesOf(back)).toEqual(['two'])
  })

  test('limits hold over all of them: the rate of a client, the connections of an address', async () => {
    const [a, b] = await startTwo({ limits: { publishBurst: 6, publishPerSecond: 1, connectionsPerAddress: 3 } })
    const [one, two] = [await connect(a, { key: 0 }), await connect(b, { key: 0 })]
    for (let i = 0; i < 3; i++) {
      await one.publish(randomTopic(), 'x')
      await two.publish(randomTopic(), 'x')
    }
    for (const client of [one, two])
      expect(await client.refused('irn_publish', { topic: randomTopic(), message: 'x', ttl: 1, tag: 1 })).toMatchObject({
        code: -32005,
      })
    const third = await connect(b, { key: 1 })
    await expect(connect(a)).rejects.toThrow('429')
    await third.close()
    await expect
      .poll(() =>
        connect(a).then(
          () => 'in',
          () => 'out',
        ),
      )
      .toBe('in')
  })

  test('R12: a message whose process ended before it told the others is delivered a moment later', async () => {
    const storage = redis.fresh()
    if (!('redis' in storage)) throw new Error('not Redis')
    const { url } = await relays.start({ storage })
    const [wallet, late] = [await connect(url, { key: 1 }), await connect(url, { key: 2 })]
    const topic = randomTopic()
    await wallet.subscribe(topic)
    const ignore = {
      onPublication: () => {},
      onGap: () => {},
      onMissed: () => {},
      onRegistered: () => {},
      onState: () => {},
      onWarning: () => {},
    }
    const doomed = createRedisStorage({ url: storage.redis, prefix: storage.prefix ?? '' }, ignore)
    await doomed.ready
    const room = { messages: 10, bytes: 1000 }
    const limits = { mailbox: room, client: room, address: room, whole: room, burst: 10, perSecond: 10 }
    await doomed.publish({ topic, message: 'unannounced', tag: 1108, ttl: 300, publisher: 'somebody', sender: 0, bucket: 0 }, limits)
    await doomed.close()
    await late.subscribe(topic)
    await sleep(300)
    expect([...messagesOf(wallet), ...messagesOf(late)]).toEqual([])
    await Promise.all([wallet.received(1), late.received(1)])
    expect([messagesOf(wallet), messagesOf(late)]).toEqual([['unannounced'], ['unannounced']])
  })

  test('R12: one is killed under load; its clients go to the other and lose nothing', { timeout }, async () => {
    const storage = redis.fresh()
    if (!('redis' in storage)) throw new Error('not Redis')
    const env = {
      PORTICO_RELAY_REDIS_URL: storage.redis,
      PORTICO_RELAY_REDIS_PREFIX: storage.prefix ?? '',
      PORTICO_RELAY_LIMIT_PUBLISH_BURST: '100000',
      PORTICO_RELAY_LIMIT_MAILBOX_MESSAGES: '100000',
    }
    const [doomed, survivor] = [await processes.start(env), await processes.start(env)]
    const topic = randomTopic()
    const stored = new Set<string>()
    const seen = new Set<string>()
    const receiver = async (key: number): Promise<void> => {
      const wallet = await connect(doomed.url, { key })
      await wallet.subscribe(topic)
      await wallet.closed
      for (const message of messagesOf(wallet)) seen.add(message)
      const moved = await connect(survivor.url, { key })
      await moved.subscribe(topic)
      await expect.poll(() => [...stored].filter((one) => !seen.has(one) && !messagesOf(moved).includes(one))).toEqual([])
    }
    const publisher = async (key: number): Promise<void> => {
      let dapp = await connect(doomed.url, { key })
      for (let count = 0; count < 300; count++) {
        const message = `${key} ${count}`
        try {
          await dapp.publish(topic, message)
        } catch {
          dapp = await connect(survivor.url, { key })
          await dapp.publish(topic, message)
        }
        stored.add(message)
        if (stored.size === 400) doomed.kill('SIGKILL')
      }
    }
    await Promise.all([receiver(100), ...[0, 1, 2].map(publisher)])
    expect(stored.size).toBe(900)
  })
})

describe.each(backend?.server ? ['Redis'] : [])('a %s that is restarted', () => {
  test('R12: keeps what was acknowledged, and subscriptions go on without the clients', { timeout }, async () => {
    const server = await startRedis()
    if (!server) throw new Error('redis-server went away')
    try {
      const storage = { redis: server.url }
      const [a, b] = [await relays.start({ storage }), await relays.start({ storage })]
      const [dapp, wallet] = [await connect(a.url, { key: 0 }), await connect(b.url, { key: 1 })]
      const topic = randomTopic()
      await wallet.subscribe(topic)
      await dapp.publish(topic, 'before')
      await wallet.received(1)
      await wallet.settled()
      await server.kill()
      const health = async (): Promise<number> => (await fetch(`${a.url.replace('ws:', 'http:')}/healthz`)).status
      expect(await health()).toBe(503)
      const waiting = dapp.publish(topic, 'meanwhile')
      await server.start()
      expect(await waiting).toBe(true)
      await dapp.publish(topic, 'after')
      await wallet.received(3)
      expect(messagesOf(wallet)).toEqual(['before', 'meanwhile', 'after'])
      await expect.poll(health).toBe(200)
    } finally {
      await relays.stop()
      await server.stop()
    }
  })

  test('is waited for, and then the client is told to come again', { timeout }, async () => {
    const server = await startRedis()
    if (!server) throw new Error('redis-server went away')
    const relay = await relays.start({ storage: { redis: server.url } })
    const client = await connect(relay.url)
    await server.kill()
    const error = await client.refused('irn_publish', { topic: randomTopic(), message: 'x', ttl: 60, tag: 1 })
    expect(error).toMatchObject({ code: -32010, data: { reason: 'unavailable', retryAfterMs: 1000 } })
    await expect(connect(relay.url, { key: 1 })).rejects.toThrow('503 storage')
    await relay.stop()
    await server.stop()
  })
})
