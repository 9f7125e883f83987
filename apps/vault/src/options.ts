import { inWords, OptionsError } from '@portico/service'
import { type MetricsAddress, isHostOrigin, metricsAddressSchema } from '@portico/service/http'
import type { MailTransport } from '@portico/service/mail'
import { type KeyWrapper, type KmsOptions, kmsSchema } from '@portico/service/secrets'
import type { JSONWebKeySet } from 'jose'
import * as z from 'zod/mini'
import { type IdentitiesOptions, identitiesSchema } from './identities/settings.js'

/** Options of the recovery vault. It shares nothing with the auth service: other keys, another database, its own mails. */
export interface VaultOptions {
  /** Where it listens. 127.0.0.1 unless told. */
  host?: string
  /** 9302 unless told; 0 takes any that is free. */
  port?: number
  /** Origin that browsers know it by, as `https://vault.example`. */
  publicUrl: string
  /** Origin of the auth service, whose page alone may call. */
  secureUrl: string
  /** The auth service's public keys, or the URL that the vault gets them from: `<secureUrl>/.well-known/jwks.json` unless told. */
  secureKeys?: string | JSONWebKeySet
  /** A `postgres://` URL, a file, or `:memory:`. In memory unless told. */
  database?: string
  /** Keys that seal, sign and find what is stored, the newest first: 32 bytes each. Older ones stay until `rotate` has nothing left. */
  keys: readonly { id: string; bytes: Uint8Array }[]
  /** 32 bytes that releases before the key ring worked with. Not needed any more once `rotate` has nothing left. */
  indexKey?: Uint8Array
  /** `smtp://…` and the sender, or something that takes mails. */
  mail: { smtpUrl: string; from: string } | MailTransport
  /** Lets halves of wallets of much worth out only after a while. */
  delay?: DelayOptions
  /** How long a share that is void is kept, for an auth service that comes back from a backup, in seconds. 7 days unless told. */
  retainSeconds?: number
  /** After what time a new address counts that the known ones did not answer about, in seconds. 72 hours unless told. */
  ownerChangeSeconds?: number
  /**
   * A file, not in the database's backups, for the keys that halves are under, which change on schedule: a backup that is older than
   * that opens nothing. Without it halves are under the operator's keys, and old backups stay live as long as those.
   */
  generations?: string
  /** How long halves are under one such key, in seconds. 30 days unless told. */
  generationSeconds?: number
  /**
   * Accounts elsewhere that the vault can know an owner by, each with a client of the vault's own at the provider. None unless told:
   * then there is mail, and the owner's factors.
   */
  identities?: IdentitiesOptions
  /** A KMS or HSM in the place of the operator's keys for halves. What stands under those is opened still, until `rotate`. */
  kms?: KmsOptions
  /** One that is made here, in the place of any other. */
  wrapper?: KeyWrapper
  /** How many proxies stand in front and write X-Forwarded-For. 0 unless told. */
  trustProxy?: number
  callsPerMinute?: number
  /** Where `GET /metrics` is answered, for the operator alone. Nowhere unless told. */
  metrics?: MetricsAddress
  /** Log warnings and errors alone. */
  quiet?: boolean
  /** Milliseconds since 1970. The system's clock unless told. */
  clock?: () => number
  /** For calls to other servers. */
  fetch?: typeof fetch
  /** Takes the log's lines. stdout unless told. */
  writeLog?: (line: string) => void
}

export interface DelayOptions {
  /** How long the owner has to refuse. */
  seconds: number
  /** From this balance on, in wei. */
  above: bigint
  /** The operator's EVM node. A node that does not answer counts as much worth. */
  rpcUrl: string
}

const origin = z.string().check(z.refine(isHostOrigin, 'not an origin such as https://vault.example (http on localhost alone)'))
const key = z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length === 32, 'not 32 bytes')
const url = z.string().check(z.refine((text) => URL.canParse(text), 'not a URL'))
const seconds = (most: number) => z.int().check(z.gte(0), z.lte(most))
const day = 86_400

const schema = z.object({
  host: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  port: z._default(z.int().check(z.gte(0), z.lte(65_535)), 9302),
  publicUrl: origin,
  secureUrl: origin,
  secureKeys: z.optional(
    z.union([
      url,
      z.custom<JSONWebKeySet>(
        (value) => typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys),
        'not a JWK set',
      ),
    ]),
  ),
  database: z._default(z.string().check(z.minLength(1)), ':memory:'),
  keys: z
    .array(z.object({ id: z.string().check(z.regex(/^[\w-]{1,32}$/, 'not an id: letters, digits, - _')), bytes: key }))
    .check(z.minLength(1)),
  indexKey: z.optional(key),
  delay: z.optional(z.object({ seconds: seconds(30 * day), above: z.bigint(), rpcUrl: url })),
  retainSeconds: z._default(seconds(365 * day), 7 * day),
  ownerChangeSeconds: z._default(seconds(365 * day), 3 * day),
  generations: z.optional(z.string().check(z.minLength(1))),
  kms: z.optional(kmsSchema),
  generationSeconds: z._default(z.int().check(z.gte(3600), z.lte(365 * day)), 30 * day),
  identities: z._default(identitiesSchema, {}),
  trustProxy: z._default(z.int().check(z.gte(0), z.lte(16)), 0),
  callsPerMinute: z._default(z.int().check(z.gte(1)), 600),
  metrics: z.optional(metricsAddressSchema),
  quiet: z._default(z.boolean(), false),
})

export type VaultConfig = z.infer<typeof schema> & { readonly secureKeys: string | JSONWebKeySet }

/** @throws OptionsError naming each option that can't be used, never a value */
export function resolveVaultOptions(options: VaultOptions): VaultConfig {
  const parsed = schema.safeParse(options, inWords())
  if (!parsed.success) {
    throw new OptionsError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  }
  if (parsed.data.publicUrl === parsed.data.secureUrl) throw new OptionsError('publicUrl: the vault needs an origin of its own')
  return { ...parsed.data, secureKeys: parsed.data.secureKeys ?? `${parsed.data.secureUrl}/.well-known/jwks.json` }
}
