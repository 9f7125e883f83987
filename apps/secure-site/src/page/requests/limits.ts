import { parseAmount } from '@portico/core'
import type { BalanceChange, FrameNetwork } from '../types.js'
import { type Finding, type PrepareContext, warning } from './types.js'

/** Whole tokens above which a transfer or a permission is risky, where the operator has not said anything else. */
export const tokenLimit = 1000n

/**
 * The amount above which a transfer or a permission is risky, in the smallest unit.
 * @param asset CAIP-2 id of the network for its coin, CAIP-19 id for a token
 */
export function limitOf(asset: string, whole: bigint, decimals: number, { riskyAbove }: Pick<PrepareContext, 'riskyAbove'>): bigint {
  const set = riskyAbove && Object.hasOwn(riskyAbove, asset) ? riskyAbove[asset] : undefined
  return set !== undefined && /^\d{1,78}$/.test(set) ? BigInt(set) : whole * 10n ** BigInt(decimals)
}

/** More decimals than any token has. */
const places = 40

/** Whether a simulated transaction takes more from the account than the limits, in whatever way and in however many parts. */
export function lossFinding(
  changes: readonly BalanceChange[] | 'failed',
  { id, nativeCurrency }: FrameNetwork,
  context: Pick<PrepareContext, 'riskyAbove'>,
): Finding {
  const coinLimit = limitOf(id, 1n, nativeCurrency.decimals, context) * 10n ** BigInt(places - nativeCurrency.decimals)
  const isLarge = ({ symbol, amount }: BalanceChange) =>
    amount.startsWith('-') &&
    parseAmount(amount.slice(1), places) > (symbol === nativeCurrency.symbol ? coinLimit : tokenLimit * 10n ** BigInt(places))
  const found = changes !== 'failed' && changes.some(isLarge)
  return { effects: [], warnings: found ? [warning('largeValue')] : [], risk: found ? 'risky' : 'normal' }
}
