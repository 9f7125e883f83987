import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { StorageError } from '../../errors.js'

/** Redis may be restarted or fail over: calls wait this long for it, in milliseconds, then the client is told to try again. */
const usualPatienceMs = 5000

const shared = {
  lazyConnect: true,
  // What was sent when the connection broke is sent again: every call may be made twice.
  maxRetriesPerRequest: null,
  // What was not sent waits in `whenReady`, and not for ever.
  enableOfflineQueue: false,
  retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 6), 2000),
  // A failover leaves the old primary, now read-only, connected.
  reconnectOnError: (error) => (error.message.startsWith('READONLY') ? 2 : false),
  autoResubscribe: false,
} satisfies RedisOptions

/** One server, or a cluster. */
export type Server = Redis | Cluster

/** Nodes of a cluster stand with commas between them. */
export const isCluster = (url: string): boolean => url.includes(',')

export interface RedisConnections {
  commands: Server
  /** Can do nothing but listen. */
  subscriptions: Redis
  /** Has it listen where the messages are, once `commands` is open. */
  aim(): Promise<void>
  /**
   * Resolves as soon as commands can be sent.
   * @throws StorageError when that takes too long
   */
  ready: Record<'commands' | 'subscriptions', () => Promise<void>>
  /** What is sent in this turn of the event loop goes out in one piece: each costs both sides a call of the system. */
  gather(): void
  /** Replaces those that do not answer any more, until it is called. */
  watchOver(): () => void
}

/**
 * Neither is open yet.
 * @param key one that is kept where messages are
 * @param patienceMs how long they are waited for
 */
export function redisConnections(url: string, key: string, patienceMs: number = usualPatienceMs): RedisConnections {
  const both = connections(url, key, { ...shared, connectTimeout: patienceMs, commandTimeout: patienceMs })
  const { commands, subscriptions } = both
  return {
    ...both,
    ready: { commands: readiness(commands, patienceMs), subscriptions: readiness(subscriptions, patienceMs) },
    gather: gathering(commands),
    watchOver: () => {
      const timer = setInterval(() => {
        for (const redis of [...nodesOf(commands), subscriptions]) void replaceDead(redis)
      }, patienceMs).unref()
      return () => clearInterval(timer)
    },
  }
}

/** What is published, and heard. */
export interface Channels {
  publish: 'PUBLISH' | 'SPUBLISH'
  subscribe(...names: readonly string[]): Promise<unknown>
  unsubscribe(...names: readonly string[]): Promise<unknown>
  onMessage(use: (channel: string, text: string) => void): void
}

/** @param sharded whether they belong to a slot, and so to one node of a cluster (Redis 7): a connection to another one is refused */
export function channelsOf(redis: Redis, sharded: boolean): Channels {
  if (sharded)
    return {
      publish: 'SPUBLISH',
      subscribe: (...names) => redis.ssubscribe(...names),
      unsubscribe: (...names) => redis.sunsubscribe(...names),
      onMessage: (use) => void redis.on('smessage', use),
    }
  return {
    publish: 'PUBLISH',
    subscribe: (...names) => redis.subscribe(...names),
    unsubscribe: (...names) => redis.unsubscribe(...names),
    onMessage: (use) => void redis.on('message', use),
  }
}

const nodesOf = (server: Server): readonly Redis[] => (server instanceof Cluster ? server.nodes() : [server])

function gathering(server: Server): () => void {
  let isGathering = false
  return () => {
    if (isGathering) return
    isGathering = true
    const streams = nodesOf(server).flatMap(({ stream }) => stream ?? [])
    for (const stream of streams) stream.cork()
    setImmediate(() => {
      isGathering = false
      for (const stream of streams) stream.uncork()
    })
  }
}

/**
 * A connection that a firewall forgot, or whose server lost its power, is closed by nobody: the system notices after a quarter of an hour,
 * and on one that only listens never.
 */
async function replaceDead(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') return
  const { stream } = redis
  const { bytesRead } = stream
  try {
    await redis.ping()
  } catch (error) {
    // Who refuses, or is behind with answering, is there.
    const isSilent = error instanceof Error && error.message === 'Command timed out' && stream.bytesRead === bytesRead
    if (isSilent && redis.stream === stream) redis.disconnect(true)
  }
}

function connections(url: string, key: string, common: RedisOptions): Pick<RedisConnections, 'commands' | 'subscriptions' | 'aim'> {
  if (!isCluster(url)) {
    const subscriptions = new Redis(url, { ...common, reconnectOnError: null })
    return { commands: new Redis(url, common), subscriptions, aim: async () => {} }
  }
  const nodes = url.split(',').map((node) => new URL(node.trim()))
  const [first] = nodes
  const { retryStrategy: _, lazyConnect: __, enableOfflineQueue: ___, ...one } = common
  const access: RedisOptions = {
    ...one,
    ...(first?.username && { username: decodeURIComponent(first.username) }),
    ...(first?.password && { password: decodeURIComponent(first.password) }),
    ...(first?.protocol === 'rediss:' && { tls: {} }),
  }
  // An IPv6 address stands in brackets in a URL, and nowhere else.
  const places = nodes.map(({ hostname, port }) => ({ host: hostname.replace(/^\[(.+)\]$/, '$1'), port: Number(port || 6379) }))
  const commands = new Cluster(places, {
    lazyConnect: true,
    clusterRetryStrategy: shared.retryStrategy,
    redisOptions: access,
  })
  let slot = -1
  const owner = (): Place | undefined => {
    const [, host, port] = /^(.+):(\d+)$/.exec(commands.slots[slot]?.[0] ?? '') ?? []
    return host ? { host, port: Number(port) } : undefined
  }
  const subscriptions = subscriptionsOf(places, access, owner)
  const aim = async (): Promise<void> => {
    slot = Number(await commands.cluster('KEYSLOT', key))
    Object.assign(subscriptions.options, owner())
  }
  return { commands, subscriptions, aim }
}

interface Place {
  host: string
  port: number
}

/** Only the node that has the messages will do. Every second try is at another: what is known of the cluster may be of yesterday. */
function subscriptionsOf(nodes: readonly Place[], access: RedisOptions, owner: () => Place | undefined): Redis {
  const at = (attempt: number): Place => nodes[attempt % nodes.length] ?? { host: '127.0.0.1', port: 6379 }
  const redis = new Redis({
    ...shared,
    ...access,
    ...at(0),
    reconnectOnError: null,
    retryStrategy(attempt) {
      Object.assign(redis.options, (attempt % 2 ? owner() : undefined) ?? at(attempt >> 1))
      return shared.retryStrategy(attempt)
    },
  })
  return redis
}

/** @throws StorageError when the first try fails; nothing goes on in the background then */
export async function open(redis: Server): Promise<void> {
  let reason: unknown
  // `connect` says that the connection is closed; why is said here, before.
  const note = (error: unknown): void => {
    reason = error
  }
  redis.on('error', note)
  try {
    await redis.connect()
  } catch (error) {
    redis.disconnect()
    throw new StorageError(`Redis can't be reached: ${plain(reason ?? error)}.`, { option: 'storage' })
  } finally {
    redis.off('error', note)
  }
}

function readiness(redis: Server, patienceMs: number): () => Promise<void> {
  const waiting = new Set<() => void>()
  redis.on('ready', () => {
    for (const go of waiting) go()
    waiting.clear()
  })
  return async () => {
    if (redis.status === 'ready') return
    await new Promise<void>((resolve, reject) => {
      const give = setTimeout(() => {
        waiting.delete(go)
        reject(new StorageError('Redis is away.'))
      }, patienceMs)
      const go = (): void => {
        clearTimeout(give)
        resolve()
      }
      waiting.add(go)
    })
  }
}

/** The kind of a failure, without what was sent. */
export function plain(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  // "READONLY You can't write …", "OOM command not allowed …": the first word is Redis' own code.
  return /^[A-Z]+(?= )/.exec(error.message)?.[0] ?? 'no answer'
}
