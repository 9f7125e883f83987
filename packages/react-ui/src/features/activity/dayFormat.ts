import type { Locale } from '../../i18n/locale.js'

/** Those made so far: to make one takes longer than to write a hundred days with it. */
const made = new WeakMap<Locale, Intl.DateTimeFormat>()

/** How a language writes a day without its year. */
export function dayFormat(locale: Locale): Intl.DateTimeFormat {
  const known = made.get(locale) ?? new Intl.DateTimeFormat(locale.code, { day: 'numeric', month: 'short' })
  made.set(locale, known)
  return known
}
