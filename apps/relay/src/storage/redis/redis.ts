import { z } from 'zod'
import { StorageError } from '../../errors.js'
import { digestOf } from '../digest.js'
import { type RelayStorage, type StorageEvents, type StoredMessage, acknowledgedBy, leaseMs } from '../storage.js'
import { channelsOf, isCluster, open, plain, redisConnections } from './connect.js'
import { createRedisPush } from './push.js'
import { createScripts } from './scripts.js'
import { perTurn } from './turn.js'

const body = z.object({
  message: z.string(),
  attestation: z.optional(z.string()),
  tag: z.number(),
  publishedAt: z.number(),
  publisher: z.string(),
})
const outcome = z.union([
  z.tuple([z.literal('stored'), z.string(), z.string()]),
  z.tuple([z.literal('repeated')]),
  z.tuple([z.literal('full'), z.enum(['mailbox', 'client', 'address', 'whole'])]),
  z.tuple([z.literal('limited'), z.number()]),
])
const page = z.tuple([z.string(), z.number(), z.array(z.tuple([z.string(), z.string()])), z.string()])

const channelsAtOnce = 500
/** Messages that are announced, or acknowledged, with one call: Redis serves nobody else meanwhile. */
const messagesAtOnce = 100
/** Milliseconds after which a message is read although nobody has announced it: its process is gone. */
const holdMs = 2000

interface Announced {
  topic: string
  seq: string
  previous: string
}
interface Acknowledged {
  topic: string
  seq: number
  clientId: string
}

export interface RedisStorageOptions {
  url: string
  prefix: string
  /** Milliseconds that Redis is waited for. Default 5000. */
  patienceMs?: number
}

/**
 * Mailboxes in Redis (7 or later, one primary, or a cluster): a stream per topic, and a channel per topic that tells every process of a new
 * message. A publish is as durable as Redis is: see README for its settings.
 */
export function createRedisStorage({ url, prefix: named, patienceMs }: RedisStorageOptions, events: StorageEvents): RelayStorage {
  // A publish counts against its client and the whole, in one script with its topic: in a cluster all of that has to be on one node.
  const prefix = isCluster(url) ? `{${named}}` : named
  const { commands, subscriptions, aim, ready, gather, watchOver } = redisConnections(url, prefix, patienceMs)
  // The nodes of a cluster pass on to each other what is published, but not on a channel that belongs to a slot: only its owner has work.
  const channels = channelsOf(subscriptions, isCluster(url))
  const scripts = createScripts(commands, channels.publish)
  const watched = new Set<string>()
  /** Messages that are stored and not announced, by topic and seq. */
  const held = new Map<string, NodeJS.Timeout>()
  let closing = false
  let rest = (): void => {}
  /** Unknown until the first connection. */
  let up: boolean | undefined

  const keyOf = (topic: string, what: string): string => `${prefix}:{${topic}}:${what}`
  const pending = `${prefix}:pending`
  const channelPrefix = `${prefix}:topic:`
  const registered = `${prefix}:registered`
  const connectionsOf = (address: string): string => `${prefix}:connections:${address}`

  /** The driver's errors carry the command, so the message too: a caller learns only that Redis failed. */
  const answered = async <Value>(call: () => Promise<Value>, on: keyof typeof ready = 'commands'): Promise<Value> => {
    try {
      await ready[on]()
      return await call()
    } catch (error) {
      throw error instanceof StorageError ? error : new StorageError(`Redis failed: ${plain(error)}.`)
    }
  }

  const push = createRedisPush({ run: scripts.run, prefix, keyOf, channel: registered, answered })

  const announcements = perTurn<Announced>((all) => {
    const keys = [pending, ...all.map(({ topic }) => keyOf(topic, 'mail'))]
    const args = [channelPrefix, ...all.flatMap(({ topic, seq, previous }) => [topic, seq, previous])]
    return answered(() => scripts.run('announce', keys, args))
  }, messagesAtOnce)
  const acknowledgements = perTurn<Acknowledged>((all) => {
    const keys = all.flatMap(({ topic }) => [keyOf(topic, 'mail'), keyOf(topic, 'acks')])
    const args = [acknowledgedBy, ...all.map(({ seq, clientId }) => `${seq} ${clientId}`)]
    return answered(() => scripts.run('acknowledge', keys, args))
  }, messagesAtOnce)

  const subscribe = async (topics: readonly string[]): Promise<void> => {
    for (let from = 0; from < topics.length; from += channelsAtOnce)
      await channels.subscribe(...topics.slice(from, from + channelsAtOnce).map((topic) => channelPrefix + topic))
  }

  /** After a lost connection: what was published meanwhile was told to nobody here. */
  const resume = async (): Promise<void> => {
    const { stream } = subscriptions
    try {
      await channels.subscribe(registered)
      await subscribe([...watched])
      events.onGap()
      settle()
    } catch {
      // It will be ready again: if it is not gone, it is of no use without its topics.
      if (subscriptions.status === 'ready' && subscriptions.stream === stream) subscriptions.disconnect(true)
    }
  }

  const state = (now: 'down' | 'up'): void => {
    if (closing || up === undefined || up === (now === 'up')) return
    up = now === 'up'
    events.onState(now)
  }
  const settle = (): void => {
    if (commands.status === 'ready' && subscriptions.status === 'ready') state('up')
  }

  const announced = (topic: string, seq: string): void => {
    clearTimeout(held.get(`${topic} ${seq}`))
    held.delete(`${topic} ${seq}`)
  }
  const hold = (topic: string, seq: string): void => {
    const missed = (): void => {
      announced(topic, seq)
      events.onMissed(topic)
    }
    announced(topic, seq)
    if (!closing) held.set(`${topic} ${seq}`, setTimeout(missed, holdMs + 100).unref())
  }

  channels.onMessage((channel, text) => {
    if (channel === registered) return events.onRegistered(text)
    const topic = channel.slice(channelPrefix.length)
    const [seq = '', previous = ''] = text.split(' ', 2)
    const content = text.slice(seq.length + previous.length + 2)
    announced(topic, seq)
    if (!content) return events.onMissed(topic)
    const message = toMessage(topic, seq, content)
    if (message) events.onPublication({ ...message, previous: Number(previous) })
  })
  for (const redis of [commands, subscriptions]) {
    // Without a listener an error is printed; `close` follows it and is what counts.
    redis.on('error', () => {})
    redis.on('close', () => state('down'))
  }
  // Its node has handed the messages to another one: what it listened to was taken from it, or is refused, and the driver leaves it at that.
  for (const event of ['error', 'moved'])
    subscriptions.on(event, () => {
      if (subscriptions.status === 'ready') subscriptions.disconnect(true)
    })
  commands.on('ready', settle)

  const warn = async (): Promise<void> => {
    try {
      const setting = async (name: string): Promise<unknown> =>
        z.tuple([z.string(), z.string()]).parse(await commands.config('GET', name))[1]
      if ((await setting('appendonly')) !== 'yes' || (await setting('appendfsync')) !== 'always') events.onWarning('not-durable')
      if ((await setting('maxmemory-policy')) !== 'noeviction') events.onWarning('evicts')
    } catch {
      // A hosted Redis does not tell.
    }
  }

  const start = async (): Promise<void> => {
    await open(commands)
    try {
      await aim()
      await open(subscriptions)
      await channels.subscribe(registered)
      await scripts.load()
    } catch (error) {
      commands.disconnect()
      subscriptions.disconnect()
      throw error instanceof StorageError ? error : new StorageError(`Redis can't be used: ${plain(error)}.`, { option: 'storage' })
    }
    await warn()
    if (closing) return
    up = true
    subscriptions.on('ready', () => void resume())
    const stopWatching = watchOver()
    const look = setInterval(() => {
      if (commands.status === 'ready') scripts.run('overdue', [pending], [holdMs, channelPrefix]).catch(() => {})
    }, holdMs / 2).unref()
    rest = () => {
      clearInterval(look)
      stopWatching()
    }
  }

  return {
    ready: start(),
    publish: (message, limits) =>
      answered(async () => {
        const { topic, message: text, attestation, tag, ttl, publisher, sender, bucket } = message
        const { mailbox, client, address, whole } = limits
        const digest = digestOf(text)
        const stored = { message: text, tag, publishedAt: Date.now(), publisher }
        const content = JSON.stringify(attestation === undefined ? stored : { ...stored, attestation })
        const keys = [
          ...['mail', 'bytes', 'acks', `seen:${digest}`].map((what) => keyOf(topic, what)),
          `${prefix}:rate:${publisher}`,
          `${prefix}:seq`,
          pending,
        ]
        const size = Buffer.byteLength(text) + Buffer.byteLength(attestation ?? '')
        const interval = Math.round(1_000_000 / limits.perSecond)
        const rate = [interval, interval * (limits.burst - 1)]
        const share = [`${prefix}:held`, keyOf(topic, 'seen:'), digest, sender, topic, bucket]
        const room = [whole, address, client].flatMap(({ messages, bytes }) => [messages, bytes])
        const args = [content, publisher, ttl, size, mailbox.messages, mailbox.bytes, ...rate, ...share, ...room]
        gather()
        const done = outcome.parse(await scripts.run('publish', keys, args))
        if (done[0] === 'limited') return { status: done[0], retryAfterMs: done[1] }
        if (done[0] === 'repeated') return { status: done[0] }
        if (done[0] === 'full') return { status: done[0], where: done[1] }
        const [status, seq, previous] = done
        // With Redis away it is read a moment later.
        return { status, seq: Number(seq), announce: () => void announcements.add({ topic, seq, previous }).catch(() => {}) }
      }),
    read: ({ topic, after, clientId, limit, bytes }) => {
      void acknowledgements.flush()
      return answered(async () => {
        const keys = [keyOf(topic, 'mail'), keyOf(topic, 'acks'), pending]
        const [upTo, more, entries, next] = page.parse(await scripts.run('read', keys, [after, clientId, limit, bytes, holdMs, topic]))
        if (next) hold(topic, next)
        const messages = entries.flatMap(([seq, content]) => toMessage(topic, seq, content) ?? [])
        return { messages, upTo: Number(upTo), more: more === 1, held: next !== '' }
      })
    },
    acknowledge: acknowledgements.add,
    watch: (topics) =>
      answered(async () => {
        for (const topic of topics) watched.add(topic)
        await subscribe(topics)
      }, 'subscriptions'),
    unwatch: async (topics) => {
      for (const topic of topics) watched.delete(topic)
      // With the connection away there is nothing to undo.
      if (closing || subscriptions.status !== 'ready') return
      await answered(async () => {
        if (topics.length > 0) await channels.unsubscribe(...topics.map((topic) => channelPrefix + topic))
      }, 'subscriptions')
    },
    admit: ({ address, connectionId, limit }) =>
      answered(async () => (await scripts.run('admit', [connectionsOf(address)], [connectionId, leaseMs, limit])) === 1),
    renew: ({ address, connectionId }) =>
      answered(async () => void (await scripts.run('admit', [connectionsOf(address)], [connectionId, leaseMs, 0]))),
    release: ({ address, connectionId }) => answered(async () => void (await commands.zrem(connectionsOf(address), connectionId))),
    push,
    // A Redis without memory answers whoever only reads.
    ping: () => answered(async () => void (await commands.set(`${prefix}:health`, '', 'EX', 60))),
    close: async () => {
      closing = true
      if (commands.status === 'ready') await Promise.all([announcements.flush(), acknowledgements.flush()])
      rest()
      for (const timer of held.values()) clearTimeout(timer)
      subscriptions.disconnect()
      // Waits for the answers to what was sent; with Redis away there are none to wait for.
      if (commands.status === 'ready') await commands.quit().catch(() => {})
      commands.disconnect()
    },
  }
}

function toMessage(topic: string, seq: string, content: string): StoredMessage | undefined {
  try {
    const { attestation, ...rest } = body.parse(JSON.parse(content))
    return { seq: Number(seq), topic, ...rest, ...(attestation !== undefined && { attestation }) }
  } catch {
    return undefined
  }
}
