import { Redis } from 'ioredis'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type RedisCluster, startRedisCluster } from './test/cluster.js'
import { type TestClient, connect, randomTopic } from './test/client.js'
import { createRelays } from './test/relays.js'

const relays = createRelays()
afterEach(() => relays.stop())
const cluster = await startRedisCluster()
if (!cluster) process.stderr.write('NOT RUN: the relay on a cluster of Redis. Install redis-server.\n')
const messagesOf = ({ pushed }: TestClient): string[] => pushed.map(({ message }) => message)
const timeout = 60_000

describe.each<RedisCluster>(cluster ? [cluster] : [])('two relays over a cluster of three nodes', ({ urls, ownerOf, move, kill, stop }) => {
  afterAll(stop)
  const startTwo = async (prefix: string, order: readonly string[] = urls) => {
    const start = (nodes: readonly string[]) => relays.start({ storage: { redis: nodes.join(','), prefix } })
    return [(await start(order)).url, (await start(order.toReversed())).url] as const
  }

  test(
    'a message that is published to one reaches who is subscribed at another, once, and waits for who is not there',
    async () => {
      const [a, b] = await startTwo('cluster-reach')
      const [dapp, wallet] = [await connect(a, { key: 0 }), await connect(b, { key: 1 })]
      const topics = Array.from({ length: 20 }, () => randomTopic())
      for (const topic of topics) await wallet.subscribe(topic)
      await Promise.all(topics.map((topic, at) => dapp.publish(topic, `now ${at}`)))
      await wallet.received(20)
      await wallet.settled()
      expect(messagesOf(wallet).toSorted()).toEqual(topics.map((_, at) => `now ${at}`).toSorted())
      await wallet.close()

      const [topic = ''] = topics
      await dapp.publish(topic, 'later')
      const back = await connect(a, { key: 1 })
      await back.subscribe(topic)
      await back.received(1)
      expect(messagesOf(back)).toEqual(['later'])
    },
    timeout,
  )

  test(
    'limits hold over both, whichever node counts',
    async () => {
      const storage = { redis: urls.join(','), prefix: 'cluster-limits' }
      const limits = { mailboxMessages: 5 }
      const [a, b] = [await relays.start({ storage, limits }), await relays.start({ storage, limits })]
      const [one, other] = [await connect(a.url, { key: 0 }), await connect(b.url, { key: 0 })]
      const topic = randomTopic()
      for (let at = 0; at < 5; at += 1) await (at % 2 ? one : other).publish(topic, `${at}`)
      await expect(one.publish(topic, 'too much')).rejects.toThrow(/full/i)
    },
    timeout,
  )

  test(
    'listens at the node that has the messages, whichever is named first',
    async () => {
      const owner = await ownerOf('cluster-near')
      await startTwo('cluster-near', [...urls.filter((url) => url !== owner), owner])
      for (const url of urls) {
        const redis = new Redis(url)
        const listened = z.array(z.string()).parse(await redis.pubsub('SHARDCHANNELS', '{cluster-near}:*'))
        redis.disconnect()
        expect(listened).toEqual(url === owner ? ['{cluster-near}:registered'] : [])
      }
    },
    timeout,
  )

  test(
    'tells no other node what is published, and listens where the messages are when they were moved to one',
    async () => {
      const prefix = 'cluster-moved'
      const owner = await ownerOf(prefix)
      const [target = '', third = ''] = urls.filter((url) => url !== owner)
      const [a, b] = await startTwo(prefix)
      const [dapp, wallet] = [await connect(b, { key: 0 }), await connect(a, { key: 1 })]
      const topic = randomTopic()
      await wallet.subscribe(topic)
      const told = new Redis(third)
      const passedOn = async () =>
        Number(/cluster_stats_messages_publish_received:(\d+)/.exec(String(await told.cluster('INFO')))?.[1] ?? 0)
      const before = await passedOn()
      await dapp.publish(topic, 'before')
      await wallet.received(1)
      await move(prefix, target)
      const moved = performance.now()
      await expect.poll(() => dapp.publish(topic, 'after').then(() => 'published', String), { timeout: 10_000 }).toBe('published')
      await wallet.received(2)
      await dapp.publish(topic, 'and then')
      await wallet.received(3)
      // Not only at the old one's time limit.
      expect(performance.now() - moved).toBeLessThan(4500)
      expect(messagesOf(wallet)).toEqual(['before', 'after', 'and then'])
      expect(await passedOn()).toBe(before)
      told.disconnect()
    },
    timeout,
  )

  test(
    'hears what is published when it was cut off, and with a node gone that has nothing of it',
    async () => {
      const owner = await ownerOf('cluster-gone')
      const [gone = ''] = urls.filter((url) => url !== owner)
      const [a, b] = await startTwo('cluster-gone')
      const [dapp, wallet] = [await connect(b, { key: 0 }), await connect(a, { key: 1 })]
      const topic = randomTopic()
      await wallet.subscribe(topic)
      await dapp.publish(topic, 'before')
      await wallet.received(1)
      const redis = new Redis(owner)
      expect(await redis.client('KILL', 'TYPE', 'PUBSUB')).toBeGreaterThanOrEqual(2)
      redis.disconnect()
      await dapp.publish(topic, 'after')
      await wallet.received(2)
      await kill(gone)
      await dapp.publish(topic, 'and then')
      await wallet.received(3)
      expect(messagesOf(wallet)).toEqual(['before', 'after', 'and then'])
    },
    timeout,
  )
})

test('a cluster is named by URLs with commas between them, each of Redis', async () => {
  const storage = { redis: 'redis://127.0.0.1:1,http://127.0.0.1:2' }
  await expect(relays.start({ storage })).rejects.toThrow('named by a redis:// or rediss:// URL')
})
