import { PorticoError } from '../errors.js'

/** Amounts are shown to 3 decimals (spec point 9). */
export const shownDecimals = 3
/** Addresses are truncated to 4 start and 6 end characters (spec point 9). */
export const addressStart = 4
export const addressEnd = 6

/** 'not a valid decimal number' (spec point 5). */
export class InvalidDecimalError extends PorticoError {
  override readonly name = 'InvalidDecimalError'
  constructor({ value }: { value: string }) {
    super(`'${value.slice(0, 40)}' is not a valid decimal number.`, { shown: 'Enter a number, such as 0.5' })
  }
}

/**
 * Reads a decimal number, as typed, into the smallest unit: optional minus, digits, optional point (spec point 5).
 * Digits beyond `decimals` are cut off, never rounded up.
 * @throws {@link InvalidDecimalError}
 */
export function parseAmount(value: string, decimals: number): bigint {
  const match = /^(-)?(\d+\.?|\d*\.\d+|\d+\.\d+)$/.exec(value)
  if (!match) throw new InvalidDecimalError({ value })
  const [whole = '', fraction = ''] = (match[2] ?? '').split('.')
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0') || '0')
  return match[1] ? -units : units
}

/** The exact decimal form of an amount in the smallest unit, without trailing zeros: `1500000n, 6` is `1.5`. */
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
 */
export function formatAmount(units: bigint, decimals: number, locale?: string): string {
  const { format } = new Intl.NumberFormat(locale, { maximumFractionDigits: shownDecimals, minimumFractionDigits: 0 })
  const exact = toDecimal(units < 0n ? -units : units, decimals)
  const [whole = '0', fraction = ''] = exact.split('.')
  const shown = fraction.slice(0, shownDecimals).replace(/0+$/, '')
  const sign = units < 0n ? '−' : ''
  if (units !== 0n && /^0*$/.test(whole) && !shown) return `${sign}<${format(0.001)}`
  return sign + (format as (value: string) => string)(`${whole}${shown && `.${shown}`}`)
}

/** `0x7f…c41b09`: 4 characters, an ellipsis, 6 characters. For display only, never where an address decides something (S17). */
export function shortAddress(address: string): string {
  return address.length <= addressStart + addressEnd + 1 ? address : `${address.slice(0, addressStart)}…${address.slice(-addressEnd)}`
}
