import type { Log } from '@portico/service'
import { type ServiceMetrics, countRequests, logRequests } from '@portico/service/http'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { routePath } from 'hono/route'
import { InvalidQueryError } from './errors.js'
import { refuse } from './http/answer.js'
import type { WalletData } from './wallets/dataSet.js'
import { walletRoutes } from './wallets/routes.js'

/** The longest address that is answered, in characters. */
export const urlLimit = 8192

export interface AppParameters {
  wallets: WalletData
  certified: ReadonlySet<string>
  log: Log
  metrics: ServiceMetrics
  /** Whether it still takes requests: a balancer looks at `/healthz` before it sends more. */
  isOpen(): boolean
}

/** The HTTP face of the gateway. The paths are listed in README.md. */
export function createApp({ wallets, certified, log, metrics, isOpen }: AppParameters): Hono {
  const app = new Hono()

  app.use(logRequests(log))
  app.use(countRequests(metrics))
  app.use(cors({ origin: '*', allowMethods: ['GET', 'HEAD'], exposeHeaders: ['ETag'], maxAge: 86_400 }))
  app.use(async (context, next) => {
    // Pages under COEP may show the pictures, and nothing here is ever a page.
    context.header('cross-origin-resource-policy', 'cross-origin')
    context.header('x-content-type-options', 'nosniff')
    context.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    if (context.req.url.length > urlLimit) {
      return refuse(context, 414, { code: 'too-long', message: `The address is longer than ${urlLimit} characters.` })
    }
    if (context.req.method !== 'GET' && context.req.method !== 'HEAD') {
      context.header('allow', 'GET, HEAD, OPTIONS')
      return refuse(context, 405, { code: 'method', message: 'Only GET, HEAD and OPTIONS are answered here.' })
    }
    return next()
  })

  app.get('/healthz', (context) => {
    context.header('cache-control', 'no-store')
    return isOpen() ? context.json({ status: 'ok', wallets: wallets.wallets.length }) : context.json({ status: 'closing' }, 503)
  })
  app.route('/v1/wallets', walletRoutes(wallets, certified))

  app.notFound((context) => refuse(context, 404, { code: 'not-found', message: 'There is nothing at this address.' }))
  app.onError((error, context) => {
    if (error instanceof InvalidQueryError) {
      return refuse(context, 400, { code: error.code, message: error.message, problems: error.problems })
    }
    log('error', 'request.failed', { route: routePath(context, -1), name: error.name, message: error.message })
    return refuse(context, 500, { code: 'failed', message: 'Something went wrong here.' })
  })
  return app
}
