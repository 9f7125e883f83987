import { toDecimal } from '@portico/core'

export interface Currency {
  readonly symbol: string
  readonly decimals: number
}

const short = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })

/** A fee in whole units, to three digits that count. */
export const feeText = (units: bigint, { symbol, decimals }: Currency) => `${short.format(Number(toDecimal(units, decimals)))} ${symbol}`

/** An upper bound in whole units, to six decimals, or all of them where that is less than a fee, and never below what it bounds. */
export function atMostText(units: bigint, { symbol, decimals }: Currency): string {
  const step = decimals > 9 ? 10n ** BigInt(decimals - 6) : 1n
  return `${toDecimal(((units + step - 1n) / step) * step, decimals)} ${symbol}`
}
