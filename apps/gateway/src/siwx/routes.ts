import { type Log, failureOf } from '@portico/service'
import { type createCallLimit, networkOf } from '@portico/service/http'
import type { Rates } from '@portico/service/rates'
import type { Siwx } from '@portico/siwx/server'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { SiwxConfig } from './settings.js'
import { type Tokens, answerType } from './tokens.js'

export interface SiwxRoutesParameters {
  siwx: Siwx
  tokens: Tokens
  rates: Rates
  callLimit: ReturnType<typeof createCallLimit>
  config: SiwxConfig
  log: Log
}

/** When to ask again where the database did not answer, in seconds. */
const retryAfter = 2

/** Routes below `/v1/siwx`. Pages of the listed origins may call them with their cookie, and the site's API with a token. */
export function siwxRoutes({ siwx, tokens, rates, callLimit, config, log }: SiwxRoutesParameters): Hono {
  const app = new Hono()
  const origins = [...config.origins]

  app.use(async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
    context.header('x-content-type-options', 'nosniff')
    context.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    context.header('cross-origin-resource-policy', 'same-origin')
  })
  app.get('/jwks.json', async (context) => context.json(await tokens.jwks()))
  app.use(
    cors({
      origin: origins,
      credentials: true,
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['content-type'],
      exposeHeaders: ['retry-after'],
      maxAge: 600,
    }),
  )
  app.use(async (context, next) => {
    const seconds = callLimit(networkOf(context, config.trustProxy))
    return seconds > 0 ? refuse(context, 429, 'rate', seconds) : next()
  })

  app.get('/session', async (context, next) => {
    const header = context.req.header('authorization')
    if (header === undefined) return next()
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header)?.[1]
    if (token === undefined) {
      context.header('www-authenticate', 'Bearer')
      return refuse(context, 401, 'token')
    }
    context.header('content-type', `application/${answerType}`)
    return context.body(await tokens.introspect(token))
  })
  app.post('/nonce', async (context, next) => {
    // Others are refused behind this, and make nobody wait.
    if (!origins.includes(context.req.header('origin') ?? '')) return next()
    const network = networkOf(context, config.trustProxy)
    const limits = [{ limit: config.noncesPerTenMinutes, seconds: 600 }]
    const rate = await rates.take([{ key: `siwx:network:${network}`, limits }])
    return rate.status === 'refused' ? refuse(context, 429, 'rate', rate.retryAfter) : next()
  })
  app.all('*', (context) => siwx.handler(context.req.raw))

  // A visitor is not signed out because the database is away, and a page has to be able to read that.
  app.onError((error, context) => {
    log('error', 'siwx.failed', failureOf(error))
    return refuse(context, 503, 'unavailable', retryAfter)
  })
  return app
}

/** In the words that the handler refuses with. @param seconds to wait */
function refuse(context: Context, status: 401 | 429 | 503, error: 'token' | 'rate' | 'unavailable', seconds?: number): Response {
  if (seconds !== undefined) context.header('retry-after', String(seconds))
  return context.json({ error }, status)
}
