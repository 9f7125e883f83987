import { toDecimal } from './format.js'
import { numberFormat } from './numberFormat.js'
import { parseAmount } from './parse.js'

/**
 * Decimals of amounts of money that is no coin: prices, values and totals.
 * @example const dollars = toDecimal(total, fiatDecimals) // '12.5', of 12500000000000000000n
 */
export const fiatDecimals = 18

/**
 * A price as a server writes it, a JSON number or a decimal string, in 10⁻¹⁸ of the currency; undefined for none, and for what is no price.
 * @example priceOf('1842.5')
 */
export function priceOf(price: number | string | null | undefined): bigint | undefined {
  const text = typeof price === 'number' ? (/e/.test(String(price)) ? price.toFixed(fiatDecimals) : String(price)) : price
  if (!text || text.length > 64 || !/^\d+(\.\d+)?$/.test(text)) return undefined
  const units = parseAmount(text, fiatDecimals)
  return units > 0n ? units : undefined
}

/**
 * What an amount is worth, cut off: `units` in the smallest unit, `price` of one whole in 10⁻¹⁸ of the currency, as the result.
 * @example
 * import { valueOf } from '@portico/core/balances'
 * const value = valueOf(1_842_000_000_000_000_000n, 18, price)
 */
export const valueOf = (units: bigint, decimals: number, price: bigint): bigint => (units * price) / 10n ** BigInt(decimals)

/** Money as shown: whole currency, and the part of it that is dimmed. */
export interface FiatParts {
  readonly text: string
  /** The decimal sign and what is behind it, at the end of `text` or within it; the rest stands around it. */
  readonly before: string
  readonly cents: string
  readonly after: string
}

/**
 * Money as the locale writes it, with two decimals, cut off; `<$0.01` for what is smaller but not nothing.
 * @example const { text } = formatFiat(total, 'eur', 'de')
 * @param value in 10⁻¹⁸
 */
export function formatFiat(value: bigint, currency = 'usd', locale?: string): FiatParts {
  const format = numberFormat(locale, currency, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const [whole = '0', fraction = ''] = toDecimal(value < 0n ? -value : value, fiatDecimals).split('.')
  const cut = `${whole}.${fraction.slice(0, 2).padEnd(2, '0')}`
  const tiny = value !== 0n && /^0\.00$/.test(cut)
  const parts = (format.formatToParts as (value: string) => Intl.NumberFormatPart[])(tiny ? '0.01' : cut)
  const sign = `${value < 0n ? '−' : ''}${tiny ? '<' : ''}`
  const first = parts.findIndex(({ type }) => type === 'decimal')
  const last = parts.findIndex(({ type }) => type === 'fraction')
  const join = (some: readonly Intl.NumberFormatPart[]) => some.map(({ value: text }) => text).join('')
  const before = sign + join(first < 0 ? parts : parts.slice(0, first))
  const cents = first < 0 ? '' : join(parts.slice(first, last + 1))
  const after = first < 0 ? '' : join(parts.slice(last + 1))
  return { text: before + cents + after, before, cents, after }
}
