import { type Server, createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { OperatorError, createLog, throttled } from '@portico/service'
import { answers, createMetricsListener } from '@portico/service/http'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Connection, createConnection } from './connection/connection.js'
import { createTopics } from './delivery/topics.js'
import { PortInUseError, StoppedError } from './errors.js'
import { createApp } from './http/app.js'
import { createClients } from './http/clients.js'
import { type Admission, admit } from './http/upgrade.js'
import { createRelayMetrics } from './metrics.js'
import { type RelayOptions, type Resolved, resolveOptions } from './options.js'
import { createMethods } from './protocol/methods.js'
import { type Announcer, createAnnouncer } from './push/announcer.js'
import { openStorage } from './storage/open.js'
import type { RelayStorage } from './storage/storage.js'

/** Numbers since the start, but for the first two, which are of now. */
export interface RelayStats {
  connections: number
  /** Topics that open connections are subscribed to. */
  subscriptions: number
  accepted: number
  refused: number
  /** Messages stored; a repeated one counts in `repeated` alone. */
  published: number
  repeated: number
  delivered: number
  acknowledged: number
  malformed: number
  /** Connections ended because they did not read what was sent to them. */
  slow: number
}

export interface Relay {
  /** `ws://HOST:PORT`; with `port: 0` the port is known once the relay is ready. */
  readonly url: string
  /** `http://HOST:PORT` of the numbers, where they are told, once the relay is ready. */
  readonly metricsUrl: string | undefined
  /** Resolves when clients are accepted. Rejects with an OperatorError, with nothing left running. */
  ready: Promise<void>
  stats(): RelayStats
  /**
   * Accepts no one any more, answers what it was asked, tells clients to reconnect (close code 1012), and ends. Takes no
   * longer than `drainMs` and a moment; safe to call more than once.
   */
  stop(): Promise<void>
}

/** Milliseconds that a client has for its request line and headers, and how often it is looked whether they are over. */
const headersTimeout = 10_000
const connectionsCheckingInterval = 500
/** Milliseconds that the storage has to answer a question after its health. */
const healthMs = 1000
/** How old, in milliseconds, what is said of its health may be. */
const healthAgeMs = 500

/**
 * A WalletConnect relay: clients publish and subscribe to topics over WebSocket, and what nobody has read yet waits.
 * Nothing runs before it is called; two relays in a process share nothing.
 * @throws OptionsError
 */
export function createRelay(options: RelayOptions = {}): Relay {
  const resolved = resolveOptions(options)
  const { host, storage: storageOptions, limits, drainMs, publicUrls, push } = resolved
  const log = createLog({ quiet: resolved.quiet, service: 'relay' })
  const metrics = createRelayMetrics()
  const connections = new Set<Connection>()
  /** Sockets of clients that are not in yet. */
  const waiting = new Set<Duplex>()
  const topics = createTopics(() => storage)
  /** How clients know this relay: once the port is known. */
  const audiences = (): readonly string[] => publicUrls ?? ['127.0.0.1', 'localhost', '[::1]'].map((name) => `ws://${name}:${port}`)
  const tokenRules = { leeway: resolved.clockLeeway, life: resolved.tokenSeconds }
  const { projectIds, origins, trustProxy: proxies } = resolved
  const clients = push && {
    app: createClients({
      push: () => storage.push,
      // Who makes a token for an HTTP call may name the address that it calls.
      rules: () => ({ audiences: new Set(audiences().flatMap((url) => [url, url.replace(/^ws/, 'http')])), ...tokenRules }),
      ...{ projectIds, origins, proxies, limits, metrics },
      services: push.services,
      publicKey: push.vapid.publicKey,
    }),
    paths: [...new Set(['/', ...(publicUrls ?? []).map((url) => new URL(url).pathname)])],
  }
  const server = createServer(
    { headersTimeout, requestTimeout: headersTimeout, keepAliveTimeout: 5000, connectionsCheckingInterval },
    getRequestListener(createApp({ healthy, ...(clients && { clients }) }).fetch),
  )
  let announcer: Announcer | undefined
  // Sockets that have not said yet what they want count too.
  server.maxConnections = limits.connections + 1000
  const numbers = resolved.metrics && createMetricsListener(metrics, resolved.metrics)
  let metricsUrl: string | undefined
  let port = resolved.port
  let draining = false

  // With SQLite a database that can't be used is known at once; `ready` is the one place to learn of it.
  let storage: RelayStorage
  const opened = Promise.resolve().then(() => {
    storage = openStorage(storageOptions, {
      onPublication: topics.publication,
      onGap: () => {
        topics.gap()
        for (const clientId of topics.clients()) follow(clientId)
      },
      onRegistered: follow,
      onMissed: topics.missed,
      onState: (state) => log(state === 'up' ? 'info' : 'error', `storage.${state}`),
      onWarning: (warning) => log('warn', `redis.${warning}`),
    })
    return storage.ready
  })

  /** What a client that registers is subscribed to already. */
  function follow(clientId: string): void {
    if (!push) return
    const failed = (): void => metrics.add('portico_relay_storage_errors_total')
    storage.push.follow({ clientId, topics: topics.of(clientId), limit: limits.followedTopics }).catch(failed)
  }

  let looked: { at: number; answer: Promise<boolean> } | undefined
  async function healthy(): Promise<boolean> {
    if (draining) return false
    // It takes a write: whoever asks all the time is told what was so a moment ago.
    if (!looked || performance.now() - looked.at > healthAgeMs) {
      const answer = Promise.race([answers(() => storage.ping()), sleep(healthMs, false, { ref: false })])
      looked = { at: performance.now(), answer }
    }
    return await looked.answer
  }

  const start = async (): Promise<void> => {
    const from = performance.now()
    await opened
    if (draining) throw new StoppedError()
    metricsUrl = await numbers?.listen()
    port = await listen(server, resolved)
    accept()
    const milliseconds = Math.round(performance.now() - from)
    log('info', 'ready', { host, port, storage: 'redis' in storageOptions ? 'redis' : 'sqlite', milliseconds })
  }

  const accept = (): void => {
    const quietly = throttled(log, 10_000)
    const sockets = new WebSocketServer({ noServer: true, clientTracking: false, maxPayload: 2 * limits.messageBytes + 65_536 })
    announcer = push && createAnnouncer({ storage, ...push, limits, metrics, log: quietly })
    const call = createMethods({ storage, topics, limits, metrics, log: quietly, ...(announcer && { announcer }) })
    const room = (): boolean => !draining && connections.size + waiting.size <= limits.connections
    const allowed = (given: readonly string[] | undefined) => given && new Set(given)
    const admission = {
      audiences: new Set(audiences()),
      ...tokenRules,
      projectIds: allowed(projectIds),
      origins: allowed(origins),
      proxies,
      limits,
      storage,
      metrics,
      room,
    }

    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => {})
      waiting.add(socket)
      void admit(request, socket, admission).then((admitted) => {
        waiting.delete(socket)
        if (!admitted) return
        if (draining || socket.destroyed) {
          socket.destroy()
          return leave(admitted)
        }
        // Refused by ws itself (not version 13, no key): it answers 400 and the callback never comes.
        socket.once('close', () => leave(admitted))
        sockets.handleUpgrade(request, socket, head, (webSocket) => {
          const { clientId, address, unwelcome } = admitted
          if (unwelcome) return turnAway(webSocket, unwelcome)
          const { pingMs } = resolved
          const onAlive = (): void => void storage.renew(admitted).catch(() => {})
          const onClose = (): void => {
            connections.delete(connection)
            metrics.gauge('portico_relay_connections', -1)
          }
          const common = { storage, topics, call, limits, metrics, pingMs, onAlive, onClose }
          const connection = createConnection({ ...common, socket: webSocket, clientId, address })
          connections.add(connection)
          metrics.gauge('portico_relay_connections', 1)
          metrics.add('portico_relay_connections_total')
        })
      })
    })
  }

  const leave = (admitted: Admission): void => {
    storage.release(admitted).catch(() => metrics.add('portico_relay_storage_errors_total'))
  }

  const end = async (): Promise<void> => {
    draining = true
    const from = performance.now()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const open = connections.size
    const late = setTimeout(() => {
      for (const connection of connections) connection.terminate()
      server.closeAllConnections()
    }, drainMs)
    await Promise.all([...connections].map((connection) => connection.drain(1012, 'service restart')))
    clearTimeout(late)
    await announcer?.stop(Math.max(0, drainMs - (performance.now() - from)))
    for (const socket of waiting) socket.destroy()
    server.closeAllConnections()
    await closed
    if (metricsUrl) await numbers?.close()
    await opened.then(
      // What could not be kept was refused before.
      () => storage.close().catch(() => log('error', 'storage.close.failed')),
      () => {},
    )
    log('info', 'stopped', { connections: open, milliseconds: Math.round(performance.now() - from) })
  }
  let ended: Promise<void> | undefined
  const endOnce = (): Promise<void> => (ended ??= end())

  const ready = start().catch(async (error: unknown) => {
    const message = error instanceof OperatorError ? error.message : error instanceof Error ? error.name : 'unknown'
    if (!(error instanceof StoppedError)) log('error', 'start.failed', { message })
    await endOnce()
    throw error
  })
  // Who never waits for `ready` learns of a failure from the log, not from a crash.
  ready.catch(() => {})

  return {
    get url() {
      return `ws://${host.includes(':') ? `[${host}]` : host}:${port}`
    },
    get metricsUrl() {
      return metricsUrl
    },
    ready,
    stats: () => ({
      connections: connections.size,
      subscriptions: topics.size,
      accepted: metrics.total('portico_relay_connections_total'),
      refused: metrics.total('portico_relay_refused_total'),
      published: metrics.total('portico_relay_published_total', { outcome: 'stored' }),
      repeated: metrics.total('portico_relay_published_total', { outcome: 'repeated' }),
      delivered: metrics.total('portico_relay_delivered_total'),
      acknowledged: metrics.total('portico_relay_acknowledged_total'),
      malformed: metrics.total('portico_relay_malformed_frames_total'),
      slow: metrics.total('portico_relay_closed_total', { reason: 'slow' }),
    }),
    stop: () => {
      draining = true
      return ready.then(endOnce, endOnce)
    },
  }
}

/** Clients take this code for a no that stays one, and do not try again. */
function turnAway(webSocket: WebSocket, reason: string): void {
  webSocket.on('error', () => {})
  webSocket.close(3000, reason)
  setTimeout(() => webSocket.terminate(), 2000).unref()
}

/** The port it listens on. @throws PortInUseError */
function listen(server: Server, { host, port }: Resolved): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject('code' in error && error.code === 'EADDRINUSE' ? new PortInUseError({ port }) : error))
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
