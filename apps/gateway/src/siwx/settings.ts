import { OptionsError, jsonText, keyList, wholeText } from '@portico/service'
import { isHostOrigin } from '@portico/service/http'
import type { OperatorKey } from '@portico/service/secrets'
import * as z from 'zod/mini'

/** Signing in for a site that has no server of its own. */
export interface SiwxSettings {
  /** Origins of the site's pages, as `https://shop.example`. Who has signed in on one of them has on all. */
  origins: readonly string[]
  /** CAIP-2 ids of the chains that one may sign in on. */
  chains: readonly string[]
  /** A node of each `eip155` chain, by CAIP-2 id. Others need none. */
  rpcUrls?: Readonly<Record<string, string>>
  /** Origin that browsers know the gateway by. It signs as that. */
  publicUrl: string
  /** Whom its signatures are for: the site's API. The first of the origins unless told. */
  audience?: string
  /** Keys that it signs with, the newest first: 32 bytes each. Older ones are published until what they signed is over. */
  keys: readonly OperatorKey[]
  /** A `postgres://` URL, a file, or `:memory:`. In memory unless told. */
  database?: string
  /** How long a session lasts at most, in seconds. A day unless told, which is the most. */
  maxAge?: number
  /** How many proxies stand in front and write X-Forwarded-For. 0 unless told. */
  trustProxy?: number
  /** Calls that one network may make to this process in a minute. 120 unless told. */
  callsPerMinute?: number
  /** Nonces that one network may have in ten minutes, of all processes together. 100 unless told. */
  noncesPerTenMinutes?: number
}

const chainId = z.string().check(z.regex(/^(eip155|solana|bip122):[-_a-zA-Z0-9]{1,32}$/, 'not a chain such as eip155:1 (CAIP-2)'))
const origin = z.string().check(z.refine(isHostOrigin, 'not an origin such as https://shop.example (http on localhost alone)'))
const rpcUrls = z.record(
  chainId,
  z.string().check(z.refine((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol), 'not an http(s) URL')),
)

export const siwxSettingsSchema = z
  .object({
    origins: z.array(origin).check(z.minLength(1, 'missing')),
    chains: z.array(chainId).check(z.minLength(1, 'missing')),
    rpcUrls: z._default(rpcUrls, {}),
    publicUrl: origin,
    audience: z.optional(z.string().check(z.minLength(1))),
    keys: z
      .array(
        z.object({
          id: z.string(),
          bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length === 32, 'not 32 bytes'),
        }),
      )
      .check(z.minLength(1, 'missing')),
    database: z._default(z.string().check(z.minLength(1)), ':memory:'),
    maxAge: z._default(z.int().check(z.gte(60), z.lte(86_400)), 86_400),
    trustProxy: z._default(z.int().check(z.gte(0), z.lte(10)), 0),
    callsPerMinute: z._default(z.int().check(z.gte(1)), 120),
    noncesPerTenMinutes: z._default(z.int().check(z.gte(1)), 100),
  })
  .check(
    z.refine(({ chains, rpcUrls: urls }) => chains.every((chain) => !chain.startsWith('eip155:') || Object.hasOwn(urls, chain)), {
      message: 'a node is missing: each eip155 chain needs one',
      path: ['rpcUrls'],
    }),
  )

/** With what was left out filled in. */
export type SiwxConfig = z.output<typeof siwxSettingsSchema>

const list = z.pipe(
  z.string(),
  z.transform((text) =>
    text
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean),
  ),
)

/** The variables of signing in, behind the gateway's own prefix. */
export const siwxVariables = {
  SIWX_ORIGINS: z.optional(list),
  SIWX_CHAINS: z.optional(list),
  SIWX_RPC_URLS: z.optional(z.pipe(jsonText, rpcUrls)),
  SIWX_PUBLIC_URL: z.optional(z.string()),
  SIWX_AUDIENCE: z.optional(z.string()),
  SIWX_KEYS: z.optional(keyList),
  SIWX_DATABASE: z.optional(z.string()),
  SIWX_MAX_AGE: z.optional(wholeText),
  SIWX_TRUST_PROXY: z.optional(wholeText),
  SIWX_LIMIT_CALLS_PER_MINUTE: z.optional(wholeText),
  SIWX_LIMIT_NONCES_PER_TEN_MINUTES: z.optional(wholeText),
}

/** Those of them that may be given as a file too. */
export const siwxSecrets = ['SIWX_KEYS', 'SIWX_DATABASE', 'SIWX_RPC_URLS']

const variables = z.object(siwxVariables)

/**
 * What the environment says of signing in; undefined where it says nothing of it.
 * @param prefix of the variables, for what is said of them
 * @throws OptionsError naming the variables that are missing
 */
export function readSiwxSettings(data: z.output<typeof variables>, prefix: string, file: string): SiwxSettings | undefined {
  const { SIWX_ORIGINS: origins, SIWX_CHAINS: chains, SIWX_PUBLIC_URL: publicUrl, SIWX_KEYS: keys } = data
  if (Object.keys(siwxVariables).every((name) => Reflect.get(data, name) === undefined)) return undefined
  if (!origins || !chains || !publicUrl || !keys) {
    const given = { SIWX_ORIGINS: origins, SIWX_CHAINS: chains, SIWX_PUBLIC_URL: publicUrl, SIWX_KEYS: keys }
    const missing = Object.entries(given).flatMap(([name, value]) => (value ? [] : [`${prefix}${name}: missing, for signing in`]))
    throw new OptionsError(missing.join('\n'))
  }
  return {
    origins,
    chains,
    publicUrl,
    keys,
    database: data.SIWX_DATABASE ?? file,
    ...(data.SIWX_RPC_URLS && { rpcUrls: data.SIWX_RPC_URLS }),
    ...(data.SIWX_AUDIENCE && { audience: data.SIWX_AUDIENCE }),
    ...(data.SIWX_MAX_AGE !== undefined && { maxAge: data.SIWX_MAX_AGE }),
    ...(data.SIWX_TRUST_PROXY !== undefined && { trustProxy: data.SIWX_TRUST_PROXY }),
    ...(data.SIWX_LIMIT_CALLS_PER_MINUTE !== undefined && { callsPerMinute: data.SIWX_LIMIT_CALLS_PER_MINUTE }),
    ...(data.SIWX_LIMIT_NONCES_PER_TEN_MINUTES !== undefined && { noncesPerTenMinutes: data.SIWX_LIMIT_NONCES_PER_TEN_MINUTES }),
  }
}
