import { ApiError, createCallLimit, networkOf } from '@portico/service/http'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { z } from 'zod'
import { type TokenRules, verifyToken } from '../auth/token.js'
import { StorageError } from '../errors.js'
import type { Limits } from '../limits.js'
import type { Metrics } from '../metrics.js'
import { arePushKeys } from '../push/encryption.js'
import { isEndpoint } from '../push/services.js'
import { bucketOf } from '../storage/digest.js'
import type { PushStorage } from '../storage/storage.js'

export interface ClientsOptions {
  push(): PushStorage
  /** The URLs that clients may have signed their token for, and the leeway and life of those. */
  rules(): Omit<TokenRules, 'now'>
  /** Undefined: any. */
  projectIds: readonly string[] | undefined
  origins: readonly string[] | undefined
  /** How many proxies stand in front. */
  proxies: number
  /** Push services that may be named, as `isEndpoint` takes them. */
  services: readonly string[]
  publicKey: string
  limits: Limits
  metrics: Metrics
}

const longestBody = 8192
const base64url = z.string().regex(/^[\w-]{1,128}={0,2}$/)
/** `PushSubscription.toJSON()` of the Push API. `expirationTime` is in milliseconds since 1970. */
const subscription = z.object({
  endpoint: z.string(),
  expirationTime: z.nullish(z.number()),
  keys: z.object({ p256dh: base64url, auth: base64url }),
})
const registration = z.object({ client_id: z.string(), type: z.literal('web'), subscription })

/**
 * Where clients register for Web Push, in the words of WalletConnect's push server (specs.walletconnect.com, servers/push), which has
 * a `token` where this has a `subscription`: `POST` and `DELETE /PROJECT/clients`, with the token that the client connects with as
 * bearer. `GET /PROJECT/vapid` tells the key to subscribe with.
 */
export function createClients({ push, rules, projectIds, origins, proxies, services, publicKey, limits, metrics }: ClientsOptions): Hono {
  const app = new Hono()
  const calls = createCallLimit({ perMinute: limits.registrationsPerMinute })

  /** The client id of who asks. @throws ApiError */
  const callerOf = (context: Context): string => {
    const wait = calls(networkOf(context, proxies))
    if (wait > 0) {
      context.header('retry-after', String(wait))
      throw new ApiError(429, 'rate limited', 'Too many calls from this address.')
    }
    if (projectIds && !projectIds.includes(context.req.param('projectId') ?? ''))
      throw new ApiError(403, 'project not allowed', 'The project is not among those that may come.')
    const origin = context.req.header('origin')
    if (origins && origin !== undefined && !origins.includes(origin))
      throw new ApiError(403, 'origin not allowed', 'The page’s origin is not among those that may come.')
    const [, bearer] = /^Bearer ([^\s]+)$/i.exec(context.req.header('authorization') ?? '') ?? []
    const token = verifyToken(bearer ?? null, { ...rules(), now: Date.now() / 1000 })
    if ('refusal' in token) throw new ApiError(401, token.refusal, 'The token is not one of this relay’s clients.')
    return token.clientId
  }
  const checkOwn = (caller: string, clientId: string, location: 'body' | 'path'): void => {
    if (caller !== clientId) throw new ApiError(403, 'client id', 'The token is another client’s.', { field: 'client_id', location })
  }

  app.use(
    cors({
      origin: origins ? [...origins] : '*',
      allowMethods: ['GET', 'POST', 'DELETE'],
      allowHeaders: ['authorization', 'content-type'],
      maxAge: 600,
    }),
  )
  app.use(async (context, next) => {
    await next()
    context.header('cache-control', 'no-store')
  })
  const limited = bodyLimit({
    maxSize: longestBody,
    onError: () => {
      throw new ApiError(413, 'too large', `A body may have ${longestBody} bytes.`)
    },
  })

  const register = async (context: Context): Promise<Response> => {
    const caller = callerOf(context)
    const { client_id: clientId, subscription: given } = read(await context.req.text())
    checkOwn(caller, clientId, 'body')
    const { endpoint, keys, expirationTime } = given
    if (!isEndpoint(endpoint, services))
      throw new ApiError(400, 'invalid', 'Not the address of a push service that this relay knows.', { field: 'subscription.endpoint' })
    if (!arePushKeys(keys)) throw new ApiError(400, 'invalid', 'Not keys of a subscription.', { field: 'subscription.keys' })
    const expiresAt = Math.min(Date.now() + limits.registrationSeconds * 1000, expirationTime ?? Infinity)
    if (expiresAt <= Date.now()) throw new ApiError(400, 'invalid', 'The subscription is over.', { field: 'subscription.expirationTime' })
    const bucket = bucketOf(networkOf(context, proxies))
    const most = { limit: limits.registrations, limitOfBucket: limits.registrationsPerAddress }
    const kept = { bucket, expiresAt: Math.floor(expiresAt), ...most }
    if (!(await push().register({ clientId, endpoint, keys }, kept))) throw new ApiError(503, 'relay full', 'No more clients can register.')
    metrics.add('portico_relay_registrations_total', { outcome: 'registered' })
    return context.json({ status: 'OK' })
  }

  const unregister = async (context: Context): Promise<Response> => {
    const clientId = context.req.param('clientId') ?? ''
    checkOwn(callerOf(context), clientId, 'path')
    await push().unregister({ clientId })
    metrics.add('portico_relay_registrations_total', { outcome: 'removed' })
    return context.json({ status: 'OK' })
  }

  for (const project of ['', '/:projectId']) {
    app.post(`${project}/clients`, limited, register)
    app.delete(`${project}/clients/:clientId`, unregister)
    app.get(`${project}/vapid`, (context) => context.json({ public_key: publicKey }))
  }
  app.onError((error, context) => {
    const known = error instanceof ApiError ? error : undefined
    metrics.add('portico_relay_registrations_total', { outcome: known ? 'refused' : 'failed' })
    if (error instanceof StorageError) metrics.add('portico_relay_storage_errors_total')
    const { status, code, message, facts } = known ?? new ApiError(503, 'unavailable', 'The relay can’t do this now.')
    const { field, location = 'body' } = facts
    const failure = { status: 'FAILED', errors: [{ name: code, description: message }] }
    return context.json(field ? { ...failure, fields: [{ field, description: message, location }] } : failure, status)
  })
  return app
}

/** @throws ApiError naming the first field that is wrong, never its value */
function read(text: string): z.output<typeof registration> {
  const parsed = registration.safeParse(json(text))
  if (parsed.success) return parsed.data
  const field = parsed.error.issues[0]?.path.join('.') || 'body'
  throw new ApiError(400, 'invalid', `The field ${field} is missing or not what it should be.`, { field })
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
