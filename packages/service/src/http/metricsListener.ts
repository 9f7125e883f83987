import { Hono } from 'hono'
import * as z from 'zod/mini'
import { OptionsError } from '../errors.js'
import { type Metrics, metricsType } from '../metrics.js'
import { compressed } from './encoding.js'
import { type Listener, createListener } from './listener.js'

/** Where a service tells its numbers. They are the operator's: never the address that clients come to. */
export interface MetricsAddress {
  /** 127.0.0.1 unless told. */
  readonly host?: string | undefined
  /** 0 takes any that is free. */
  readonly port: number
}

export const metricsAddressSchema = z.object({
  host: z.optional(z.string().check(z.minLength(1))),
  port: z.int().check(z.gte(0), z.lte(65_535)),
})

/**
 * The address that METRICS_HOST and METRICS_PORT give: none without a port.
 * @param prefix of the service's variables
 * @throws OptionsError for a host alone
 */
export function metricsAddress(
  prefix: string,
  { METRICS_HOST: host, METRICS_PORT: port }: { METRICS_HOST?: string | undefined; METRICS_PORT?: number | undefined },
): MetricsAddress | undefined {
  if (port !== undefined) return { port, ...(host && { host }) }
  if (host) throw new OptionsError(`${prefix}METRICS_HOST: ${prefix}METRICS_PORT is missing`)
  return undefined
}

/**
 * `GET /metrics` on an address of its own, and nothing else. Compressed for who takes it: a text of some kB, fetched for ever.
 * @param pages what else the operator may look at there
 */
export function createMetricsListener(
  metrics: Pick<Metrics<never, never, never>, 'render'>,
  { host = '127.0.0.1', port }: MetricsAddress,
  pages?: Hono,
): Listener {
  const app = new Hono()
  app.use(compressed())
  app.get('/metrics', (context) => context.body(metrics.render(), 200, { 'content-type': metricsType, 'cache-control': 'no-store' }))
  if (pages) app.route('/', pages)
  app.notFound((context) => context.text('not found', 404))
  return createListener({ app, host, port, option: 'metrics.port' })
}
