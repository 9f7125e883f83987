import { type HttpBindings, createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'

export interface ControlServer {
  /** Stops listening and drops what is open. */
  close(): Promise<void>
}

/** Listens on loopback. Rejects when the port can't be had. */
export function listen(app: Hono<{ Bindings: HttpBindings }>, { host, port }: { host: string; port: number }): Promise<ControlServer> {
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: { requestTimeout: 120_000, headersTimeout: 10_000 } })
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve({ close }))
  })
}
