import { latinDigits } from './amount/numberFormat.js'

const units = [
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/**
 * A period, for after 'per' or 'every': in the largest unit that it is whole ones of, and of a single one the unit alone.
 * @param seconds a whole number
 * @example formatPeriod(604_800, 'en') // 'week'
 * @example formatPeriod(5400, 'de') // '90 Minuten'
 */
export function formatPeriod(seconds: number, locale?: string): string {
  const [unit, each] = units.find(([, length]) => seconds > 0 && seconds % length === 0) ?? ['second', 1]
  const count = seconds / each
  // Arabic has a dual, which is another one after a preposition: as it is in 'in two hours'.
  if (count > 1 && locale?.startsWith('ar'))
    return new Intl.RelativeTimeFormat(latinDigits(locale)).format(count, unit).replace(/^\S+\s/, '')
  const parts = new Intl.NumberFormat(latinDigits(locale), { style: 'unit', unit, unitDisplay: 'long' }).formatToParts(count)
  const said = count === 1 ? parts.filter(({ type }) => type === 'unit') : parts
  return said.map(({ value }) => value).join('')
}
