import { healthRoute } from '@portico/service/http'
import { Hono } from 'hono'

export interface AppOptions {
  /** Whether new clients are welcome: storage answers and the relay is not draining. */
  healthy(): Promise<boolean>
  /** Registrations for Web Push, where they are taken, and the paths at which they are. */
  clients?: { app: Hono; paths: readonly string[] }
}

/** `GET /healthz`, and registrations. Everything else over HTTP is 404, and a WebSocket never comes here. */
export function createApp({ healthy, clients }: AppOptions): Hono {
  const app = new Hono()
  app.get('/healthz', healthRoute(healthy))
  for (const path of clients?.paths ?? []) if (clients) app.route(path, clients.app)
  app.notFound((context) => context.text('not found', 404))
  app.onError((_error, context) => context.text('internal error', 500))
  return app
}
