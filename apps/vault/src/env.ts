import {
  type Environment,
  OptionsError,
  flagText,
  jsonText,
  keyList,
  keyText,
  readEnvironment,
  smtpUrlText,
  wholeText,
} from '@portico/service'
import { metricsAddress } from '@portico/service/http'
import { kmsSchema } from '@portico/service/secrets'
import * as z from 'zod/mini'
import { identitiesSchema } from './identities/settings.js'
import type { VaultOptions } from './options.js'

const whole = z.optional(wholeText)
const text = z.optional(z.string())
export const prefix = 'PORTICO_VAULT_'
/** How the variables name the options, where that is not the same in capitals. */
export const variableNames: Readonly<Record<string, string>> = {
  secureKeys: 'SECURE_KEYS_URL',
  callsPerMinute: 'LIMIT_CALLS_PER_MINUTE',
  'delay.rpcUrl': 'DELAY_RPC_URL',
  'mail.smtpUrl': 'SMTP_URL',
  'mail.from': 'MAIL_FROM',
  'metrics.host': 'METRICS_HOST',
  'metrics.port': 'METRICS_PORT',
}

const schema = z.object({
  HOST: text,
  PORT: whole,
  PUBLIC_URL: z.string('missing'),
  SECURE_URL: z.string('missing'),
  SECURE_KEYS_URL: text,
  DATABASE: text,
  GENERATIONS: text,
  GENERATION_SECONDS: whole,
  KMS: z.optional(z.pipe(jsonText, kmsSchema)),
  KEYS: keyList,
  INDEX_KEY: z.optional(keyText),
  SMTP_URL: smtpUrlText,
  MAIL_FROM: z.string('missing').check(z.regex(/@/, 'not a sender such as Wallet recovery <vault@example.com>')),
  DELAY_SECONDS: whole,
  DELAY_ABOVE_WEI: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,78}$/, 'not a whole number of wei')),
      z.transform((digits): bigint => BigInt(digits)),
    ),
  ),
  DELAY_RPC_URL: text,
  RETAIN_SECONDS: whole,
  OWNER_CHANGE_SECONDS: whole,
  LIMIT_CALLS_PER_MINUTE: whole,
  TRUST_PROXY: whole,
  METRICS_HOST: text,
  METRICS_PORT: whole,
  QUIET: z.optional(flagText),
  IDENTITIES: z.optional(z.pipe(jsonText, identitiesSchema)),
})

/**
 * The vault's options from the environment, in variables that begin with PORTICO_VAULT_: PUBLIC_URL, SECURE_URL (the auth
 * service's origin), SECURE_KEYS_URL (where the vault gets its keys, `<SECURE_URL>/.well-known/jwks.json` unless told), HOST, PORT,
 * DATABASE, KEYS (32 bytes each, as the auth service's and never the same; INDEX_KEY of an earlier release), SMTP_URL, MAIL_FROM, DELAY_SECONDS with
 * DELAY_ABOVE_WEI and DELAY_RPC_URL, RETAIN_SECONDS, OWNER_CHANGE_SECONDS, GENERATIONS, GENERATION_SECONDS, KMS (JSON), IDENTITIES (JSON), LIMIT_CALLS_PER_MINUTE,
 * TRUST_PROXY, METRICS_PORT and METRICS_HOST, QUIET. Secrets
 * may be files: KEYS_FILE, KMS_FILE, INDEX_KEY_FILE, DATABASE_FILE, SMTP_URL_FILE.
 * @param file where the database is when no variable says so
 * @throws OptionsError naming each variable that is wrong, without its value
 */
export function readVaultOptions(env: Environment, { file }: { file: string }): VaultOptions {
  const data = readEnvironment(env, { prefix, schema, fromFile: ['KMS', 'KEYS', 'INDEX_KEY', 'DATABASE', 'SMTP_URL'] })
  const { DELAY_SECONDS: seconds, DELAY_ABOVE_WEI: above, DELAY_RPC_URL: rpcUrl } = data
  const metrics = metricsAddress(prefix, data)
  if (seconds && !rpcUrl) throw new OptionsError(`${prefix}DELAY_RPC_URL: missing, the delay depends on a balance`)
  return {
    publicUrl: data.PUBLIC_URL,
    secureUrl: data.SECURE_URL,
    database: data.DATABASE ?? file,
    keys: data.KEYS,
    ...(data.INDEX_KEY && { indexKey: data.INDEX_KEY }),
    mail: { smtpUrl: data.SMTP_URL, from: data.MAIL_FROM },
    ...(data.SECURE_KEYS_URL && { secureKeys: data.SECURE_KEYS_URL }),
    ...(seconds && rpcUrl && { delay: { seconds, above: above ?? 0n, rpcUrl } }),
    ...(data.GENERATIONS && { generations: data.GENERATIONS }),
    ...(data.KMS && { kms: data.KMS }),
    ...(data.GENERATION_SECONDS !== undefined && { generationSeconds: data.GENERATION_SECONDS }),
    ...(data.IDENTITIES && { identities: data.IDENTITIES }),
    ...(data.HOST && { host: data.HOST }),
    ...(data.PORT !== undefined && { port: data.PORT }),
    ...(data.RETAIN_SECONDS !== undefined && { retainSeconds: data.RETAIN_SECONDS }),
    ...(data.OWNER_CHANGE_SECONDS !== undefined && { ownerChangeSeconds: data.OWNER_CHANGE_SECONDS }),
    ...(data.LIMIT_CALLS_PER_MINUTE !== undefined && { callsPerMinute: data.LIMIT_CALLS_PER_MINUTE }),
    ...(data.TRUST_PROXY !== undefined && { trustProxy: data.TRUST_PROXY }),
    ...(metrics && { metrics }),
    ...(data.QUIET !== undefined && { quiet: data.QUIET }),
  }
}
