import type { Route } from './routes.js'
import type { Venue } from './venues.js'

/** A part of a swap, as its transaction says it. */
export interface Leg {
  readonly route: Pick<Route, 'venue' | 'tokens' | 'fees'>
  readonly amountIn: bigint
  readonly minOut: bigint
}
export interface Plan {
  readonly legs: readonly Leg[]
  /** Units. */
  readonly gas: bigint
}

/** What a plan is written against: it holds places in these lists, so that it stays short. */
export interface PlanWords {
  readonly venues: readonly Venue[]
  readonly hubs: readonly string[]
  readonly fees: readonly number[]
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** `gas.venue-amount-least-hubs-fees`, the last once for each part, in base 36. */
export function writePlan({ legs, gas }: Plan, { venues, hubs, fees }: PlanWords): string {
  const parts = legs.map(({ route, amountIn, minOut }) => {
    const through = route.tokens.slice(1, -1).map((token) => hubs.indexOf(token).toString(36))
    const tiers = route.fees.map((fee) => fees.indexOf(fee).toString(36))
    return [venues.indexOf(route.venue).toString(36), amountIn.toString(36), minOut.toString(36), through.join(''), tiers.join('')].join(
      '-',
    )
  })
  return [gas.toString(36), ...parts].join('.')
}

/** Undefined for what is no plan, or one for other lists or another amount. */
export function readPlan(text: string, { venues, hubs, fees, from, to, amount }: PlanWords): Plan | undefined {
  const [gas = '', ...parts] = text.split('.')
  const legs = parts.flatMap((part): Leg[] => {
    const [at = '', amountIn = '', minOut = '', through = '', tiers = ''] = part.split('-')
    const venue = venues[parseInt(at, 36)]
    const between = [...through].map((digit) => hubs[parseInt(digit, 36)])
    const chosen = [...tiers].map((digit) => fees[parseInt(digit, 36)])
    const tokens = [from, ...between.filter((token) => token !== undefined), to]
    const known = chosen.filter((fee) => fee !== undefined)
    const isWhole = tokens.length === between.length + 2 && known.length === (venue?.kind === 'v3' ? tokens.length - 1 : 0)
    const [units, least] = [unitsOf(amountIn), unitsOf(minOut)]
    if (!venue || !isWhole || units === undefined || units === 0n || least === undefined) return []
    return [{ route: { venue, tokens, fees: known }, amountIn: units, minOut: least }]
  })
  const units = unitsOf(gas)
  const isWhole = legs.length > 0 && legs.length === parts.length && legs.reduce((sum, { amountIn }) => sum + amountIn, 0n) === amount
  return isWhole && units !== undefined ? { legs, gas: units } : undefined
}

function unitsOf(text: string): bigint | undefined {
  if (!/^[0-9a-z]{1,50}$/.test(text)) return undefined
  return [...text].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n)
}
