import { OptionsError } from '@portico/service'
import type { MetricsAddress } from '@portico/service/http'
import { type Limits, defaultLimits } from './limits.js'
import { defaultPushServices, isServicePattern } from './push/services.js'
import { type Vapid, createVapid } from './push/vapid.js'
import { type StorageOptions, leaseMs } from './storage/storage.js'

export interface PushOptions {
  /** The operator's key (VAPID, RFC 8292): 32 bytes in base64url. Browsers are subscribed with its public half, so it stays. */
  privateKey: string
  /** Where push services reach the operator: `mailto:` or `https:`. */
  subject: string
  /**
   * The push services that clients may name: hosts, `*.` before one for those below it, or `http:` origins on a loopback address.
   * Default: those of Chrome, Firefox, Safari and Edge.
   */
  services?: readonly string[]
  /**
   * Milliseconds that a connected client has to acknowledge a message before it is told. One whose phone has gone to sleep looks connected.
   * Default 2000.
   */
  graceMs?: number
}

export interface RelayOptions {
  /** Default 127.0.0.1. `0.0.0.0` or `::` where a balancer stands in front. */
  host?: string
  /** Default 5555. 0 takes a free one. */
  port?: number
  /**
   * The URLs that clients are configured with, letter by letter: a client's token names the one it means, and any other is
   * refused. Required unless `host` is a loopback address; then `ws://127.0.0.1:PORT` and `ws://localhost:PORT` by default.
   */
  publicUrls?: readonly string[]
  /** Default SQLite in memory, for this process alone. */
  storage?: StorageOptions
  /** The project ids that clients may come with. Default: any, and none. */
  projectIds?: readonly string[]
  /** Where pages may be that connect: `https://example.com`. What is no page says nothing of that, and may. Default: anywhere. */
  origins?: readonly string[]
  /** How many proxies stand in front and write X-Forwarded-For. Default 0: the header is not read. */
  trustProxy?: number
  /** How far, in seconds, a client's clock may be off. Default 60. */
  clockLeeway?: number
  /** How long, in seconds, a client's token may be good for. Default 86,400, as clients make them. */
  tokenSeconds?: number
  /** Milliseconds between WebSocket pings, up to 45,000. Default 30,000: clients on Node give up after 35 s of silence. */
  pingMs?: number
  /** How long, in milliseconds, `stop` waits for requests and clients before it ends what is left. Default 10,000. */
  drainMs?: number
  limits?: Partial<Limits>
  /** Wallets that are away are told of requests by Web Push. Default: they find them when they come. */
  push?: PushOptions
  /** Where `GET /metrics` is answered, for the operator alone. Default: nowhere. */
  metrics?: MetricsAddress
  /** Logs warnings and errors only. */
  quiet?: boolean
}

export interface Resolved {
  host: string
  port: number
  publicUrls: readonly string[] | undefined
  projectIds: readonly string[] | undefined
  origins: readonly string[] | undefined
  storage: StorageOptions
  trustProxy: number
  clockLeeway: number
  tokenSeconds: number
  pingMs: number
  drainMs: number
  limits: Limits
  push: { vapid: Vapid; services: readonly string[]; graceMs: number } | undefined
  metrics: MetricsAddress | undefined
  quiet: boolean
}

/** @throws OptionsError */
export function resolveOptions(options: RelayOptions): Resolved {
  const { host = '127.0.0.1', publicUrls, projectIds, origins, metrics, storage = { sqlite: ':memory:' }, quiet = false } = options
  const limits = { ...defaultLimits, ...options.limits }
  for (const [name, value] of Object.entries(limits)) if (name !== 'ttlByTag') whole(`limits.${name}`, value, 1)
  for (const [tag, ttl] of Object.entries(limits.ttlByTag)) whole(`limits.ttlByTag[${tag}]`, ttl, 1)
  if (!publicUrls && !['127.0.0.1', '::1', 'localhost'].includes(host))
    throw new OptionsError(`publicUrls is missing: clients reach ${host} by another name, and their tokens carry it.`)
  if (publicUrls?.length === 0) throw new OptionsError('publicUrls is empty.')
  for (const url of publicUrls ?? []) {
    if (!/^wss?:\/\//.test(url) || !URL.canParse(url)) throw new OptionsError(`publicUrls: ${url} is not a ws:// or wss:// URL.`)
  }
  for (const origin of origins ?? []) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new OptionsError(`origins: ${origin} is not an origin, as https://example.com is.`)
  }
  if (projectIds?.length === 0 || projectIds?.includes('')) throw new OptionsError('projectIds: an empty one.')
  if (origins?.length === 0) throw new OptionsError('origins is empty.')
  if ('redis' in storage && !storage.redis.split(',').every((node) => /^rediss?:\/\//.test(node.trim()) && URL.canParse(node.trim())))
    throw new OptionsError(
      'storage: Redis is named by a redis:// or rediss:// URL, and a cluster by several with commas between them. Signs of a password such as / and # are percent-encoded.',
    )
  return {
    host,
    port: whole('port', options.port ?? 5555, 0, 65_535),
    publicUrls,
    projectIds,
    origins,
    storage,
    trustProxy: whole('trustProxy', options.trustProxy ?? 0, 0, 16),
    clockLeeway: whole('clockLeeway', options.clockLeeway ?? 60, 0, 86_400),
    tokenSeconds: whole('tokenSeconds', options.tokenSeconds ?? 86_400, 1),
    pingMs: whole('pingMs', options.pingMs ?? 30_000, 10, leaseMs / 2),
    drainMs: whole('drainMs', options.drainMs ?? 10_000, 0),
    limits,
    push: options.push && resolvePush(options.push),
    metrics: metrics && { ...metrics, port: whole('metrics.port', metrics.port, 0, 65_535) },
    quiet,
  }
}

function resolvePush({ privateKey, subject, services = defaultPushServices, graceMs = 2000 }: PushOptions): Resolved['push'] {
  for (const service of services) {
    if (!isServicePattern(service))
      throw new OptionsError(`push.services: ${service} is not a host, as push.example.com and *.push.example.com are.`)
  }
  if (services.length === 0) throw new OptionsError('push.services is empty.')
  return { vapid: createVapid({ privateKey, subject }), services, graceMs: whole('push.graceMs', graceMs, 10, 60_000) }
}

function whole(name: string, value: unknown, from: number, to = Number.MAX_SAFE_INTEGER): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= from && value <= to) return value
  throw new OptionsError(`${name} is ${String(value)}, not a whole number from ${from}${to < 1e9 ? ` to ${to}` : ''}.`)
}
