/** The languages that Portico speaks: the modal, the page in the frame, and the mails. English comes first, and stands in for others. */
export const locales = ['en', 'ar', 'de'] as const
export type LocaleCode = (typeof locales)[number]

/** The language of a BCP 47 tag, English where it is none of ours. @example localeOf('de-AT') // 'de' */
export function localeOf(tag: string | undefined): LocaleCode {
  const [language] = (tag ?? '').toLowerCase().split(/[-_]/)
  return locales.find((locale) => locale === language) ?? 'en'
}

/** Which way a language is written. */
export const directionOf = (locale: LocaleCode): 'ltr' | 'rtl' => (locale === 'ar' ? 'rtl' : 'ltr')
