import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { type Metrics, createMetrics } from '../metrics.js'
import { methodName } from './api.js'

const names = {
  gauges: { portico_http_requests_open: 'Requests that are being answered, long polls included.' },
  counters: {
    portico_http_requests_total: 'Requests answered, by method, route and status.',
    portico_mails_total: 'Mails, by what became of them: sent, failed (tried again later) or expired.',
    portico_sweeps_failed_total: 'Sweeps of what is over that failed.',
  },
  histograms: { portico_http_request_seconds: 'Time to answer a request, long polls included.' },
} as const

/** What a service with an HTTP API counts. Its names are the same for each of them: `job` tells them apart. */
export type ServiceMetrics = Metrics<keyof typeof names.counters, keyof typeof names.gauges, keyof typeof names.histograms>

/** The numbers of one running service. */
export function createServiceMetrics(): ServiceMetrics {
  return createMetrics(names)
}

/** Counts requests by route, never by path: paths may hold a link's secret, and clients could make any number of them. */
export function countRequests(metrics: ServiceMetrics): MiddlewareHandler {
  return async (context, next) => {
    const from = performance.now()
    metrics.gauge('portico_http_requests_open', 1)
    try {
      await next()
    } finally {
      metrics.gauge('portico_http_requests_open', -1)
      metrics.observe('portico_http_request_seconds', performance.now() - from)
      const labels = { method: methodName(context), route: routePath(context, -1), status: String(context.res.status) }
      metrics.add('portico_http_requests_total', labels)
    }
  }
}
