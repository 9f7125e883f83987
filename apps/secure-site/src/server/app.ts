import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { routePath } from 'hono/route'
import { auditMigrations } from './audit/audit.js'
import type { App, AppContext, AppEnv, Services } from './context.js'
import type { Migrations } from './db/database.js'
import { proofMigrations } from './device/proof.js'
import { emailMigrations, emailRoutes } from './email/index.js'
import { ApiError, type ApiStatus } from './errors.js'
import { frameRoutes } from './frame/routes.js'
import type { BuiltPage } from './frame/page.js'
import { handoffMigrations, handoffRoutes } from './handoffs/handoffs.js'
import { networkOf } from './http/address.js'
import { bodyLimit as longestBody } from './http/body.js'
import { createCallLimit } from './http/limit.js'
import type { UnderWay } from './http/underWay.js'
import { mailMigrations } from './mail/mail.js'
import { rateMigrations } from './rates/rates.js'
import { sessionRoutes } from './sessions/routes.js'
import { sessionMigrations } from './sessions/sessions.js'
import { socialMigrations, socialRoutes } from './social/index.js'
import { userMigrations } from './users/users.js'
import { walletMigrations, walletRoutes } from './wallet/index.js'

/** Tables of all features. */
export const migrations: Migrations = {
  ...rateMigrations,
  ...auditMigrations,
  ...mailMigrations,
  ...proofMigrations,
  ...userMigrations,
  ...sessionMigrations,
  ...handoffMigrations,
  ...emailMigrations,
  ...socialMigrations,
  ...walletMigrations,
}

/** The methods that a log line names; others are not worth their text. */
const methods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST'])
/** The longest address that is answered, in characters. */
const urlLimit = 8192

export interface AppParameters {
  services: Services
  page: BuiltPage
  /** Whether it still takes requests: a balancer looks at `/healthz` before it sends more. */
  isOpen: () => boolean
  underWay: UnderWay
  /** Rejects when the database does not answer. */
  ping: () => Promise<void>
}

/** The HTTP face of the auth service. The paths are listed in README.md. */
export function createApp({ services, page, isOpen, underWay, ping }: AppParameters): App {
  const { config, log } = services
  const app = new Hono<AppEnv>()
  const limit = createCallLimit({ perMinute: config.limits.callsPerMinute })

  app.use(async (context, next) => {
    const from = performance.now()
    await underWay.run(next)
    const method = methods.has(context.req.method) ? context.req.method : 'other'
    const milliseconds = Math.round((performance.now() - from) * 10) / 10
    // The route and never the path: paths and queries may hold a link's secret.
    log('info', 'request', { method, route: routePath(context, -1), status: context.res.status, milliseconds })
  })
  app.use(async (context, next) => {
    await next()
    if (context.req.path.startsWith('/v1/')) context.header('cache-control', 'no-store')
    if (!context.res.headers.has('content-security-policy')) {
      context.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    }
    context.header('x-content-type-options', 'nosniff')
    context.header('referrer-policy', 'no-referrer')
    if (config.publicUrl.startsWith('https:')) context.header('strict-transport-security', 'max-age=63072000')
  })
  app.use(async (context, next) => {
    if (!isOpen() && context.req.path !== '/healthz') throw new ApiError(503, 'closing', 'This service is closing. Please try again.')
    if (context.req.url.length > urlLimit) throw new ApiError(400, 'invalid', `The address is longer than ${urlLimit} characters.`)
    return next()
  })
  app.use(
    bodyLimit({
      maxSize: longestBody,
      onError: () => {
        throw new ApiError(413, 'too_large', 'The body is too large.')
      },
    }),
  )
  app.use('/v1/*', async (context, next) => {
    const retryAfter = limit(networkOf(context, config.trustProxy))
    if (retryAfter > 0) throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter })
    // Proofs make forged calls useless; a browser that says where it comes from is believed as well.
    const origin = context.req.header('origin')
    if (origin !== undefined && origin !== config.publicUrl)
      throw new ApiError(403, 'invalid', 'Calls come from the page of this origin alone.')
    return next()
  })

  app.get('/healthz', async (context) => {
    const ok =
      isOpen() &&
      (await ping().then(
        () => true,
        () => false,
      ))
    return context.json({ status: ok ? 'ok' : 'unavailable' }, ok ? 200 : 503, { 'cache-control': 'no-store' })
  })
  for (const routes of [frameRoutes(page), sessionRoutes, handoffRoutes, emailRoutes, socialRoutes, walletRoutes]) routes(app, services)

  app.notFound((context) => refuse(context, 404, new ApiError(404, 'not_found', 'There is nothing at this address.')))
  app.onError((error, context) => {
    if (error instanceof ApiError) return refuse(context, error.status, error)
    // Messages of drivers and servers may repeat values.
    log('error', 'request.failed', { route: routePath(context, -1), name: error.name, at: firstFrame(error) })
    return refuse(context, 500, new ApiError(500, 'failed', 'Something went wrong here.'))
  })
  return app
}

function refuse(context: AppContext, status: ApiStatus, { code, message, facts }: ApiError): Response {
  const { retryAfter } = facts
  if (retryAfter !== undefined) context.header('retry-after', String(retryAfter))
  context.header('cache-control', 'no-store')
  return context.json({ error: { code, message, ...facts } }, status)
}

/** Where an error came from: a function's name and a line, without folders. */
function firstFrame({ stack }: Error): string {
  const line = stack?.split('\n').find((each) => /^\s+at /.test(each)) ?? ''
  return line
    .trim()
    .replace(/\(?(file:\/\/)?\/[^()]*\//, '(')
    .slice(0, 120)
}
