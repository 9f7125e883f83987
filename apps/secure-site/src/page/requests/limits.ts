import type { FrameNetwork } from '../types.js'
import { type Finding, type PrepareContext, warning } from './types.js'

/** Whole tokens above which an amount is large, where the operator has not said anything of the token. */
export const tokenLimit = 1000n

type Limits = Pick<PrepareContext, 'riskyAbove'>

/** What the operator has said of an asset, in the smallest unit; undefined where nothing. */
function setLimit(asset: string, { riskyAbove }: Limits): bigint | undefined {
  const set = riskyAbove && Object.hasOwn(riskyAbove, asset) ? riskyAbove[asset] : undefined
  return set !== undefined && /^\d{1,78}$/.test(set) ? BigInt(set) : undefined
}

/**
 * The amount above which a transfer or a permission is large, in the smallest unit.
 * @param asset CAIP-2 id of the network for its coin, CAIP-19 id for a token
 */
export const limitOf = (asset: string, whole: bigint, decimals: number, context: Limits): bigint =>
  setLimit(asset, context) ?? whole * 10n ** BigInt(decimals)

/** What leaves an account: how much of what. Without an id it is nothing that could have a limit, as an NFT. */
export interface Leaving {
  /** CAIP-2 id of the network for its coin, CAIP-19 id for a token. */
  readonly asset?: string
  /** In the smallest unit, above zero. */
  readonly units: bigint
}

/** What a trial run shows of the end. */
export interface Outcome {
  /** Undefined where it could not be tried out. */
  readonly leaves: readonly Leaving[] | undefined
  /** A permission is there afterwards that was given meanwhile. */
  readonly remains: boolean
}

/** So fine are the parts of a limit that are summed. */
const parts = 10n ** 18n

/**
 * Whether a request may be approved in the frame. What a site paints over a frame is nothing that the frame can see, so that there
 * only what costs little is approved: a trial run shows all that leaves, each of it is the network's coin or a token that the
 * operator has set a limit for, together they stay within the limits (half of one and half of another is a whole), the fee
 * included, and no permission remains. Everything else is risky, which is a window's (S11).
 */
export function costFinding({ leaves, remains }: Outcome, fee: bigint, { id, nativeCurrency }: FrameNetwork, context: Limits): Finding {
  const risky = (large: boolean): Finding => ({ effects: [], warnings: large ? [warning('largeValue')] : [], risk: 'risky' })
  if (leaves === undefined) return risky(false)
  let spent = 0n
  let unlisted = false
  for (const { asset, units } of [...leaves, { asset: id, units: fee }]) {
    const limit =
      asset === id ? limitOf(id, 1n, nativeCurrency.decimals, context) : asset === undefined ? undefined : setLimit(asset, context)
    if (limit === undefined) unlisted = true
    else if (units > 0n) spent += limit === 0n ? parts + 1n : (units * parts) / limit
  }
  if (spent > parts) return risky(true)
  return unlisted || remains ? risky(false) : { effects: [], warnings: [], risk: 'normal' }
}
