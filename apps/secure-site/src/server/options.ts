import { inWords, OptionsError } from '@portico/service'
import { type MetricsAddress, isHostOrigin, metricsAddressSchema } from '@portico/service/http'
import type { MailTransport } from '@portico/service/mail'
import { type KmsConfig, type KmsOptions, kmsSchema } from '@portico/service/secrets'
import * as z from 'zod/mini'
import type { FrameNetwork } from '../page/types.js'
import type { BuiltPage } from './frame/page.js'
import { type Project, projectSchema, riskyAboveSchema, riskyPerDaySchema } from './projects/projects.js'

/** Options of the auth service. Everything is checked before anything starts. */
export interface SecureSiteOptions {
  /** Where it listens. 127.0.0.1 unless told. */
  host?: string
  /** 9301 unless told; 0 takes any that is free. */
  port?: number
  /** Origin that browsers know it by, as `https://secure.example`. */
  publicUrl: string
  /** Origin of the recovery vault, as browsers know it. */
  vaultUrl: string
  /** Origin of a gateway, whose prices say what network fees are in dollars. Without it they are in coins alone. */
  gatewayUrl?: string
  /** A `postgres://` URL, a file, or `:memory:`. In memory unless told. */
  database?: string
  /** Keys that seal, sign and find what is stored, the newest first: 32 bytes each. Older ones stay until `rotate` has nothing left. */
  keys: readonly { id: string; bytes: Uint8Array }[]
  /** 32 bytes that releases before the key ring found people by. Not needed any more once `rotate` has nothing left. */
  indexKey?: Uint8Array
  /**
   * A file, not in the database's backups, for the keys that halves are under, which change on schedule: a backup that is older than
   * that opens nothing. Without it halves are under `keys`.
   */
  generations?: string
  /** A KMS or HSM in the place of the operator's keys for halves. What stands under those is opened still, until `rotate`. */
  kms?: KmsOptions
  /** How long halves are under one such key, in seconds. 30 days unless told. */
  generationSeconds?: number
  projects: readonly {
    id: string
    origins: readonly string[]
    mailsPerHour?: number
    deviceLink?: boolean
    /** In the place of the service's own. */
    riskyAbove?: Readonly<Record<string, string>>
    riskyPerDay?: number
    codeInPage?: readonly string[]
  }[]
  /** Chains that the wallet serves, with the operator's nodes. */
  networks: readonly FrameNetwork[]
  /** What may leave with one approval in the frame, in the smallest unit, by CAIP-2 id of a chain or CAIP-19 id of a token: the rest is a window's. */
  riskyAbove?: Readonly<Record<string, string>>
  /** How many times that may leave a wallet within a day, all approvals in frames together. 3 unless told. */
  riskyPerDay?: number
  /** Permissions for sites to act by themselves (ERC-7715): the networks, by CAIP-2 id, and how many seconds one may last. None and a day unless told. */
  permissions?: { networks: readonly string[]; seconds?: number }
  /** `smtp://…` and the sender, or something that takes mails. */
  mail: { smtpUrl: string; from: string } | MailTransport
  limits?: Partial<Limits>
  /** How long a login lasts, in days. 30 unless told. */
  sessionDays?: number
  /** How many proxies stand in front and write X-Forwarded-For. 0 unless told: the header is not read. */
  trustProxy?: number
  /** Whether a host may switch the frame's logger on. Off unless told, as it has to be in production (S40). */
  frameLogger?: boolean
  /** Where `GET /metrics` is answered, for the operator alone. Nowhere unless told. */
  metrics?: MetricsAddress
  /** Log warnings and errors alone. */
  quiet?: boolean
  /** Login providers: see social/. Checked there. */
  social?: unknown
  /** Farcaster's relay and registry: see social/. Checked there. */
  farcaster?: unknown
  /** Ways into wallets: see wallet/. Checked there. */
  wallet?: unknown
  /** The built page, or the folder it was built to. `dist/page` of this package unless told. */
  page?: BuiltPage | string
  /** Milliseconds since 1970. The system's clock unless told. */
  clock?: () => number
  /** For calls to other servers. */
  fetch?: typeof fetch
  /** Takes the log's lines. stdout unless told. */
  writeLog?: (line: string) => void
}

/** Limits of mail and calls. Whole numbers from 1. The defaults are those of S27; an operator can only choose fewer mails to an address. */
export interface Limits {
  /** Seconds between two mails to an address, at most 30, as visitors read. For tests: no operator has less (S27). */
  mailGapSeconds: number
  mailsPerAddressHour: number
  mailsPerAddressDay: number
  /** By client address. */
  mailsPerNetworkHour: number
  /** Calls of one client address within a minute, to one process. */
  callsPerMinute: number
}

export const defaultLimits: Limits = {
  mailGapSeconds: 30,
  mailsPerAddressHour: 5,
  mailsPerAddressDay: 10,
  mailsPerNetworkHour: 20,
  callsPerMinute: 1200,
}

export type Config = Required<
  Omit<
    SecureSiteOptions,
    | 'generations'
    | 'kms'
    | 'indexKey'
    | 'gatewayUrl'
    | 'metrics'
    | 'projects'
    | 'limits'
    | 'permissions'
    | 'page'
    | 'clock'
    | 'fetch'
    | 'writeLog'
    | 'mail'
  >
> & {
  readonly indexKey: Uint8Array | undefined
  readonly gatewayUrl: string | undefined
  readonly generations: string | undefined
  readonly kms: KmsConfig | undefined
  readonly metrics: MetricsAddress | undefined
  readonly projects: readonly Project[]
  readonly limits: Limits
  readonly permissions: { readonly networks: readonly string[]; readonly seconds: number }
}

const origin = z.string().check(z.refine(isHostOrigin, 'not an origin such as https://secure.example (http on localhost alone)'))
const key = z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length === 32, 'not 32 bytes')
const serviceUrl = z
  .string()
  .check(z.refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'not a URL of a node'))

export const projectsSchema = z.array(projectSchema).check(z.minLength(1, 'no project: nobody could use it'))

const network = z.object({
  id: z.custom<FrameNetwork['id']>(
    (value) => typeof value === 'string' && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(value),
    'not a CAIP-2 id',
  ),
  name: z.string().check(z.minLength(1)),
  rpcUrl: serviceUrl,
  nativeCurrency: z.object({ name: z.string(), symbol: z.string(), decimals: z.int().check(z.gte(0), z.lte(36)) }),
  explorerUrl: z.optional(z.string()),
  smartAccounts: z.exactOptional(
    z.object({ bundlerUrl: serviceUrl, paymasterUrls: z.exactOptional(z.array(serviceUrl).check(z.minLength(1))) }),
  ),
})

export const networksSchema = z.pipe(
  z.array(network).check(z.minLength(1, 'no network: the wallet would have no chain')),
  z.transform((networks): FrameNetwork[] =>
    networks.map(({ explorerUrl, ...each }) => ({ ...each, ...(explorerUrl !== undefined && { explorerUrl }) })),
  ),
)

/** Longer than thirty days nobody remembers what was allowed. */
export const permissionsSchema = z.strictObject({
  networks: z.array(z.string().check(z.regex(/^eip155:[1-9]\d{0,15}$/, 'not the CAIP-2 id of an EVM chain'))),
  seconds: z._default(z.int().check(z.gte(60), z.lte(30 * 86_400)), 86_400),
})

const count = z.optional(z.int().check(z.gte(1)))
const schema = z.object({
  host: z._default(z.string().check(z.minLength(1)), '127.0.0.1'),
  port: z._default(z.int().check(z.gte(0), z.lte(65_535)), 9301),
  publicUrl: origin,
  vaultUrl: origin,
  gatewayUrl: z.optional(origin),
  database: z._default(z.string().check(z.minLength(1)), ':memory:'),
  keys: z
    .array(z.object({ id: z.string().check(z.regex(/^[\w-]{1,32}$/, 'not an id: letters, digits, - _')), bytes: key }))
    .check(z.minLength(1)),
  indexKey: z.optional(key),
  generations: z.optional(z.string().check(z.minLength(1))),
  kms: z.optional(kmsSchema),
  generationSeconds: z._default(z.int().check(z.gte(3600), z.lte(365 * 86_400)), 30 * 86_400),
  projects: projectsSchema,
  networks: networksSchema,
  riskyAbove: z._default(riskyAboveSchema, {}),
  riskyPerDay: z._default(riskyPerDaySchema, 3),
  permissions: z._default(permissionsSchema, { networks: [], seconds: 86_400 }),
  limits: z._default(
    z.object({
      mailGapSeconds: z.optional(z.int().check(z.gte(1), z.lte(30))),
      mailsPerAddressHour: z.optional(z.int().check(z.gte(1), z.lte(5))),
      mailsPerAddressDay: z.optional(z.int().check(z.gte(1), z.lte(10))),
      mailsPerNetworkHour: count,
      callsPerMinute: count,
    }),
    {},
  ),
  sessionDays: z._default(z.int().check(z.gte(1), z.lte(366)), 30),
  trustProxy: z._default(z.int().check(z.gte(0), z.lte(16)), 0),
  frameLogger: z._default(z.boolean(), false),
  metrics: z.optional(metricsAddressSchema),
  quiet: z._default(z.boolean(), false),
  social: z.optional(z.unknown()),
  farcaster: z.optional(z.unknown()),
  wallet: z.optional(z.unknown()),
})

/** @throws OptionsError naming each option that can't be used, never a value */
export function resolveOptions(options: SecureSiteOptions): Config {
  const parsed = schema.safeParse(options, inWords())
  if (!parsed.success) {
    throw new OptionsError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  }
  const { limits, social, farcaster, wallet, ...rest } = parsed.data
  if (rest.vaultUrl === rest.publicUrl) throw new OptionsError('vaultUrl: the vault needs an origin of its own')
  for (const [name, list] of Object.entries({ projects: rest.projects, keys: rest.keys })) {
    const twice = list.find(({ id }, index) => list.findIndex((other) => other.id === id) !== index)
    if (twice) throw new OptionsError(`${name}: ${twice.id} is there twice`)
  }
  const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
  return {
    ...rest,
    indexKey: rest.indexKey,
    gatewayUrl: rest.gatewayUrl,
    generations: rest.generations,
    kms: rest.kms,
    metrics: rest.metrics,
    social,
    farcaster,
    wallet,
    limits: { ...defaultLimits, ...given },
  }
}
