import type { ThemeMode } from '@portico/core'

export type Language = 'en' | 'ar'

const themeKey = 'meridian/theme'
const languageKey = 'meridian/language'

/** What the visitor chose earlier. `public/preferences.js` has shown it already, before the first paint. */
export function savedTheme(): ThemeMode {
  const saved = read(themeKey)
  return saved === 'light' || saved === 'dark' ? saved : 'system'
}

export const savedLanguage = (): Language => (read(languageKey) === 'ar' ? 'ar' : 'en')

export function keepTheme(theme: ThemeMode): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  write(themeKey, theme)
}

export function keepLanguage(language: Language): void {
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr'
  write(languageKey, language)
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // no storage, also on a server
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Without storage, the choice lasts until the page is left.
  }
}
