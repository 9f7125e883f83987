import { healthRoute } from '@portico/service/http'
import { Hono } from 'hono'

export interface AppOptions {
  /** Whether new clients are welcome: storage answers and the relay is not draining. */
  healthy(): Promise<boolean>
}

/** `GET /healthz`. Everything else over HTTP is 404, and a WebSocket never comes here. */
export function createApp({ healthy }: AppOptions): Hono {
  const app = new Hono()
  app.get('/healthz', healthRoute(healthy))
  app.notFound((context) => context.text('not found', 404))
  app.onError((_error, context) => context.text('internal error', 500))
  return app
}
