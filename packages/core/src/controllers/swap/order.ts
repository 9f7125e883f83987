import type { Sender } from '../send/form/store.js'
import type { SwapToken } from './token.js'

/** Slippage is counted in hundredths of a per cent. */
export const wholeSlippage = 10_000
/**
 * 1 %, from 0.1 % to 5 % at the most (S18).
 * @example const isAllowed = slippage >= slippageLimits.least && slippage <= slippageLimits.most // in hundredths of a per cent
 */
export const slippageLimits = { usual: 100, least: 10, most: 500 } as const

/** What is to be swapped for what. */
export interface SwapOrder extends Sender {
  readonly from: SwapToken
  readonly to: SwapToken
  /** How much of `from`, in its smallest unit. */
  readonly units: bigint
  /** How much less than quoted may come out, in hundredths of a per cent. */
  readonly slippage: number
}

/**
 * What has to come out at the least. @param slippage held to its limits, whatever it says
 * @example const least = minimumOf(received, 50) // at 0.5 % of slippage
 */
export function minimumOf(received: bigint, slippage: number): bigint {
  const { least, most } = slippageLimits
  const held = Math.min(Math.max(Math.round(slippage), least), most)
  return (received * BigInt(wholeSlippage - held)) / BigInt(wholeSlippage)
}
