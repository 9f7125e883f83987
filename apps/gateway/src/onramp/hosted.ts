import { createHmac } from 'node:crypto'
import { sameText } from '@portico/service/secrets'
import { z } from 'zod'
import { plain } from './amounts.js'
import { OnrampForgedError } from './errors.js'

/** Answers with these statuses are read as well: they say why not. */
export function readingErrors(fetch: typeof globalThis.fetch, statuses: readonly number[]): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    return statuses.includes(response.status) ? new Response(response.body, { status: 200 }) : response
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
