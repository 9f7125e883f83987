/** Why a swap is not answered: the name that clients look for, and what it means. */
const reasons = {
  noRoute: 'Insufficient liquidity',
  unsupportedNetwork: 'Network not supported for Swaps',
  unsupportedNetworkForGasPrice: 'Network not supported for Gas Price',
  quoteExpired: 'The quote is older than 30 seconds, or of another swap',
  priceMoved: 'The price has moved further than the slippage allows for',
  noTrades: 'Nobody takes signed swaps here',
  unknownSpender: 'Nobody swaps by this contract here',
} as const
export type SwapReason = keyof typeof reasons

/** A swap that can't be quoted or made: 400, with a reason that clients know. */
export class SwapRefusedError extends Error {
  override readonly name = 'SwapRefusedError'
  readonly code = 'swap-refused'
  readonly reason: SwapReason
  constructor(reason: SwapReason) {
    super(`${reasons[reason]}.`)
    this.reason = reason
  }
}

/** The sentence of a reason, as clients show it. */
export const textOf = (reason: SwapReason): string => reasons[reason]
