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

/** An HTTP server around routes. @param port 0 takes any that is free */
export function createListener({ app, host, port }: { app: Pick<Hono, 'fetch'>; host: string; port: number }): Listener {
  const listener = getRequestListener((request, env) => app.fetch(request, env), { errorHandler: refuseUnreadable })
  const server = createServer({ ...timeouts, maxHeaderSize: 16_384 }, listener)
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        const failed = (cause: unknown): void => reject(new ListenError({ host, port, cause }))
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

/** A request line or a host that makes no URL, before the routes could say so. */
function refuseUnreadable(error: unknown): Response {
  const readable = error instanceof RequestError
  const body = {
    error: { code: readable ? 'invalid' : 'failed', message: readable ? `${error.message}.` : 'Something went wrong here.' },
  }
  return Response.json(body, { status: readable ? 400 : 500, headers: { 'cache-control': 'no-store' } })
}
