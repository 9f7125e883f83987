import { toDecimal } from '@portico/core'

const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** A fee in ether, to three digits that count. `wei` is the smallest unit. */
export const feeText = (wei: bigint) => `${short.format(Number(toDecimal(wei, 18)))} ETH`

/** An upper bound in ether, to six decimals and never below what it bounds. */
export function atMostText(wei: bigint): string {
  const step = 10n ** 12n
  return `${toDecimal(((wei + step - 1n) / step) * step, 18)} ETH`
}
