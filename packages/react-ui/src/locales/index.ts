import { localeOf, type LocaleCode } from '@portico/core/kit'
import type { Locale } from '../i18n/locale.js'
import { en } from './en/index.js'

export type { LocaleCode } from '@portico/core/kit'

const others: Readonly<Record<Exclude<LocaleCode, 'en'>, () => Promise<Locale>>> = {
  ar: () => import('./ar/index.js').then(({ ar }) => ar),
  ca: () => import('./ca/index.js').then(({ ca }) => ca),
  de: () => import('./de/index.js').then(({ de }) => de),
  es: () => import('./es/index.js').then(({ es }) => es),
  fa: () => import('./fa/index.js').then(({ fa }) => fa),
  fr: () => import('./fr/index.js').then(({ fr }) => fr),
  hi: () => import('./hi/index.js').then(({ hi }) => hi),
  id: () => import('./id/index.js').then(({ id }) => id),
  ja: () => import('./ja/index.js').then(({ ja }) => ja),
  ko: () => import('./ko/index.js').then(({ ko }) => ko),
  ms: () => import('./ms/index.js').then(({ ms }) => ms),
  pt: () => import('./pt/index.js').then(({ pt }) => pt),
  ru: () => import('./ru/index.js').then(({ ru }) => ru),
  th: () => import('./th/index.js').then(({ th }) => th),
  tr: () => import('./tr/index.js').then(({ tr }) => tr),
  uk: () => import('./uk/index.js').then(({ uk }) => uk),
  vi: () => import('./vi/index.js').then(({ vi }) => vi),
  zh: () => import('./zh/index.js').then(({ zh }) => zh),
  'zh-TW': () => import('./zh-TW/index.js').then(({ zhTW }) => zhTW),
}

/**
 * Loads the first of a visitor's languages that Portico speaks; English if there is none. For `<PorticoProvider locale>`.
 * @param tags BCP 47, such as `navigator.languages` or what `Accept-Language` names, the preferred one first
 * @throws what the import of a language throws that does not load, as any import
 * @example const locale = await loadLocale(navigator.languages) // of a browser in Vienna: German
 */
export async function loadLocale(tags: readonly string[]): Promise<Locale> {
  for (const tag of tags) {
    const code = localeOf(tag)
    if (code !== 'en') return others[code]()
    if (/^en\b/i.test(tag)) return en
  }
  return en
}
