import type { RawData, WebSocket } from 'ws'
import { createReader } from '../delivery/reader.js'
import type { Subscription } from '../delivery/subscription.js'
import type { Topics } from '../delivery/topics.js'
import type { Limits } from '../limits.js'
import type { Metrics } from '../metrics.js'
import { errorFrame, readFrame, resultFrame } from '../protocol/envelope.js'
import { RequestError, rateLimited } from '../protocol/errors.js'
import type { Call, Caller } from '../protocol/methods.js'
import { isMethod, weightOf } from '../protocol/schema.js'
import { createRate } from '../storage/rate.js'
import type { RelayStorage, StoredMessage } from '../storage/storage.js'

export interface ConnectionOptions {
  socket: WebSocket
  clientId: string
  /** The digest of its address. */
  address: string
  storage: RelayStorage
  topics: Topics
  call: Call
  limits: Limits
  metrics: Metrics
  pingMs: number
  /** Each time the client shows that it is there. */
  onAlive(): void
  /** Once, when the connection is over. */
  onClose(): void
}

export interface Connection {
  /** Answers what it has read, then closes with `code`. Resolves when the connection is over. */
  drain(code: number, reason: string): Promise<void>
  /** Ends at once. */
  terminate(): void
}

/** Why the relay ends a connection, as WebSocket close codes (RFC 6455 section 7.4.1). */
const closeCodes = { malformed: 1008, binary: 1003 } as const

/** Requests that wait for the one before them. Above that nothing more is read. */
const waitingRequests = 64
/** Pushes whose acknowledgement is awaited. An older one that is answered after all is delivered again one day. */
const awaitedPushes = 1024
/** How long the other side has to answer a close. */
const closeMs = 5000

interface Waiting {
  id: string
  method: string
  params: unknown
  bytes: number
}

/**
 * Speaks JSON-RPC with one client. Requests are served one after another: what a client publishes in turn is stored in turn,
 * and no client has more than one request in the storage.
 */
export function createConnection(options: ConnectionOptions): Connection {
  const { socket, clientId, address, storage, topics, call, limits, metrics, pingMs, onAlive, onClose } = options
  const rate = createRate({ burst: limits.requestBurst, perSecond: limits.requestsPerSecond })
  const pushes = new Map<number, { topic: string; seq: number }>()
  const queue: Waiting[] = []
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  let queuedBytes = 0
  let serving: Promise<void> | undefined
  let closing = false
  let paused = false
  let malformed = 0
  let congestion: NodeJS.Timeout | undefined
  let alive = true
  // Unlike a counter from 1 it does not repeat on the client's next connection.
  let pushId = Date.now() * 1000

  const resumeReading = (): void => {
    if (!paused) return
    paused = false
    socket.resume()
  }

  /** Who does not answer a close in time is cut off. */
  const close = (code: number, reason: string): void => {
    closing = true
    resumeReading()
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), closeMs).unref()
  }

  const end = (reason: 'malformed' | 'binary' | 'slow' | 'silent'): void => {
    if (closing) return
    metrics.add('portico_relay_closed_total', { reason })
    if (reason === 'malformed' || reason === 'binary') return close(closeCodes[reason], reason)
    closing = true
    socket.terminate()
  }

  /** Reading stops while answers or requests pile up, and goes on when they do not: TCP tells the client to wait. */
  const balance = (): void => {
    if (closing) return
    if (socket.bufferedAmount > limits.bufferedBytes) congestion ??= setTimeout(() => end('slow'), limits.slowReaderMs)
    else if (congestion && socket.bufferedAmount <= limits.bufferedBytes / 2) {
      clearTimeout(congestion)
      congestion = undefined
      reader.resume()
    }
    const full = congestion !== undefined || queue.length > waitingRequests || queuedBytes > limits.bufferedBytes
    if (!full) return resumeReading()
    if (paused) return
    paused = true
    socket.pause()
  }

  const send = (text: string): void => {
    if (socket.readyState !== socket.OPEN) return
    metrics.add('portico_relay_sent_bytes_total', {}, Buffer.byteLength(text))
    socket.send(text, balance)
    if (socket.bufferedAmount > limits.bufferedBytes) balance()
  }

  const push = (subscription: Subscription, message: StoredMessage): void => {
    const { topic, id } = subscription
    pushes.set(++pushId, { topic, seq: message.seq })
    const [oldest] = pushes.keys()
    if (oldest !== undefined && pushes.size > awaitedPushes) pushes.delete(oldest)
    const { publishedAt, tag, attestation } = message
    const data = { topic, message: message.message, publishedAt, tag, ...(attestation !== undefined && { attestation }) }
    metrics.add('portico_relay_delivered_total')
    send(JSON.stringify({ id: pushId, jsonrpc: '2.0', method: 'irn_subscription', params: { id, data } }))
  }

  const reader = createReader({
    clientId,
    storage,
    push,
    accepts: () => !closing && congestion === undefined && socket.readyState === socket.OPEN,
    onError: () => metrics.add('portico_relay_storage_errors_total'),
  })
  const caller: Caller = { clientId, address, reader, subscriptions: new Map(), fetched: new Map() }

  const serve = async ({ id, method, params }: Waiting): Promise<void> => {
    const label = isMethod(method) ? method : 'other'
    const deferred: (() => void)[] = []
    try {
      const retryAfterMs = rate.take(performance.now(), weightOf(params))
      if (retryAfterMs > 0) throw rateLimited(retryAfterMs)
      if (!isMethod(method)) throw new RequestError('method-not-found', 'The relay has no such method.')
      const result = await call(method, caller, params, (work) => deferred.push(work))
      metrics.add('portico_relay_requests_total', { method: label, outcome: 'ok' })
      send(resultFrame(id, result))
    } catch (error) {
      const shown = error instanceof RequestError ? error : new RequestError('unavailable', 'The relay can’t do this now.')
      metrics.add('portico_relay_requests_total', { method: label, outcome: shown.reason })
      send(errorFrame(id, shown))
    }
    // Also when the client is gone: what it has published is for others.
    for (const work of deferred) work()
  }

  const serveAll = async (): Promise<void> => {
    for (let next = queue.shift(); next && socket.readyState === socket.OPEN; next = queue.shift()) {
      await serve(next)
      queuedBytes -= next.bytes
      balance()
    }
    serving = undefined
  }

  const acknowledged = (id: number): void => {
    const push = pushes.get(id)
    if (!push) return
    pushes.delete(id)
    metrics.add('portico_relay_acknowledged_total')
    // If it is not kept, the message is delivered once more, one day.
    storage.acknowledge({ ...push, clientId }).catch(() => metrics.add('portico_relay_storage_errors_total'))
  }

  const onMessage = (data: RawData, isBinary: boolean): void => {
    if (closing) return
    alive = true
    if (isBinary) return end('binary')
    const bytes = Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)
    const text = bytes.toString()
    metrics.add('portico_relay_received_bytes_total', {}, bytes.length)
    const frame = readFrame(text)
    if (frame.kind === 'acknowledgement') {
      if (frame.accepted) acknowledged(frame.id)
      return
    }
    if (frame.kind === 'malformed') {
      metrics.add('portico_relay_malformed_frames_total')
      send(errorFrame(frame.id, frame.error))
      if (++malformed >= limits.malformedFrames) end('malformed')
      return
    }
    const { id, method, params } = frame
    queue.push({ id, method, params, bytes: bytes.length })
    queuedBytes += bytes.length
    balance()
    serving ??= serveAll()
  }

  const ping = setInterval(() => {
    // Nothing is heard of a client that we do not listen to; the timer of slow readers looks after it.
    if (paused) return
    if (!alive) return end('silent')
    alive = false
    socket.ping()
    onAlive()
  }, pingMs)

  socket.on('message', onMessage)
  socket.on('pong', () => (alive = true))
  // A frame that is too large, of no known kind, or not UTF-8: ws closes with the code that RFC 6455 has for it.
  socket.on('error', () => metrics.add('portico_relay_malformed_frames_total'))
  socket.once('close', () => {
    closing = true
    clearInterval(ping)
    clearTimeout(congestion)
    reader.stop()
    queue.length = 0
    topics.close(caller, [...caller.subscriptions.keys()])
    onClose()
  })

  return {
    drain: async (code, reason) => {
      closing = true
      resumeReading()
      await serving
      close(code, reason)
      await over
    },
    terminate: () => socket.terminate(),
  }
}
