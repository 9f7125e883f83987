import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { verifyToken } from '../auth/token.js'
import type { Limits } from '../limits.js'
import type { Metrics } from '../metrics.js'
import type { RelayStorage } from '../storage/storage.js'
import { addressKey } from './address.js'

/** A client that may come in. */
export interface Admission {
  clientId: string
  /** Under which the connection counts. */
  connectionId: string
  address: string
  /** Why it may not stay after all: it is told so by a close, which is all that a page learns of a refusal. */
  unwelcome?: 'project not allowed' | 'origin not allowed'
}

export interface AdmitOptions {
  audiences: ReadonlySet<string>
  leeway: number
  /** How long, in seconds, a token may be good for. */
  life: number
  /** Undefined: any. */
  projectIds: ReadonlySet<string> | undefined
  origins: ReadonlySet<string> | undefined
  proxies: number
  limits: Limits
  storage: RelayStorage
  metrics: Metrics
  /** Whether there is room for one more; not while draining. */
  room(): boolean
}

const phrases = {
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

/** Decides on an upgrade. Who is refused reads a status and a few words, and the socket is closed. */
export async function admit(request: IncomingMessage, socket: Duplex, options: AdmitOptions): Promise<Admission | undefined> {
  const { audiences, leeway, life, proxies, limits, storage, metrics, room } = options
  const refuse = (status: keyof typeof phrases, reason: string): undefined => {
    metrics.add('portico_relay_refused_total', { reason })
    refuseUpgrade(socket, status, reason)
  }

  const url = URL.canParse(request.url ?? '', 'http://relay') ? new URL(request.url ?? '', 'http://relay') : undefined
  if (!url) return refuse(400, 'bad request')
  if (url.pathname !== '/' && ![...audiences].some((audience) => new URL(audience).pathname === url.pathname))
    return refuse(404, 'not found')
  if (!room()) return refuse(503, 'no room')
  const token = verifyToken(url.searchParams.get('auth'), { audiences, leeway, life, now: Date.now() / 1000 })
  if ('refusal' in token) return refuse(401, token.refusal)
  const unwelcome = unwelcomeOf(request, url, options)
  if (unwelcome) metrics.add('portico_relay_refused_total', { reason: unwelcome })
  const admission = {
    clientId: token.clientId,
    connectionId: randomUUID(),
    address: addressKey(request, { proxies }),
    ...(unwelcome && { unwelcome }),
  }
  try {
    const { address, connectionId } = admission
    if (await storage.admit({ address, connectionId, limit: limits.connectionsPerAddress })) return admission
  } catch {
    metrics.add('portico_relay_storage_errors_total')
    return refuse(503, 'storage')
  }
  return refuse(429, 'too many connections')
}

function unwelcomeOf({ headers }: IncomingMessage, url: URL, { projectIds, origins }: AdmitOptions): Admission['unwelcome'] {
  if (projectIds && !projectIds.has(url.searchParams.get('projectId') ?? '')) return 'project not allowed'
  if (origins && headers.origin !== undefined && !origins.has(headers.origin)) return 'origin not allowed'
  return undefined
}

function refuseUpgrade(socket: Duplex, status: keyof typeof phrases, reason: string): void {
  const head = [`HTTP/1.1 ${status} ${phrases[status]}`, 'Connection: close', 'Content-Type: text/plain; charset=utf-8']
  const length = `Content-Length: ${Buffer.byteLength(reason)}`
  socket.end(`${[...head, length, ...(status === 401 ? [] : ['Retry-After: 5'])].join('\r\n')}\r\n\r\n${reason}`)
  socket.once('finish', () => socket.destroy())
  setTimeout(() => socket.destroy(), 2000).unref()
}
