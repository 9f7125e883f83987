import type { Priced } from './readRoutes.js'

/** Parts that an impact is written in. */
const scale = 1_000_000n
/** Units that a little of the amount has to give, so that rounding does not look like a price. */
const leastTold = 1000n

/**
 * How much less comes out because the amount moves the price: against what a little of it gives along the same path, so that the pools'
 * fees are not in it. A fraction such as `0.012345`; undefined where a little gives too little to tell.
 */
export function impactOf(chosen: readonly Priced[], probes: readonly Priced[]): string | undefined {
  let expected = 0n
  let out = 0n
  for (const { route, amountIn, amountOut } of chosen) {
    const probe = probes.find((each) => each.route === route)
    if (!probe || probe.amountOut < leastTold) return undefined
    expected += (amountIn * probe.amountOut) / probe.amountIn
    out += amountOut
  }
  const parts = expected > out ? ((expected - out) * scale) / expected : 0n
  return `${parts / scale}.${(parts % scale).toString().padStart(6, '0')}`
}
