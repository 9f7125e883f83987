import { z } from 'zod'
import { RelayOptionsError } from './errors.js'
import { type Limits, defaultLimits } from './limits.js'
import type { RelayOptions } from './options.js'

const whole = z.optional(z.coerce.number().int().min(0))
const prefix = 'PORTICO_RELAY_'
const limitPrefix = `${prefix}LIMIT_`

/** `messageBytes` is PORTICO_RELAY_LIMIT_MESSAGE_BYTES. */
const limitNames = Object.keys(defaultLimits).filter((name) => name !== 'ttlByTag')
const variableOf = (name: string): string => limitPrefix + name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue('not JSON')
    return z.NEVER
  }
})

const environment = z.object({
  PORTICO_RELAY_HOST: z.optional(z.string()),
  PORTICO_RELAY_PORT: z.optional(z.coerce.number().int().min(0).max(65_535)),
  PORTICO_RELAY_PUBLIC_URLS: z.optional(z.string().transform((text) => text.split(',').map((url) => url.trim()))),
  PORTICO_RELAY_DATABASE: z.optional(z.string()),
  PORTICO_RELAY_REDIS_URL: z.optional(z.string().regex(/^rediss?:\/\//, 'not a redis:// or rediss:// URL')),
  PORTICO_RELAY_REDIS_PREFIX: z.optional(z.string().regex(/^[\w:.-]{1,64}$/, 'not a prefix: letters, digits, : . - _')),
  PORTICO_RELAY_TRUST_PROXY: whole,
  PORTICO_RELAY_CLOCK_LEEWAY_SECONDS: whole,
  PORTICO_RELAY_PING_SECONDS: z.optional(z.coerce.number().int().min(1)),
  PORTICO_RELAY_DRAIN_SECONDS: whole,
  PORTICO_RELAY_QUIET: z.optional(z.stringbool()),
  PORTICO_RELAY_LIMIT_TTL_BY_TAG: z.optional(json.pipe(z.record(z.coerce.number().int(), z.number().int().min(1)))),
})
const limits = z.object(Object.fromEntries(limitNames.map((name) => [variableOf(name), z.optional(z.coerce.number().int().min(1))])))

/**
 * The options that the environment gives. An empty variable counts as absent; one that begins with PORTICO_RELAY_ and is
 * not known is an error, because a limit that is misspelt would not hold.
 * @param file where the database is when no variable says so
 * @throws RelayOptionsError naming each variable that is wrong, without its value
 */
export function readOptions(env: Readonly<Record<string, string | undefined>>, { file }: { file: string }): RelayOptions {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name.startsWith(prefix) && value !== ''))
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(environment.shape, name) && !Object.hasOwn(limits.shape, name))
  if (unknown.length > 0) throw new RelayOptionsError(unknown.map((name) => `${name}: no such variable`).join('\n'))
  const parsed = environment.safeParse(given)
  const parsedLimits = limits.safeParse(given)
  const issues = [...(parsed.error?.issues ?? []), ...(parsedLimits.error?.issues ?? [])]
  if (!parsed.success || !parsedLimits.success)
    throw new RelayOptionsError(issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))

  const { data } = parsed
  if (data.PORTICO_RELAY_REDIS_URL && data.PORTICO_RELAY_DATABASE)
    throw new RelayOptionsError('PORTICO_RELAY_REDIS_URL and PORTICO_RELAY_DATABASE: one of them, not both')
  const chosen: [keyof Limits, number][] = limitNames.flatMap((name) => {
    const value = parsedLimits.data[variableOf(name)]
    return value !== undefined && isLimit(name) ? [[name, value]] : []
  })
  const redisPrefix = data.PORTICO_RELAY_REDIS_PREFIX
  return {
    ...(data.PORTICO_RELAY_HOST && { host: data.PORTICO_RELAY_HOST }),
    ...(data.PORTICO_RELAY_PORT !== undefined && { port: data.PORTICO_RELAY_PORT }),
    ...(data.PORTICO_RELAY_PUBLIC_URLS && { publicUrls: data.PORTICO_RELAY_PUBLIC_URLS }),
    storage: data.PORTICO_RELAY_REDIS_URL
      ? { redis: data.PORTICO_RELAY_REDIS_URL, ...(redisPrefix && { prefix: redisPrefix }) }
      : { sqlite: data.PORTICO_RELAY_DATABASE ?? file },
    ...(data.PORTICO_RELAY_TRUST_PROXY !== undefined && { trustProxy: data.PORTICO_RELAY_TRUST_PROXY }),
    ...(data.PORTICO_RELAY_CLOCK_LEEWAY_SECONDS !== undefined && { clockLeeway: data.PORTICO_RELAY_CLOCK_LEEWAY_SECONDS }),
    ...(data.PORTICO_RELAY_PING_SECONDS !== undefined && { pingMs: data.PORTICO_RELAY_PING_SECONDS * 1000 }),
    ...(data.PORTICO_RELAY_DRAIN_SECONDS !== undefined && { drainMs: data.PORTICO_RELAY_DRAIN_SECONDS * 1000 }),
    ...(data.PORTICO_RELAY_QUIET !== undefined && { quiet: data.PORTICO_RELAY_QUIET }),
    limits: {
      ...Object.fromEntries(chosen),
      ...(data.PORTICO_RELAY_LIMIT_TTL_BY_TAG && { ttlByTag: data.PORTICO_RELAY_LIMIT_TTL_BY_TAG }),
    },
  }
}

function isLimit(name: string): name is keyof Limits {
  return Object.hasOwn(defaultLimits, name)
}
