import { createServer } from 'node:http'
import { RequestError, getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { ListenError } from '../errors.js'

/** How long requests that are under way may take to end, in milliseconds. */
const grace = 5000

/** How long a client may take, in milliseconds. A long poll is an answer, not a request: it is not limited by these. */
const timeouts = { requestTimeout: 10_000, headersTimeout: 5000, keepAliveTimeout: 5000, connectionsCheckingInterval: 1000 }

export interface Listener {
  /** Starts to listen and tells where: `http://127.0.0.1:9301`. @throws ListenError */
  readonly listen: () => Promise<string>
  /** Takes no more connections, lets what is under way end for five seconds, and cuts the rest. */
  readonly close: () => Promise<void>
}

/** What a request is told that can't be read, before the routes could say it. */
export interface Refusal {
  /** `error.code` of the answer. */
  readonly code: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface ListenerParameters {
  app: Pick<Hono, 'fetch'>
  host: string
  /** 0 takes any that is free. */
  port: number
  refusal?: Refusal
  /** What names the port in an error, and the host beside it. */
  option?: string
}

/** An HTTP server around routes. */
export function createListener({ app, host, port, refusal = { code: 'invalid' }, option = 'port' }: ListenerParameters): Listener {
  const errorHandler = (error: unknown): Response => refuseUnreadable(error, refusal)
  const listener = getRequestListener((request, env) => app.fetch(request, env), { errorHandler })
  const server = createServer({ ...timeouts, maxHeaderSize: 16_384 }, listener)
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        const failed = (cause: NodeJS.ErrnoException): void => {
          const isHost = cause.code === 'EADDRNOTAVAIL' || cause.code === 'ENOTFOUND'
          reject(new ListenError({ host, port, cause, option: isHost ? option.replace(/port$/, 'host') : option }))
        }
        server.once('error', failed)
        server.listen(port, host, () => {
          server.off('error', failed)
          const address = server.address()
          const name = host.includes(':') ? `[${host}]` : host
          resolve(`http://${name}:${typeof address === 'object' && address ? address.port : port}`)
        })
      }),
    close: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), grace)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

function refuseUnreadable(error: unknown, { code, headers }: Refusal): Response {
  const unreadable = error instanceof RequestError
  const problem = unreadable ? { code, message: `${error.message}.` } : { code: 'failed', message: 'Something went wrong here.' }
  return Response.json({ error: problem }, { status: unreadable ? 400 : 500, headers: { ...headers, 'cache-control': 'no-store' } })
}
