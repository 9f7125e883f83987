import { inWords, OptionsError } from '@portico/service'
import { z } from 'zod'
import { callsPerMinute, endpoint, origin, trustProxy } from '../http/settings.js'
import { chainId } from '../providers/wire.js'

const text = z.string().min(1).max(8192)

const provider = z.strictObject({
  kind: z.string(),
  /** Another base URL than the provider's usual one, such as that of its tests. */
  url: z.optional(endpoint),
  /** Origins of its pages, where they are not the usual ones. */
  pages: z.optional(z.array(origin).min(1).max(8)),
  /** What it knows this operator by: an API key, or the name of one. */
  key: z.optional(text),
  /** What belongs to the key and is shown to nobody. */
  secret: z.optional(text),
  /** By which its webhooks are told from others. They are not taken without. */
  webhookSecret: z.optional(text),
  /** The site's domain, where the provider asks for it. */
  domain: z.optional(z.string().regex(/^[a-z0-9.-]{1,253}$/, 'is no domain')),
})
export type OnrampProviderOptions = z.output<typeof provider>

const schema = z.strictObject({
  /** Who is asked, all at once. */
  providers: z.array(provider).min(1).max(8),
  /** Origins of the pages that may buy here. Any, unless told. */
  origins: z.array(origin).max(100).default([]),
  /** Origin that the world knows this gateway by: what some providers sign their webhooks with. */
  publicUrl: z.optional(origin),
  /** Nodes of EVM chains that the gateway does not follow, by CAIP-2 id: they say whose an address is. */
  rpcUrls: z.record(chainId, endpoint).default({}),
  /** The visitor's address is forwarded to providers that ask for it. */
  trustProxy,
  /** Milliseconds between two looks at sessions whose provider may have said something that never came. */
  pollMs: z.int().min(50).max(600_000).default(5000),
  callsPerMinute: callsPerMinute(300),
  /** Pages that one account may open in ten minutes, of all processes together. */
  urlsPerTenMinutes: z.int().min(1).max(1000).default(20),
})

/** Who sells coins here, and to whom. */
export type OnrampOptions = z.input<typeof schema>
export type OnrampSettings = z.output<typeof schema>

/** @throws OptionsError naming what is wrong, without a key */
export function readOnramp(value: unknown): OnrampSettings {
  const parsed = schema.safeParse(value, inWords())
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'onramp'}: ${message}`)
    throw new OptionsError(`onramp: ${problems.join('; ')}`)
  }
  const kinds = parsed.data.providers.map(({ kind }) => kind)
  const twice = kinds.find((kind, at) => kinds.indexOf(kind) !== at)
  if (twice !== undefined) throw new OptionsError(`onramp: ${twice} is there more than once`)
  return parsed.data
}
