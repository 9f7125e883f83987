/** Those made so far, by locale and kind: to make one takes longer than to write a hundred numbers with it. */
const made = new Map<string, Intl.NumberFormat>()

/** A locale's way to write numbers, made once. @param kind tells apart what is asked for in one locale */
export function numberFormat(locale: string | undefined, kind: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale ?? ''} ${kind}`
  const known = made.get(key) ?? new Intl.NumberFormat(locale, options)
  made.set(key, known)
  return known
}

/** A locale with the digits of addresses and of what is signed. */
export const latinDigits = (locale = 'en'): string => `${locale}-u-nu-latn`
