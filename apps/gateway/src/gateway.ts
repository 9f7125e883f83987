import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { RequestError, getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { z } from 'zod'
import { createApp } from './app.js'
import { DataSetError, GatewayOptionsError, ListenError } from './errors.js'
import { createLog } from './log.js'
import { readWalletData } from './wallets/dataSet.js'

export interface GatewayOptions {
  /** Where it listens. 127.0.0.1 unless told. */
  host?: string
  /** 9100 unless told; 0 takes any that is free. */
  port?: number
  /** The folder of the data set. The one of this package unless told. */
  data?: string
  /** Ids of the wallets that this gateway's operator calls certified. None unless told: the data set says nothing of it. */
  certified?: readonly string[]
  /** Log warnings and errors alone. */
  quiet?: boolean
}

export interface Gateway {
  /** The routes alone, for a process that listens by itself. */
  app: Hono
  /** Starts to listen and tells where: `http://127.0.0.1:9100`. @throws ListenError */
  listen(): Promise<string>
  /** Takes no more connections, lets what is under way end for five seconds, and cuts the rest. */
  close(): Promise<void>
}

/** How long requests that are under way may take to end, in milliseconds. */
const grace = 5000

/** How long a client may take, in milliseconds. */
const timeouts = { requestTimeout: 10_000, headersTimeout: 5000, keepAliveTimeout: 5000, connectionsCheckingInterval: 1000 }

const optionsSchema = z.object({
  host: z.string().min(1).default('127.0.0.1'),
  port: z.int().min(0).max(65_535).default(9100),
  data: z.optional(z.string().min(1)),
  certified: z.array(z.string()).default([]),
  quiet: z.boolean().default(false),
})

/**
 * The gateway: the directory of wallets. Reads its data and listens to nothing yet.
 * @example const gateway = createGateway({ port: 9100 }); const url = await gateway.listen()
 * @throws GatewayOptionsError, DataSetError
 */
export function createGateway(options: GatewayOptions = {}): Gateway {
  const parsed = optionsSchema.safeParse(options)
  if (!parsed.success) throw new GatewayOptionsError(z.prettifyError(parsed.error))
  const { host, port, certified, quiet } = parsed.data
  const wallets = readWalletData(parsed.data.data ?? ownData())
  const strangers = certified.filter((id) => !wallets.images.has(id))
  if (strangers.length > 0) throw new GatewayOptionsError(`certified names wallets that are not listed: ${strangers.join(', ')}`)

  const log = createLog({ quiet })
  let open = true
  const app = createApp({ wallets, certified: new Set(certified), log, isOpen: () => open })
  const server = createServer(timeouts, getRequestListener(app.fetch, { errorHandler: refuseUnreadable }))

  return {
    app,
    listen: () =>
      new Promise((resolve, reject) => {
        server.once('error', (cause) => reject(new ListenError({ host, port, cause })))
        server.listen(port, host, () => {
          const address = server.address()
          const name = host.includes(':') ? `[${host}]` : host
          const url = `http://${name}:${typeof address === 'object' && address ? address.port : port}`
          log('info', 'listening', { url, wallets: wallets.wallets.length })
          resolve(url)
        })
      }),
    close: () =>
      new Promise((resolve) => {
        open = false
        const cut = setTimeout(() => server.closeAllConnections(), grace)
        server.close(() => {
          clearTimeout(cut)
          log('info', 'closed')
          resolve()
        })
      }),
  }
}

/** A request line or a host that makes no URL, before the routes could say so. */
function refuseUnreadable(error: unknown): Response {
  const [status, code, message] =
    error instanceof RequestError ? [400, 'bad-request', `${error.message}.`] : [500, 'failed', 'Something went wrong here.']
  const headers = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' }
  return Response.json({ error: { code, message } }, { status, headers })
}

/** `data` of this package. A bundle lies deeper in it than the source, so the folders above are looked through. */
function ownData(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'data/wallets.json'))) return join(folder, 'data')
  }
  throw new DataSetError('The data set is not beside this program: name its folder (PORTICO_GATEWAY_DATA).')
}
