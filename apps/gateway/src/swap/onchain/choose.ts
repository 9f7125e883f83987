import { type Priced } from './readRoutes.js'
import { targetOf } from './venues.js'

/** What one unit of gas costs in the token that is bought, as a fraction: its price is known by what a little of the coin gives. */
export interface GasRate {
  readonly out: bigint
  readonly per: bigint
}

/** What is left when the gas is paid for. */
export const netOf = ({ amountOut, gas }: Pick<Priced, 'amountOut' | 'gas'>, rate: GasRate): bigint => amountOut - costOf(gas, rate)

export const costOf = (gas: bigint, { out, per }: GasRate): bigint => (per > 0n ? (gas * out) / per : 0n)

/** The best first. */
export const byNet = (priced: readonly Priced[], rate: GasRate): readonly Priced[] =>
  priced.toSorted((a, b) => (netOf(a, rate) < netOf(b, rate) ? 1 : -1))

/** Whether two routes can be one transaction, and each gives what was read of it alone. */
export function canSplit(a: Priced['route'], b: Priced['route']): boolean {
  const byOne = targetOf(a.venue) === targetOf(b.venue) && [a, b].every(({ venue }) => venue.kind === 'v3' || venue.router02 !== undefined)
  return byOne && !a.pools.some((pool) => b.pools.includes(pool))
}

/**
 * The best way: one route, or two that share the amount where that gives more when the gas of both is paid for.
 * @param whole routes for the whole amount, the best first
 * @param parts the same routes for parts of it
 */
export function choose(whole: readonly Priced[], parts: readonly Priced[], amount: bigint, rate: GasRate): readonly Priced[] {
  const [best] = whole
  if (!best) return []
  let chosen: readonly Priced[] = [best]
  let most = netOf(best, rate)
  for (const a of parts) {
    for (const b of parts) {
      if (a.route === b.route || a.amountIn < b.amountIn || a.amountIn + b.amountIn !== amount || !canSplit(a.route, b.route)) continue
      const net = netOf({ amountOut: a.amountOut + b.amountOut, gas: a.gas + b.gas }, rate)
      if (net > most) {
        most = net
        chosen = [a, b]
      }
    }
  }
  return chosen
}
