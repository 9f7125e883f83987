import { auditMigrations } from '@portico/service/audit'
import type { Migrations } from '@portico/service/database'
import {
  type ServiceMetrics,
  type UnderWay,
  ApiError,
  answerErrors,
  answers,
  countRequests,
  createCallLimit,
  healthRoute,
  limitBody,
  logRequests,
  networkOf,
  protect,
} from '@portico/service/http'
import { mailMigrations } from '@portico/service/mail'
import { rateMigrations } from '@portico/service/rates'
import { passingMigrations } from '@portico/service/secrets'
import { Hono } from 'hono'
import type { App, AppEnv, Services } from './context.js'
import { proofMigrations } from './device/proof.js'
import { emailMigrations, emailRoutes } from './email/index.js'
import { frameRoutes } from './frame/routes.js'
import type { BuiltPage } from './frame/page.js'
import { handoffBodyBytes } from './api.js'
import { handoffMigrations, handoffRoutes } from './handoffs/handoffs.js'
import { permissionRoutes } from './permissions/routes.js'
import { permissionMigrations } from './permissions/tables.js'
import { requestMigrations, requestRoutes } from './requests/requests.js'
import { grantMigrations, grantRoutes } from './sessions/grants.js'
import { sessionRoutes } from './sessions/routes.js'
import { sessionMigrations } from './sessions/sessions.js'
import { socialMigrations, socialRoutes } from './social/index.js'
import { userMigrations } from './users/users.js'
import { walletMigrations, walletRoutes } from './wallet/index.js'

/** Tables of all features. */
export const migrations: Migrations = {
  ...rateMigrations,
  ...auditMigrations,
  ...passingMigrations,
  ...mailMigrations,
  ...proofMigrations,
  ...userMigrations,
  ...sessionMigrations,
  ...grantMigrations,
  ...handoffMigrations,
  ...requestMigrations,
  ...emailMigrations,
  ...socialMigrations,
  ...walletMigrations,
  ...permissionMigrations,
}

/** The longest address that is answered, in characters. */
const urlLimit = 8192

export interface AppParameters {
  services: Services
  page: BuiltPage
  metrics: ServiceMetrics
  /** Whether it still takes requests: a balancer looks at `/healthz` before it sends more. */
  isOpen: () => boolean
  underWay: UnderWay
  /** Rejects when the database does not answer. */
  ping: () => Promise<void>
}

/** The HTTP face of the auth service. The paths are listed in README.md. */
export function createApp({ services, page, metrics, isOpen, underWay, ping }: AppParameters): App {
  const { config, log } = services
  const app = new Hono<AppEnv>()
  const limit = createCallLimit({ perMinute: config.limits.callsPerMinute })

  app.use(logRequests(log))
  app.use(countRequests(metrics))
  app.use((_context, next) => underWay.run(next))
  app.use(protect(config.publicUrl))
  app.use(async (context, next) => {
    if (!isOpen() && context.req.path !== '/healthz') throw new ApiError(503, 'closing', 'This service is closing. Please try again.')
    if (context.req.url.length > urlLimit) throw new ApiError(400, 'invalid', `The address is longer than ${urlLimit} characters.`)
    return next()
  })
  app.use(limitBody({ '/v1/handoffs': handoffBodyBytes }))
  app.use('/v1/*', async (context, next) => {
    const retryAfter = limit(networkOf(context, config.trustProxy))
    if (retryAfter > 0) throw new ApiError(429, 'rate_limit', 'Too many requests. Please try again later.', { retryAfter })
    // Proofs make forged calls useless; a browser that says where it comes from is believed as well.
    const origin = context.req.header('origin')
    if (origin !== undefined && origin !== config.publicUrl)
      throw new ApiError(403, 'invalid', 'Calls come from the page of this origin alone.')
    return next()
  })

  app.get(
    '/healthz',
    healthRoute(async () => isOpen() && (await answers(ping))),
  )
  for (const routes of [
    frameRoutes(page),
    sessionRoutes,
    grantRoutes,
    handoffRoutes,
    requestRoutes,
    emailRoutes,
    socialRoutes,
    walletRoutes,
    permissionRoutes,
  ])
    routes(app, services)

  answerErrors(app, log)
  return app
}
