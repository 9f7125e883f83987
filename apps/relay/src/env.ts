import { type Environment, OptionsError, flagText, jsonText, readEnvironment } from '@portico/service'
import { metricsAddress } from '@portico/service/http'
import * as z from 'zod/mini'
import { type Limits, defaultLimits } from './limits.js'
import type { PushOptions, RelayOptions } from './options.js'

export const prefix = 'PORTICO_RELAY_'
const number = (from: number, to = Number.MAX_SAFE_INTEGER) => z.optional(z.coerce.number().check(z.int(), z.gte(from), z.lte(to)))
const list = z.optional(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(',').map((one) => one.trim())),
  ),
)

/** `messageBytes` is LIMIT_MESSAGE_BYTES. */
const limitNames = Object.keys(defaultLimits).filter((name) => name !== 'ttlByTag')
const variableOf = (name: string): string => `LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

/** How the variables name the options, where that is not the same in capitals. */
export const variableNames: Readonly<Record<string, string>> = {
  storage: 'REDIS_URL',
  clockLeeway: 'CLOCK_LEEWAY_SECONDS',
  pingMs: 'PING_SECONDS',
  drainMs: 'DRAIN_SECONDS',
  'metrics.host': 'METRICS_HOST',
  'metrics.port': 'METRICS_PORT',
  'push.privateKey': 'VAPID_PRIVATE_KEY',
  'push.subject': 'VAPID_SUBJECT',
  'push.services': 'PUSH_SERVICES',
}

const environment = z.object({
  HOST: z.optional(z.string()),
  PORT: number(0, 65_535),
  PUBLIC_URLS: list,
  PROJECT_IDS: list,
  ORIGINS: list,
  // A URL of another store may hold a password: it is not said.
  DATABASE: z.optional(z.string().check(z.regex(/^(?!.*:\/\/)/, 'not a file: it is SQLite, or Redis by REDIS_URL'))),
  REDIS_URL: z.optional(z.string().check(z.regex(/^rediss?:\/\//, 'not a redis:// or rediss:// URL'))),
  REDIS_PREFIX: z.optional(z.string().check(z.regex(/^[\w:.-]{1,64}$/, 'not a prefix: letters, digits, : . - _'))),
  TRUST_PROXY: number(0),
  CLOCK_LEEWAY_SECONDS: number(0),
  TOKEN_SECONDS: number(1),
  PING_SECONDS: number(1),
  DRAIN_SECONDS: number(0),
  METRICS_HOST: z.optional(z.string()),
  METRICS_PORT: number(0, 65_535),
  VAPID_PRIVATE_KEY: z.optional(z.string()),
  VAPID_SUBJECT: z.optional(z.string()),
  PUSH_SERVICES: list,
  QUIET: z.optional(flagText),
  LIMIT_TTL_BY_TAG: z.optional(z.pipe(jsonText, z.record(z.coerce.number().check(z.int()), z.int().check(z.gte(1))))),
})
const limits = z.object(Object.fromEntries(limitNames.map((name) => [variableOf(name), number(1)])))
const variables: z.ZodMiniObject<typeof environment.shape> = z.object({ ...limits.shape, ...environment.shape })

/**
 * The options that the environment gives. An empty variable counts as absent; one that begins with PORTICO_RELAY_ and is
 * not known is an error, because a limit that is misspelt would not hold.
 * @param file where the database is when no variable says so
 * @throws OptionsError naming each variable that is wrong, without its value
 */
export function readOptions(env: Environment, { file }: { file: string }): RelayOptions {
  const data = readEnvironment(env, { prefix, schema: variables, fromFile: ['VAPID_PRIVATE_KEY'] })
  const limited = limits.parse(data)
  if (data.REDIS_URL && data.DATABASE) throw new OptionsError('PORTICO_RELAY_REDIS_URL and PORTICO_RELAY_DATABASE: one of them, not both')
  const metrics = metricsAddress(prefix, data)
  const push = pushOptions(data)
  const chosen: [keyof Limits, number][] = limitNames.flatMap((name) => {
    const value = limited[variableOf(name)]
    return value !== undefined && isLimit(name) ? [[name, value]] : []
  })
  const redisPrefix = data.REDIS_PREFIX
  return {
    ...(data.HOST && { host: data.HOST }),
    ...(data.PORT !== undefined && { port: data.PORT }),
    ...(data.PUBLIC_URLS && { publicUrls: data.PUBLIC_URLS }),
    ...(data.PROJECT_IDS && { projectIds: data.PROJECT_IDS }),
    ...(data.ORIGINS && { origins: data.ORIGINS }),
    storage: data.REDIS_URL ? { redis: data.REDIS_URL, ...(redisPrefix && { prefix: redisPrefix }) } : { sqlite: data.DATABASE ?? file },
    ...(data.TRUST_PROXY !== undefined && { trustProxy: data.TRUST_PROXY }),
    ...(data.CLOCK_LEEWAY_SECONDS !== undefined && { clockLeeway: data.CLOCK_LEEWAY_SECONDS }),
    ...(data.TOKEN_SECONDS !== undefined && { tokenSeconds: data.TOKEN_SECONDS }),
    ...(data.PING_SECONDS !== undefined && { pingMs: data.PING_SECONDS * 1000 }),
    ...(data.DRAIN_SECONDS !== undefined && { drainMs: data.DRAIN_SECONDS * 1000 }),
    ...(metrics && { metrics }),
    ...(push && { push }),
    ...(data.QUIET !== undefined && { quiet: data.QUIET }),
    limits: {
      ...Object.fromEntries(chosen),
      ...(data.LIMIT_TTL_BY_TAG && { ttlByTag: data.LIMIT_TTL_BY_TAG }),
    },
  }
}

/** None without a key. @throws OptionsError */
function pushOptions(data: z.output<typeof environment>): PushOptions | undefined {
  const { VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject, PUSH_SERVICES: services } = data
  if (privateKey && subject) return { privateKey, subject, ...(services && { services }) }
  if (privateKey) throw new OptionsError(`${prefix}VAPID_PRIVATE_KEY: ${prefix}VAPID_SUBJECT is missing`)
  if (subject || services)
    throw new OptionsError(`${prefix}VAPID_SUBJECT and ${prefix}PUSH_SERVICES: ${prefix}VAPID_PRIVATE_KEY is missing`)
  return undefined
}

function isLimit(name: string): name is keyof Limits {
  return Object.hasOwn(defaultLimits, name)
}
