'use client'
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { speak } from '../modal/registry.js'
import { usePortico } from '../PorticoProvider.js'
import { createLanguage, type Language } from './language.js'
import type { Locale } from './locale.js'

const LanguageContext = createContext<Language | undefined>(undefined)

/**
 * Hands the messages of a language to the views. English is at hand, what a feature says comes with it; another language is loaded
 * first, and English stands in for what does not come.
 */
export function I18nProvider({ locale, children }: { readonly locale: Locale; readonly children: ReactNode }) {
  const portico = usePortico()
  const language = useMemo(() => createLanguage(locale), [locale])
  const [ready, setReady] = useState<Language>()
  const pending = useMemo(() => speak(portico, language), [portico, language])
  useEffect(() => void pending?.then(() => setReady(language)), [pending, language])
  const spoken = useRef<Language>(undefined)
  if (!pending || ready === language) spoken.current = language
  // A view in the wrong language for a moment is worse than one that comes a moment later; one that is there stays, with what was typed.
  if (!spoken.current) return null
  return <LanguageContext.Provider value={spoken.current}>{children}</LanguageContext.Provider>
}

export function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('Portico: views are drawn inside <Modal />.')
  return language
}
