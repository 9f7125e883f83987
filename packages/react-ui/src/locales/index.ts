import { localeOf, type LocaleCode } from '@portico/core/kit'
import type { Locale } from '../i18n/locale.js'
import { en } from './en/index.js'

export type { LocaleCode } from '@portico/core/kit'

const others: Readonly<Record<Exclude<LocaleCode, 'en'>, () => Promise<Locale>>> = {
  ar: () => import('./ar/index.js').then(({ ar }) => ar),
  de: () => import('./de/index.js').then(({ de }) => de),
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
