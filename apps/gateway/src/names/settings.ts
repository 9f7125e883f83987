import { inWords, OptionsError } from '@portico/service'
import { normalize } from 'viem/ens'
import { z } from 'zod'
import { keyHex } from '../bundler/settings.js'
import { callsPerMinute, origin, trustProxy } from '../http/settings.js'

const zone = z.string().refine((name) => {
  try {
    return name.length <= 120 && /^[^.]+(\.[^.]+)+$/.test(name) && normalize(name) === name
  } catch {
    return false
  }
}, 'is no normalised name such as shop.eth')

const schema = z.strictObject({
  /** Names that the operator owns, below which visitors register theirs. Their resolver is our OffchainNameResolver. */
  zones: z.array(zone).min(1).max(16),
  /** The private key that signs what resolvers are told: 32 bytes in hex. It holds nothing, and signs nothing else. */
  signer: keyHex,
  /**
   * Origins of the pages that visitors may sign for: one stands in what is signed. `*` is any. Without them names are registered from any
   * page, and none is changed.
   */
  origins: z
    .array(z.union([z.literal('*'), origin]))
    .max(100)
    .default([]),
  /** Takes registrations that name no page as well, as clients of another make have them signed. Changes of a name always name one. */
  allowUnbound: z.boolean().default(true),
  /** Days after which a name ends that nobody renews. It does not end, unless told. */
  lifetimeDays: z.optional(z.int().min(1).max(3650)),
  /** Days after that in which its owner alone may have it back. */
  graceDays: z.int().min(0).max(365).default(30),
  /** Labels that nobody gets, beside offices, brands and wallets. */
  reserved: z.array(z.string().regex(/^[a-z0-9-]{1,63}$/, 'is no label')).default([]),
  /** Signed changes that one account may make in a day. */
  perAccountPerDay: z.int().min(1).max(10_000).default(20),
  /** Signed changes that one network (an IPv4 address, or 64 bits of an IPv6 one) may make in a day. */
  perNetworkPerDay: z.int().min(1).max(1_000_000).default(60),
  callsPerMinute: callsPerMinute(600),
  trustProxy,
})

/** How names are registered. `zones` and `signer` are needed; without `origins` no name is changed. */
export type NamesOptions = z.input<typeof schema>
export type NamesSettings = z.output<typeof schema>

/** @throws OptionsError naming what is wrong, without the key */
export function readNames(value: unknown): NamesSettings {
  const parsed = schema.safeParse(value, inWords())
  if (!parsed.success) throw new OptionsError(`names: ${z.prettifyError(parsed.error)}`)
  const { zones } = parsed.data
  // One below another: a name of the inner one would be a label of the outer one, too.
  const inner = zones.find((each, at) => zones.some((other, index) => index !== at && (each === other || each.endsWith(`.${other}`))))
  if (inner !== undefined) throw new OptionsError(`names: ${inner} is there more than once, or below another one`)
  return parsed.data
}
