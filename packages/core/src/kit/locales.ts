/**
 * The languages that Portico speaks: the modal, the page in the frame, and the mails. English comes first, and stands in for others.
 * @example const languages = locales.map((locale) => new Intl.DisplayNames([locale], { type: 'language' }).of(locale)) // 'English', 'العربية'
 */
export const locales = [
  'en',
  'ar',
  'ca',
  'de',
  'es',
  'fa',
  'fr',
  'hi',
  'id',
  'ja',
  'ko',
  'ms',
  'pt',
  'ru',
  'th',
  'tr',
  'uk',
  'vi',
  'zh',
  'zh-TW',
] as const
export type LocaleCode = (typeof locales)[number]

/**
 * The language of a BCP 47 tag, English where it is none of ours. Chinese is told apart by its script, else by the place.
 * @example localeOf('de-AT') // 'de'
 * @example localeOf('zh-HK') // 'zh-TW'
 */
export function localeOf(tag: string | undefined): LocaleCode {
  const [language, ...rest] = (tag ?? '').toLowerCase().split(/[-_]/)
  if (language === 'zh') return isTraditional(rest) ? 'zh-TW' : 'zh'
  if (language === 'in') return 'id' // its code before 1989, which Java still writes
  return locales.find((locale) => locale === language) ?? 'en'
}

function isTraditional(subtags: readonly string[]): boolean {
  if (subtags.includes('hans')) return false
  return ['hant', 'tw', 'hk', 'mo'].some((subtag) => subtags.includes(subtag))
}

/**
 * Which way a language is written.
 * @example document.documentElement.dir = directionOf('fa') // 'rtl'
 */
export const directionOf = (locale: LocaleCode): 'ltr' | 'rtl' => (locale === 'ar' || locale === 'fa' ? 'rtl' : 'ltr')
