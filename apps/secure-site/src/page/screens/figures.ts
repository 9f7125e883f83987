import type { LocaleCode } from '@portico/core/kit'

/** Digits are those of addresses and of what is signed, in each language. */
const tagOf = (locale: LocaleCode): string => `${locale}-u-nu-latn`

const isDecimal = (text: string): text is `${number}` => /^\d{1,40}(?:\.\d{1,80})?$/.test(text)

/** Below this an amount is only said to be below it. */
const least = 0.000001

/**
 * A decimal amount in few digits, without its sign, for where the eye looks first; the exact one stands in the details.
 * @param towards which way it is rounded: what leaves is never shown as less, and what comes never as more
 * @param significant digits of what is less than one
 * @example fewDigits('1234.5678', 'en', 'up') // '1,234.57'
 */
export function fewDigits(amount: string, locale: LocaleCode, towards: 'up' | 'down' | 'near', significant = 4): string {
  if (!isDecimal(amount)) return amount
  const size = Number(amount)
  if (size > 0 && size < least) return `<${new Intl.NumberFormat(tagOf(locale), { maximumFractionDigits: 6 }).format(least)}`
  const digits: Intl.NumberFormatOptions =
    size >= 1000 ? { maximumFractionDigits: 2 } : size >= 1 ? { maximumFractionDigits: 4 } : { maximumSignificantDigits: significant }
  const roundingMode = { up: 'expand', down: 'trunc', near: 'halfExpand' } as const
  return new Intl.NumberFormat(tagOf(locale), { ...digits, roundingMode: roundingMode[towards] }).format(amount)
}

/** Below this a price is only said to be below it, in dollars. */
export const leastDollars = 0.01

/** Dollars and cents. @example dollars(0.1234, 'en') // '$0.12' */
export const dollars = (amount: number, locale: LocaleCode): string =>
  new Intl.NumberFormat(tagOf(locale), { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }).format(amount)

const units = [
  ['day', 86_400, 172_800],
  ['hour', 3_600, 7_200],
  ['minute', 60, 120],
  ['second', 1, 0],
] as const

/** A length of time from now, in the largest unit of which there are at least two. @example relativeTime(1200, 'en') // 'in 20 minutes' */
export function relativeTime(seconds: number, locale: LocaleCode): string {
  const [unit, count] = inUnits(seconds)
  return new Intl.RelativeTimeFormat(tagOf(locale)).format(count, unit)
}

function inUnits(seconds: number): readonly [unit: (typeof units)[number][0], count: number] {
  const [unit, size] = units.find(([, , from]) => Math.abs(seconds) >= from) ?? units[3]
  return [unit, seconds < 0 ? Math.floor(seconds / size) : Math.ceil(seconds / size)]
}

/** Where 'in' is a word before the time that gives it another form: of the Arabic dual, the German dative, the Slavic accusative. */
const declining: readonly LocaleCode[] = ['ar', 'de', 'ru', 'uk']

/** The same without the word for 'in', in the form that it has after a preposition. @example lengthOfTime(1200, 'en') // '20 minutes' */
export function lengthOfTime(seconds: number, locale: LocaleCode): string {
  if (declining.includes(locale)) return relativeTime(seconds, locale).replace(/^\S+\s/, '')
  const [unit, count] = inUnits(seconds)
  return new Intl.NumberFormat(tagOf(locale), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** A moment, as people write it down. */
export const momentOf = (time: Date | number, locale: LocaleCode): string =>
  new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'medium', timeStyle: 'short' }).format(time)

/** A day, as people write it down. @param timeZone IANA, where it is not the visitor's own: 'UTC' for what is known to the day alone */
export const dayOf = (time: Date | number, locale: LocaleCode, timeZone?: string): string =>
  new Intl.DateTimeFormat(tagOf(locale), { dateStyle: 'medium', timeZone }).format(time)
