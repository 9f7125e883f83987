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

describe.each(server ? [server] : [])('the connections with Redis', ({ url: redisUrl, stop }) => {
  const opened: RelayStorage[] = []
  afterEach(() => Promise.all(opened.splice(0).map((storage) => storage.close())))
  afterAll(stop)
  const prefix = 'connections'
  const open = async (url = redisUrl) => {
    const told = { messages: new Array<string>(), states: new Array<string>(), gaps: 0 }
    const storage = createRedisStorage(
      { url, prefix, patienceMs: 200 },
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
  const room = { messages: 10, bytes: 1000 }
  const limits = { mailbox: room, client: room, address: room, whole: room, burst: 10, perSecond: 10 }
  const publish = async (storage: RelayStorage, topic: string, message: string): Promise<void> => {
    const stored = { topic, message, tag: 1108, ttl: 300, publisher: 'somebody', sender: 0, bucket: 0 }
    const outcome = await storage.publish(stored, limits)
    if (outcome.status === 'stored') outcome.announce()
  }
  const readAll = async (storage: RelayStorage, topic: string): Promise<string[]> => {
    const { messages } = await storage.read({ topic, after: 0, clientId: 'wallet', limit: 10, bytes: 1000 })
    return messages.map(({ message }) => message)
  }
  const order = async (...command: [string, ...string[]]): Promise<void> => {
    const redis = new Redis(redisUrl)
    await redis.call(...command)
    redis.disconnect()
  }

  test('R12: are replaced when they went dead without a word, so that it is heard again what others publish', async () => {
    const proxy = await startProxy()
    proxy.to(redisUrl)
    const [here, elsewhere] = [await open(proxy.url.replace('ws:', 'redis:')), await open()]
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

  test('R12: listen again although Redis did not let them at the first try, and was not away', async () => {
    const [here, elsewhere] = [await open(), await open()]
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

  test('are said to be up again when the one was lost that listens', async () => {
    const { told } = await open()
    await order('CLIENT', 'KILL', 'TYPE', 'pubsub')
    await expect.poll(() => told.states).toEqual(['down', 'up'])
  })
})

test('nodes of a cluster may be named by IPv6 addresses', () => {
  const { subscriptions } = redisConnections('redis://[::1]:7001,redis://[::1]:7002', 'prefix')
  expect(subscriptions.options).toMatchObject({ host: '::1', port: 7001 })
})
