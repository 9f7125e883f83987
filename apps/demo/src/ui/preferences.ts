import type { ThemeMode } from '@portico/core'
import { readSaved, save } from './saved.js'

export type Language = 'en' | 'ar'

const themeKey = 'meridian/theme'
const languageKey = 'meridian/language'

/** What the visitor chose earlier. `public/preferences.js` has shown it already, before the first paint. */
export function savedTheme(): ThemeMode {
  const saved = readSaved(themeKey)
  return saved === 'light' || saved === 'dark' ? saved : 'system'
}

export const savedLanguage = (): Language => (readSaved(languageKey) === 'ar' ? 'ar' : 'en')

export function keepTheme(theme: ThemeMode): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  save(themeKey, theme)
}

export function keepLanguage(language: Language): void {
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  save(languageKey, language)
}
