import * as z from 'zod/mini'
import { NameMessageRefusedError } from './errors.js'

const common = { name: z.string().check(z.minLength(1)), origin: z.string(), timestamp: z.int().check(z.gte(0), z.lte(8_640_000_000_000)) }
const texts = z.record(z.string(), z.string())
const coinType = z.int().check(z.gte(0), z.lt(2 ** 32))
/** What the gateway's names have signed, whole. The first registers a name, the others change one. */
const messages = z.union([
  z.strictObject({ ...common, attributes: texts }),
  z.strictObject({ ...common, action: z.literal('attributes'), attributes: texts }),
  z.strictObject({ ...common, action: z.literal('address'), coinType, address: z.string() }),
  z.strictObject({ ...common, action: z.literal('transfer'), to: z.string().check(z.minLength(1)), coinType: z.optional(coinType) }),
  z.strictObject({ ...common, action: z.enum(['accept', 'renew', 'release']) }),
])

/** Fields that are told of every message: a text of the same name would hide one. */
const told = ['name', 'uri', 'issuedAt', 'action', 'to', 'address', 'chainId', 'coinType']

/**
 * A message about an account's name as values for its sentence and fields: `name`, `action`, `uri` (the page), `issuedAt`, and what is
 * changed; undefined for any other text, and for one that says more than these, or says it in another way than `JSON.stringify` does.
 */
export function readNameMessage(text: string): Readonly<Record<string, string>> | undefined {
  const value = parse(text)
  const { data } = z.safeParse(messages, value)
  if (!data || JSON.stringify(value) !== text) return undefined
  const { name, origin, timestamp, action = 'register', attributes = {}, address, to, coinType: coin } = { ...empty, ...data }
  if (Object.keys(attributes).some((key) => told.includes(key))) return undefined
  return {
    name,
    action,
    ...(address !== undefined && { address }),
    ...(to !== undefined && { to }),
    // An empty text is taken away.
    ...Object.fromEntries(Object.entries(attributes).map(([key, said]) => [key, said || '–'])),
    ...(coin !== undefined && networkOf(coin)),
    uri: origin,
    issuedAt: new Date(timestamp * 1000).toISOString(),
  }
}

/** What not every message has. */
const empty: {
  readonly action?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly address?: string
  readonly to?: string
  readonly coinType?: number
} = {}

/** ENSIP-11: 60 is Ethereum, and other EVM chains stand above 2^31. */
const networkOf = (coin: number): Readonly<Record<string, string>> =>
  coin === 60 ? { chainId: '1' } : coin > 2 ** 31 ? { chainId: String(coin - 2 ** 31) } : { coinType: String(coin) }

/**
 * Holds a message about an account's name (`{ name, …, origin, timestamp }`, as the gateway's names have it) to the page that asks: else
 * any page could have its visitors hand their names over, or give them up. Other texts are left alone.
 * @param origin verified, of the host page
 * @throws NameMessageRefusedError when it says that it is for another page
 */
export function checkNameMessage(text: string, origin: string): void {
  const said = originOf(text)
  if (said === undefined || said === origin) return
  throw new NameMessageRefusedError()
}

/** Which page it is for; undefined where it names none. Read with as much patience as anybody who verifies it may have. */
function originOf(text: string): unknown {
  const value = parse(text.trim())
  if (typeof value !== 'object' || value === null || !('origin' in value)) return undefined
  return 'name' in value && 'timestamp' in value ? value.origin : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
