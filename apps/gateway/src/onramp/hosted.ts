import { createHmac } from 'node:crypto'
import { sameText } from '@portico/service/secrets'
import { z } from 'zod'
import { createAsk, posted } from '../providers/ask.js'
import { ProviderError } from '../providers/errors.js'
import { plain } from './amounts.js'
import { OnrampForgedError } from './errors.js'

export interface CreateCallParameters {
  /** What errors call the service. */
  readonly kind: string
  readonly fetch: typeof globalThis.fetch
  /** Answers with these statuses are read as well: they say why not. */
  readonly statuses: readonly number[]
  /** What an answer is refused with; undefined for one that refuses nothing. */
  readonly refusalIn: (answer: unknown) => Error | undefined
}

export interface CallParameters {
  readonly url: URL | string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON by POST. */
  readonly body?: unknown
  readonly signal: AbortSignal
}

/** Asks a service that sells, for an answer of an agreed shape or its reason. @throws ProviderError, and what `refusalIn` made of the answer */
export type Call = <Schema extends z.ZodType>(parameters: CallParameters, schema: Schema) => Promise<z.output<Schema>>

export function createCall({ kind, fetch, statuses, refusalIn }: CreateCallParameters): Call {
  const reading: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    return statuses.includes(response.status) ? new Response(response.body, { status: 200 }) : response
  }
  const ask = createAsk({ kind, fetch: reading })
  return async ({ url, headers = {}, body, signal }, schema) => {
    const answer: unknown = await ask({ url, init: body === undefined ? { headers } : posted(body, headers), signal }, z.unknown())
    const refused = refusalIn(answer)
    if (refused) throw refused
    const parsed = schema.safeParse(answer)
    if (!parsed.success) throw new ProviderError('malformed', `${kind} answered in another shape.`, { cause: parsed.error })
    return parsed.data
  }
}

/** JSON of a body; undefined for what is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A decimal number of a service: text, or a number of JSON. */
export const number = z.union([z.string().regex(/^\d{1,30}(\.\d{1,36})?$/), z.number().nonnegative()]).transform(plain)

/** Text that may be left out, and is then empty or null. */
export const maybeText = z.optional(z.nullable(z.string()))

/** Milliseconds that a price stands which its provider does not hold. */
export const indicativeMs = 30_000

/** Digits behind the point of what is sold everywhere, for services that do not say. */
const decimals: Readonly<Record<string, number>> = {
  ETH: 18,
  BTC: 8,
  SOL: 9,
  USDC: 6,
  USDT: 6,
  EURC: 6,
  DAI: 18,
  POL: 18,
  AVAX: 18,
  BNB: 18,
  CBBTC: 8,
} // prettier-ignore
export const usualDecimals = (symbol: string): number | undefined =>
  Object.hasOwn(decimals, symbol.toUpperCase()) ? decimals[symbol.toUpperCase()] : undefined

/** How far a service's clock may be from ours, in seconds. */
const tolerance = 300

export interface SignedParameters {
  readonly secret: string | undefined
  /** Seconds since 1970. */
  readonly time: number
  /** Milliseconds since 1970. */
  readonly now: number
  readonly text: string
  readonly signature: string
  readonly encoding: 'hex' | 'base64url'
}

/** @throws OnrampForgedError unless a text was signed with the secret, a short while ago */
export function checkSigned({ secret, time, now, text, signature, encoding }: SignedParameters): void {
  if (secret === undefined) throw new OnrampForgedError('There is no secret to know it by.')
  // Not `>`: what is no number is too far away as well.
  if (!(Math.abs(now / 1000 - time) <= tolerance)) throw new OnrampForgedError('It is too old, or from tomorrow.')
  const expected = createHmac('sha256', secret).update(text).digest(encoding)
  if (!sameText(signature.replace(/=+$/, ''), expected)) throw new OnrampForgedError('Somebody else signed it.')
}
