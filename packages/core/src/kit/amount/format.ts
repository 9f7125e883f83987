import { numberFormat } from './numberFormat.js'

/** Amounts are shown to 3 decimals. */
export const shownDecimals = 3
/**
 * The exact decimal form of an amount in the smallest unit, without trailing zeros: `1500000n, 6` is `1.5`.
 * @example toDecimal(1_500_000n, 6) // '1.5'
 */
export function toDecimal(units: bigint, decimals: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${sign}${whole}${fraction && `.${fraction}`}`
}

/**
 * An amount as shown: at most 3 decimals, cut off and not rounded up, so that nobody sees more than they have; a real
 * minus sign; `<0.001` for what is smaller but not nothing. Digits and separators are the locale's.
 * @example formatAmount(1_842_000_000_000_000_000n, 18) // '1.842'
 */
export function formatAmount(units: bigint, decimals: number, locale?: string): string {
  const { format } = numberFormat(locale, 'amount', { maximumFractionDigits: shownDecimals, minimumFractionDigits: 0 })
  const exact = toDecimal(units < 0n ? -units : units, decimals)
  const [whole = '0', fraction = ''] = exact.split('.')
  const shown = fraction.slice(0, shownDecimals).replace(/0+$/, '')
  const sign = units < 0n ? '−' : ''
  if (units !== 0n && /^0*$/.test(whole) && !shown) return `${sign}<${format(0.001)}`
  return sign + (format as (value: string) => string)(`${whole}${shown && `.${shown}`}`)
}
