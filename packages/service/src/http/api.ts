/** What each HTTP API does around its routes. */
import type { Context, Env, Hono, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { routePath } from 'hono/route'
import { type Log, failureOf } from '../log.js'
import { ApiError, type ApiStatus } from './apiError.js'

/** The methods that a log line names; others are not worth their text. */
const methodNames = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** A request's method, or 'other'. */
export function methodName(context: Context): string {
  return methodNames.has(context.req.method) ? context.req.method : 'other'
}

/** The longest body that is read, in bytes. */
const longestBody = 128 * 1024

/** A line for each request, with the route and never the path: paths and queries may hold a link's secret. */
export function logRequests(log: Log): MiddlewareHandler {
  return async (context, next) => {
    const from = performance.now()
    await next()
    const method = methodName(context)
    const milliseconds = Math.round((performance.now() - from) * 10) / 10
    log('info', 'request', { method, route: routePath(context, -1), status: context.res.status, milliseconds })
  }
}

/** Headers of whatever is answered: nothing of it is embedded or guessed at, and calls are not kept. @param publicUrl the service's own origin */
export function protect(publicUrl: string): MiddlewareHandler {
  return (context, next) => {
    // Before the answer is there, whose own take their place: one that is added to it later makes a stream of its body, which takes longer.
    if (context.req.path.startsWith('/v1/')) context.header('cache-control', 'no-store')
    context.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    context.header('x-content-type-options', 'nosniff')
    context.header('referrer-policy', 'no-referrer')
    if (publicUrl.startsWith('https:')) context.header('strict-transport-security', 'max-age=63072000')
    return next()
  }
}

/** Refuses a body that is longer than the call's may be, while it is read. @param longest bytes by path, where it is not 128 KiB */
export function limitBody(longest: Readonly<Record<string, number>> = {}): MiddlewareHandler {
  const usual = limitTo(longestBody)
  const others = new Map(Object.entries(longest).map(([path, bytes]) => [path, limitTo(bytes)]))
  return (context, next) => {
    // A request that has no body is not asked for one: that takes longer than many an answer.
    if (context.req.method === 'GET' || context.req.method === 'HEAD') return next()
    return (others.get(context.req.path) ?? usual)(context, next)
  }
}

function limitTo(maxSize: number): MiddlewareHandler {
  const tooLarge = (): never => {
    throw new ApiError(413, 'too_large', 'The body is too large.')
  }
  const counted = bodyLimit({ maxSize, onError: tooLarge })
  return (context, next) => {
    const length = context.req.header('content-length')
    if (length === undefined || context.req.header('transfer-encoding') !== undefined) return counted(context, next)
    // Node reads as much as was said and no more. To ask for the body itself would make a stream of it.
    return Number(length) <= maxSize ? next() : tooLarge()
  }
}

/** `/healthz`: 200 while the service is well, else 503. A balancer looks at it before it sends more. */
export function healthRoute(isWell: () => Promise<boolean>): (context: Context) => Promise<Response> {
  return async (context) => {
    const ok = await isWell()
    return context.json({ status: ok ? 'ok' : 'unavailable' }, ok ? 200 : 503, { 'cache-control': 'no-store' })
  }
}

/** Whether something answers, in place of how it failed. */
export async function answers(ping: () => Promise<unknown>): Promise<boolean> {
  return ping().then(
    () => true,
    () => false,
  )
}

/** Every refusal is `{ error: { code, message, … } }`. What was not foreseen is logged and told to nobody. */
export function answerErrors<E extends Env>(app: Hono<E>, log: Log): void {
  app.notFound((context) => refuse(context, 404, new ApiError(404, 'not_found', 'There is nothing at this address.')))
  app.onError((error, context) => {
    if (error instanceof ApiError) return refuse(context, error.status, error)
    // Messages of drivers and servers may repeat values.
    log('error', 'request.failed', { route: routePath(context, -1), ...failureOf(error), at: firstFrame(error) })
    return refuse(context, 500, new ApiError(500, 'failed', 'Something went wrong here.'))
  })
}

function refuse(context: Context, status: ApiStatus, { code, message, facts }: ApiError): Response {
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
