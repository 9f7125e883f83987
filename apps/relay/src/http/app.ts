import { healthRoute } from '@portico/service/http'
import { metricsType } from '@portico/service/metrics'
import { Hono } from 'hono'
import type { Metrics } from '../metrics.js'

export interface AppOptions {
  /** Whether new clients are welcome: storage answers and the relay is not draining. */
  healthy(): Promise<boolean>
  metrics: Metrics
}

/** `GET /healthz` and `GET /metrics`. Everything else over HTTP is 404, and a WebSocket never comes here. */
export function createApp({ healthy, metrics }: AppOptions): Hono {
  const app = new Hono()
  app.get('/healthz', healthRoute(healthy))
  app.get('/metrics', (context) => context.body(metrics.render(), 200, { 'content-type': metricsType, 'cache-control': 'no-store' }))
  app.notFound((context) => context.text('not found', 404))
  app.onError((_error, context) => context.text('internal error', 500))
  return app
}
