import type { Portico, ThemeMode } from '@portico/core'
import { en, Modal, PorticoProvider, useTheme, type Locale, type ModalProps, type Prefetch } from '@portico/react-ui'
import { loadLocale } from '@portico/react-ui/locales'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { keepLanguage, keepTheme, savedLanguage, savedTheme, type Language } from './preferences.js'

interface Preferences {
  readonly theme: ThemeMode
  readonly language: Language
  readonly setTheme: (theme: ThemeMode) => void
  readonly setLanguage: (language: Language) => void
}

const PreferencesContext = createContext<Preferences | undefined>(undefined)

export function usePreferences(): Preferences {
  const preferences = useContext(PreferencesContext)
  if (!preferences) throw new Error('There is no <Preferences> above this component.')
  return preferences
}

/** Keeps the visitor's theme and language, for the page and for what is on it. */
export function Preferences({ children }: { readonly children: ReactNode }) {
  const [theme, setTheme] = useState(savedTheme)
  const [language, setLanguage] = useState(savedLanguage)
  useEffect(() => keepTheme(theme), [theme])
  useEffect(() => keepLanguage(language), [language])
  const value = useMemo(() => ({ theme, language, setTheme, setLanguage }), [theme, language])
  return <PreferencesContext value={value}>{children}</PreferencesContext>
}

interface SiteProps {
  readonly portico: Portico
  /** What the modal is told, or `false` for a page without one. */
  readonly modal?: ModalProps | false
  readonly children: ReactNode
}

/** `?prefetch=intent` or `none` in the address: to see how a page opens the modal that has not fetched it ahead. */
function prefetchAsked(): Prefetch {
  const asked = typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('prefetch')
  return asked === 'intent' || asked === 'none' ? asked : 'idle'
}

/** A portico in the visitor's theme and language, with its modal. */
export function Site({ portico, modal = {}, children }: SiteProps) {
  return (
    <PorticoProvider portico={portico} locale={useLocale()}>
      <FollowTheme />
      {children}
      {modal && <Modal prefetch={prefetchAsked()} {...modal} />}
    </PorticoProvider>
  )
}

/** The language of the modal, once it has come; until then the one before it. */
function useLocale(): Locale {
  const { language } = usePreferences()
  const [locale, setLocale] = useState<Locale>(en)
  useEffect(() => {
    let current = true
    loadLocale([language]).then(
      (loaded) => current && setLocale(loaded),
      (error: unknown) => console.warn('Meridian: the language did not load', error),
    )
    return () => void (current = false)
  }, [language])
  return locale
}

function FollowTheme() {
  const { theme } = usePreferences()
  const { mode, setTheme } = useTheme()
  useEffect(() => {
    if (mode !== theme) setTheme({ themeMode: theme })
  }, [mode, theme, setTheme])
  return null
}
