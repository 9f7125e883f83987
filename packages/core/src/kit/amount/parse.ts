import { PorticoError } from '../errors.js'

/**
 * 'not a valid decimal number'.
 * @example
 * try {
 *   const units = parseAmount(text, 18)
 * } catch (error) {
 *   if (!(error instanceof InvalidDecimalError)) throw error
 *   markField('Digits, with one point at the most')
 * }
 */
export class InvalidDecimalError extends PorticoError {
  override readonly name = 'InvalidDecimalError'
  constructor({ value }: { value: string }) {
    super(`'${value.slice(0, 40)}' is not a valid decimal number.`, { shown: 'Enter a number, such as 0.5' })
  }
}

/**
 * Reads a decimal number, as typed, into the smallest unit: optional minus, digits, optional point.
 * Digits beyond `decimals` are cut off, never rounded up.
 * @example parseAmount('0.01', 18) // 10_000_000_000_000_000n
 * @throws {@link InvalidDecimalError}
 */
export function parseAmount(value: string, decimals: number): bigint {
  const match = /^(-)?(\d+\.?|\d*\.\d+|\d+\.\d+)$/.exec(value)
  if (!match) throw new InvalidDecimalError({ value })
  const [whole = '', fraction = ''] = (match[2] ?? '').split('.')
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0') || '0')
  return match[1] ? -units : units
}
