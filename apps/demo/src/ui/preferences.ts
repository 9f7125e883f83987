import type { ThemeMode } from '@portico/core'
import { directionOf, localeOf, locales, type LocaleCode } from '@portico/core/kit'
import { readSaved, save } from './saved.js'

export type Language = LocaleCode

const themeKey = 'meridian/theme'
const languageKey = 'meridian/language'

/** What the visitor chose earlier. `public/preferences.js` has shown it already, before the first paint. */
export function savedTheme(): ThemeMode {
  const saved = readSaved(themeKey)
  return saved === 'light' || saved === 'dark' ? saved : 'system'
}

/** The one that was chosen, else that of the browser. */
export function savedLanguage(): Language {
  const saved = readSaved(languageKey)
  return locales.find((locale) => locale === saved) ?? localeOf(typeof navigator === 'undefined' ? undefined : navigator.language)
}

export function keepTheme(theme: ThemeMode): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  save(themeKey, theme)
}

export function keepLanguage(language: Language): void {
  document.documentElement.dir = directionOf(language)
  save(languageKey, language)
}
