'use client'
import { setupI18n } from '@lingui/core'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { first, type FirstMessageId } from '../locales/en/first.js'
import type { Locale, MessageValues, Messages, Translate } from './locale.js'

/** A language, and the messages of it that are at hand. */
export interface Language {
  /** Says a message that is at hand. */
  readonly translate: Translate
  readonly has: (id: string) => boolean
  /** In English, adds messages that came with the code of a view; another language has all of its own. */
  readonly add: (english: object) => void
}

const LanguageContext = createContext<Language | undefined>(undefined)

/**
 * Hands the messages of a language to the views. English is at hand, what its views say comes with them; another language is
 * loaded first, and English stands in if it does not come.
 */
export function I18nProvider({ locale, children }: { readonly locale: Locale; readonly children: ReactNode }) {
  const [loaded, setLoaded] = useState<{ readonly locale: Locale; readonly messages?: Messages }>()
  useEffect(() => {
    let gone = false
    locale.load?.().then(
      ({ messages }) => !gone && setLoaded({ locale, messages }),
      (error: unknown) => {
        console.warn(`Portico: the messages for '${locale.code}' did not load`, error)
        if (!gone) setLoaded({ locale })
      },
    )
    return () => {
      gone = true
    }
  }, [locale])
  const messages = loaded?.locale === locale ? loaded.messages : undefined
  const language = useMemo(() => languageOf(locale.code, messages), [locale, messages])
  // A view in the wrong language for a moment is worse than one that comes a moment later.
  if (locale.load && loaded?.locale !== locale) return null
  return <LanguageContext.Provider value={language}>{children}</LanguageContext.Provider>
}

function languageOf(code: string, messages: Messages | undefined): Language {
  const i18n = setupI18n({ locale: code, messages: { [code]: { ...(messages ?? first) } as never } })
  let complete = messages !== undefined
  return {
    translate: (id, values) => i18n._(id, values),
    has: (id) => Object.hasOwn(i18n.messages, id),
    add: (english) => {
      if (!complete) i18n.load(code, english as never)
      complete = true
    },
  }
}

export function useLanguage(): Language {
  const language = useContext(LanguageContext)
  if (!language) throw new Error('Portico: views are drawn inside <Modal />.')
  return language
}

/** The messages of the modal's frame and of its first view. Other views take `useT`, and have theirs with them. */
export const useFirstT: () => (id: FirstMessageId, values?: MessageValues) => string = () => useLanguage().translate
