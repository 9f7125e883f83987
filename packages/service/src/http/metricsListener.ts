import { Hono } from 'hono'
import { type Metrics, metricsType } from '../metrics.js'
import { type Listener, createListener } from './listener.js'

/** Where a service tells its numbers. They are the operator's: never the address that clients come to. */
export interface MetricsAddress {
  /** 127.0.0.1 unless told. */
  readonly host?: string
  /** 0 takes any that is free. */
  readonly port: number
}

/** `GET /metrics` on an address of its own, and nothing else. */
export function createMetricsListener(
  metrics: Pick<Metrics<never, never, never>, 'render'>,
  { host = '127.0.0.1', port }: MetricsAddress,
): Listener {
  const app = new Hono()
  app.get('/metrics', (context) => context.body(metrics.render(), 200, { 'content-type': metricsType, 'cache-control': 'no-store' }))
  app.notFound((context) => context.text('not found', 404))
  return createListener({ app, host, port })
}
