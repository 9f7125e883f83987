import { latinDigits, numberFormat } from './numberFormat.js'

/**
 * A decimal amount as a language writes it, with every digit that it has: a limit is not said as less than it is. Other text stays as it is.
 * @example formatExact('1234.50001', 'de') // '1.234,50001'
 */
export function formatExact(decimal: string, locale?: string): string {
  const [, whole, fraction] = /^(\d+)(?:\.(\d+))?$/.exec(decimal) ?? []
  if (whole === undefined) return decimal
  const numbers = numberFormat(latinDigits(locale), 'exact', {})
  const point = numbers.formatToParts(0.1).find(({ type }) => type === 'decimal')?.value ?? '.'
  return numbers.format(BigInt(whole)) + (fraction === undefined ? '' : point + fraction)
}
