import * as z from 'zod/mini'
import { cleanIcon, cleanText } from '../../kit/text.js'
import { isPlainName } from './label.js'

const name = z.string().check(z.minLength(1), z.maxLength(255))
/** A moment: ISO 8601, or a number of seconds. */
const moment = z.union([z.string().check(z.maxLength(40)), z.number()])

/** `GET /v1/profile/account/{name}`, and each entry of `GET /v1/profile/reverse/{address}`. */
export const recordAnswer = z.object({
  name,
  registered_at: z.optional(z.nullable(moment)),
  updated_at: z.optional(z.nullable(moment)),
  expires_at: z.optional(z.nullable(moment)),
  addresses: z.record(z.string(), z.object({ address: z.string().check(z.maxLength(128)) })),
  attributes: z.optional(z.nullable(z.union([z.array(z.record(z.string(), z.unknown())), z.record(z.string(), z.unknown())]))),
})

/** `GET /v1/profile/reverse/{address}`; entries are read one by one. */
export const recordsAnswer = z.array(z.unknown())

/** `GET /v1/profile/zones`. */
export const zonesAnswer = z.object({
  zones: z.array(name),
  lifetimeSeconds: z.optional(z.nullable(z.number().check(z.positive()))),
})

/** `GET /v1/profile/suggestions/{name}`; entries are read one by one. */
export const suggestionsAnswer = z.object({ suggestions: z.array(z.unknown()) })

export const suggestionEntry = z.object({
  name,
  registered: z.boolean(),
  reason: z.optional(
    z.nullable(
      z.object({ name: z.string().check(z.maxLength(64)), description: z.optional(z.nullable(z.string().check(z.maxLength(500)))) }),
    ),
  ),
})

/** Of everything that writes. */
export const doneAnswer = z.object({ success: z.literal(true) })

/** A registered name, and what it says. */
export interface NameRecord {
  /** Whole: `mira.portico.eth`. */
  readonly name: string
  /** By coin type (ENSIP-9, ENSIP-11): '60' is Ethereum, '2147492101' Base, '2147483648' every EVM network. */
  readonly addresses: Readonly<Record<string, string>>
  /** Moments in milliseconds since 1970; undefined where the service does not say, and `expiresAt` also where a name stays. */
  readonly registeredAt: number | undefined
  readonly updatedAt: number | undefined
  readonly expiresAt: number | undefined
  /** Its texts, such as `avatar` and `bio`. Untrusted text. */
  readonly attributes: Readonly<Record<string, string>>
  /** The picture, as far as it is an https or data: URL. */
  readonly avatar: string | undefined
}

/** @returns undefined for a name that may look like another one */
export function readRecord(answer: z.output<typeof recordAnswer>): NameRecord | undefined {
  const { name, addresses, attributes, registered_at, updated_at, expires_at } = answer
  if (!isPlainName(name)) return undefined
  const texts: Record<string, string> = {}
  for (const [key, value] of [attributes ?? {}].flat().flatMap((one) => Object.entries(one)))
    if (typeof value === 'string' && value !== '') texts[key] = key === 'avatar' ? value : cleanText(value)
  return {
    name,
    addresses: Object.fromEntries(Object.entries(addresses).map(([coinType, { address }]) => [coinType, address])),
    registeredAt: readMoment(registered_at),
    updatedAt: readMoment(updated_at),
    expiresAt: readMoment(expires_at),
    attributes: texts,
    avatar: cleanIcon(texts['avatar']),
  }
}

function readMoment(said: string | number | null | undefined): number | undefined {
  if (said === null || said === undefined) return undefined
  const at = typeof said === 'number' ? said * 1000 : Date.parse(said)
  return Number.isFinite(at) && Math.abs(at) < 8.64e15 ? at : undefined
}
