import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { startRedis } from '../../test/backends.js'
import { randomTopic } from '../../test/client.js'
import { startProxy } from '../../test/proxy.js'
import type { RelayStorage } from '../storage.js'
import { redisConnections } from './connect.js'
import { createRedisStorage } from './redis.js'

const server = await startRedis()
if (!server) process.stderr.write('NOT RUN: what becomes of connections with Redis. Install redis-server.\n')

describe.each(server ? [server] : [])('Redis', ({ url: redisUrl, stop }) => {
  const opened: RelayStorage[] = []
  afterEach(() => Promise.all(opened.splice(0).map((storage) => storage.close())))
  afterAll(stop)
  const prefix = 'connections'
  const open = async ({ url = redisUrl, patienceMs = 200 } = {}) => {
    const told = { messages: new Array<string>(), states: new Array<string>(), gaps: 0 }
    const storage = createRedisStorage(
      { url, prefix, patienceMs },
      {
        onPublication: ({ message }) => told.messages.push(message),
        onGap: () => (told.gaps += 1),
        onMissed: () => {},
        onRegistered: () => {},
        onState: (state) => told.states.push(state),
        onWarning: () => {},
      },
    )
    opened.push(storage)
    await storage.ready
    return { storage, told }
  }
  /** Of whom nothing is to go dead: on a machine that does much else, an answer may take longer than 200 ms. */
  const patient = { patienceMs: 5000 }
  const room = { messages: 10, bytes: 1000 }
  const limits = { mailbox: room, client: room, address: room, whole: room, burst: 100, perSecond: 100 }
  const publish = async (storage: RelayStorage, topic: string, message: string, ttl = 300): Promise<number> => {
    const stored = { topic, message, tag: 1108, ttl, publisher: 'somebody', sender: 0, bucket: 0 }
    const outcome = await storage.publish(stored, limits)
    if (outcome.status !== 'stored') throw new Error(outcome.status)
    outcome.announce()
    return outcome.seq
  }
  const readAll = async (storage: RelayStorage, topic: string): Promise<string[]> => {
    const { messages } = await storage.read({ topic, after: 0, clientId: 'wallet', limit: 10, bytes: 1000 })
    return messages.map(({ message }) => message)
  }
  const order = async (...command: [string, ...string[]]): Promise<unknown> => {
    const redis = new Redis(redisUrl)
    const answer = await redis.call(...command)
    redis.disconnect()
    return answer
  }

  test('R12: connections are replaced when they went dead without a word, so that it is heard again what others publish', async () => {
    const proxy = await startProxy()
    proxy.to(redisUrl)
    const [here, elsewhere] = [await open({ url: proxy.url.replace('ws:', 'redis:') }), await open(patient)]
    const topic = randomTopic()
    await here.storage.watch([topic])
    proxy.freeze()
    await publish(elsewhere.storage, topic, 'meanwhile')
    await expect.poll(() => here.told.gaps, { timeout: 5000 }).toBe(1)
    await expect.poll(() => readAll(here.storage, topic).catch(() => []), { timeout: 5000 }).toEqual(['meanwhile'])
    await publish(elsewhere.storage, topic, 'after')
    await expect.poll(() => here.told.messages).toEqual(['after'])
    expect(here.told.states).toEqual(['down', 'up'])
    expect(elsewhere.told.states).toEqual([])
    await proxy.close()
  })

  test('R12: connections listen again although Redis did not let them at the first try, and was not away', async () => {
    const [here, elsewhere] = [await open(), await open(patient)]
    const topic = randomTopic()
    await here.storage.watch([topic])
    await order('ACL', 'SETUSER', 'default', 'resetchannels')
    await expect.poll(() => here.told.states).toContain('down')
    await sleep(300)
    await order('ACL', 'SETUSER', 'default', 'allchannels')
    await expect.poll(() => here.told.gaps, { timeout: 3000 }).toBe(1)
    await publish(elsewhere.storage, topic, 'after')
    await expect.poll(() => here.told.messages).toEqual(['after'])
  })

  test('S40: holds nothing of a message a second after its time, acknowledged or not', async () => {
    await order('FLUSHALL')
    const { storage } = await open()
    const topics = [randomTopic(), randomTopic()]
    for (const topic of topics) await publish(storage, topic, 'soon over', 1)
    const [topic = ''] = topics
    const seq = await publish(storage, topic, 'read', 1)
    await storage.acknowledge({ topic, seq, clientId: 'wallet' })
    expect(await order('KEYS', `${prefix}:{${topic}}:acks*`)).toHaveLength(2)
    await expect.poll(() => order('KEYS', '*'), { timeout: 2500 }).toEqual([`${prefix}:seq`])
  })

  test('gives nothing again to who has just acknowledged it, and tells all that closes with it', async () => {
    await order('FLUSHALL')
    const [here, elsewhere] = [await open(), await open()]
    const topic = randomTopic()
    await elsewhere.storage.watch([topic])
    const seqs = [await publish(here.storage, topic, 'one'), await publish(here.storage, topic, 'two')]
    const kept = seqs.map((seq) => here.storage.acknowledge({ topic, seq, clientId: 'wallet' }))
    expect(await readAll(here.storage, topic)).toEqual([])
    await Promise.all(kept)
    await publish(here.storage, topic, 'last')
    await here.storage.close()
    await expect.poll(() => elsewhere.told.messages).toEqual(['one', 'two', 'last'])
  })

  test('counts what waits of a client right, where what is over is only looked for now and then', async () => {
    await order('FLUSHALL')
    const { storage } = await open()
    const topic = randomTopic()
    for (let count = 0; count < 9; count++) await publish(storage, topic, `over ${count}`, 1)
    await publish(storage, topic, 'stays')
    await expect(publish(storage, topic, 'one too many')).rejects.toThrow('full')
    await sleep(1100)
    for (let count = 0; count < 9; count++) await publish(storage, randomTopic(), `more ${count}`)
    await expect(publish(storage, randomTopic(), 'again one too many')).rejects.toThrow('full')
    expect(await order('GET', `${prefix}:held:somebody:n`)).toBe(String('stays'.length + 9 * 'more 0'.length))
  })

  test('is asked for few things for a message: what each costs decides how many a second there can be', async () => {
    const { storage } = await open()
    const calls = async (): Promise<number> =>
      [...String(await order('INFO', 'commandstats')).matchAll(/:calls=(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
    await order('FLUSHALL')
    const topic = randomTopic()
    await publish(storage, topic, 'warm')
    await order('CONFIG', 'RESETSTAT')
    const seq = await publish(storage, topic, 'counted')
    await storage.acknowledge({ topic, seq, clientId: 'wallet' })
    // Three scripts, and what they ask for; one publish of sixteen looks for what is over.
    expect(await calls()).toBeLessThanOrEqual(40)
  })

  test('connections are said to be up again when the one was lost that listens', async () => {
    const { told } = await open()
    await order('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await expect.poll(() => told.states).toEqual(['down', 'up'])
  })
})

test('nodes of a cluster may be named by IPv6 addresses', () => {
  const { subscriptions } = redisConnections('redis://[::1]:7001,redis://[::1]:7002', 'prefix')
  expect(subscriptions.options).toMatchObject({ host: '::1', port: 7001 })
})
