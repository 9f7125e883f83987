import { type Environment, flagText, jsonText, keyList, keyText, readEnvironment, smtpUrlText, wholeText } from '@portico/service'
import { metricsAddress } from '@portico/service/http'
import { kmsSchema } from '@portico/service/secrets'
import * as z from 'zod/mini'
import { type SecureSiteOptions, networksSchema, permissionsSchema, projectsSchema } from './options.js'
import { riskyAboveSchema } from './projects/projects.js'

const whole = z.optional(wholeText)
const text = z.optional(z.string())

export const prefix = 'PORTICO_SECURE_SITE_'
/** How the variables name the options, where that is not the same in capitals. */
export const variableNames: Readonly<Record<string, string>> = {
  'limits.mailsPerAddressHour': 'LIMIT_MAILS_PER_ADDRESS_HOUR',
  'limits.mailsPerAddressDay': 'LIMIT_MAILS_PER_ADDRESS_DAY',
  'limits.mailsPerNetworkHour': 'LIMIT_MAILS_PER_NETWORK_HOUR',
  'limits.callsPerMinute': 'LIMIT_CALLS_PER_MINUTE',
  'mail.smtpUrl': 'SMTP_URL',
  'mail.from': 'MAIL_FROM',
  'metrics.host': 'METRICS_HOST',
  'metrics.port': 'METRICS_PORT',
}
const schema = z.object({
  HOST: text,
  PORT: whole,
  PUBLIC_URL: z.string('missing'),
  VAULT_URL: z.string('missing'),
  GATEWAY_URL: text,
  DATABASE: text,
  GENERATIONS: text,
  GENERATION_SECONDS: whole,
  KMS: z.optional(z.pipe(jsonText, kmsSchema)),
  KEYS: keyList,
  INDEX_KEY: z.optional(keyText),
  PROJECTS: z.pipe(jsonText, projectsSchema),
  NETWORKS: z.pipe(jsonText, networksSchema),
  RISKY_ABOVE: z.optional(z.pipe(jsonText, riskyAboveSchema)),
  RISKY_PER_DAY: whole,
  PERMISSIONS: z.optional(z.pipe(jsonText, permissionsSchema)),
  SMTP_URL: smtpUrlText,
  MAIL_FROM: z.string('missing').check(z.regex(/@/, 'not a sender such as Wallet <wallet@example.com>')),
  LIMIT_MAILS_PER_ADDRESS_HOUR: whole,
  LIMIT_MAILS_PER_ADDRESS_DAY: whole,
  LIMIT_MAILS_PER_NETWORK_HOUR: whole,
  LIMIT_CALLS_PER_MINUTE: whole,
  SESSION_DAYS: whole,
  TRUST_PROXY: whole,
  METRICS_HOST: text,
  METRICS_PORT: whole,
  FRAME_LOGGER: z.optional(flagText),
  QUIET: z.optional(flagText),
  PAGE: text,
  SOCIAL: z.optional(jsonText),
  FARCASTER: z.optional(jsonText),
  WALLET: z.optional(jsonText),
})

const fromFile = [
  'KMS',
  'KEYS',
  'INDEX_KEY',
  'DATABASE',
  'SMTP_URL',
  'PROJECTS',
  'NETWORKS',
  'RISKY_ABOVE',
  'PERMISSIONS',
  'SOCIAL',
  'FARCASTER',
  'WALLET',
]

/**
 * The options that the environment gives, in variables that begin with PORTICO_SECURE_SITE_. README.md lists them.
 * @param file where the database is when no variable says so
 * @throws OptionsError naming each variable that is wrong, without its value
 */
export function readOptions(env: Environment, { file }: { file: string }): SecureSiteOptions {
  const data = readEnvironment(env, { prefix, schema, fromFile })
  const metrics = metricsAddress(prefix, data)
  return {
    publicUrl: data.PUBLIC_URL,
    vaultUrl: data.VAULT_URL,
    ...(data.GATEWAY_URL && { gatewayUrl: data.GATEWAY_URL }),
    database: data.DATABASE ?? file,
    keys: data.KEYS,
    ...(data.INDEX_KEY && { indexKey: data.INDEX_KEY }),
    projects: data.PROJECTS,
    networks: data.NETWORKS,
    mail: { smtpUrl: data.SMTP_URL, from: data.MAIL_FROM },
    limits: {
      ...(data.LIMIT_MAILS_PER_ADDRESS_HOUR !== undefined && { mailsPerAddressHour: data.LIMIT_MAILS_PER_ADDRESS_HOUR }),
      ...(data.LIMIT_MAILS_PER_ADDRESS_DAY !== undefined && { mailsPerAddressDay: data.LIMIT_MAILS_PER_ADDRESS_DAY }),
      ...(data.LIMIT_MAILS_PER_NETWORK_HOUR !== undefined && { mailsPerNetworkHour: data.LIMIT_MAILS_PER_NETWORK_HOUR }),
      ...(data.LIMIT_CALLS_PER_MINUTE !== undefined && { callsPerMinute: data.LIMIT_CALLS_PER_MINUTE }),
    },
    social: data.SOCIAL,
    farcaster: data.FARCASTER,
    wallet: data.WALLET,
    ...(data.RISKY_ABOVE && { riskyAbove: data.RISKY_ABOVE }),
    ...(data.RISKY_PER_DAY !== undefined && { riskyPerDay: data.RISKY_PER_DAY }),
    ...(data.PERMISSIONS && { permissions: data.PERMISSIONS }),
    ...(data.GENERATIONS && { generations: data.GENERATIONS }),
    ...(data.KMS && { kms: data.KMS }),
    ...(data.GENERATION_SECONDS !== undefined && { generationSeconds: data.GENERATION_SECONDS }),
    ...(data.HOST && { host: data.HOST }),
    ...(data.PORT !== undefined && { port: data.PORT }),
    ...(data.SESSION_DAYS !== undefined && { sessionDays: data.SESSION_DAYS }),
    ...(data.TRUST_PROXY !== undefined && { trustProxy: data.TRUST_PROXY }),
    ...(data.FRAME_LOGGER !== undefined && { frameLogger: data.FRAME_LOGGER }),
    ...(metrics && { metrics }),
    ...(data.QUIET !== undefined && { quiet: data.QUIET }),
    ...(data.PAGE && { page: data.PAGE }),
  }
}
