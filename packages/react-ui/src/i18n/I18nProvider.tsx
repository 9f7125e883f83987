'use client'
import { setupI18n, type I18n } from '@lingui/core'
import { createContext, useContext, useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { messages as english, type MessageId } from '../locales/en/messages.js'
import type { Locale, Messages } from './locale.js'

/** Says a message in the visitor's language. Values fill its placeholders. */
export type Translate = (id: MessageId, values?: Readonly<Record<string, string | number>>) => string

const TranslateContext = createContext<Translate | undefined>(undefined)

/** Hands the messages of a language to the views. English is at hand; another one is loaded first, and English stands in if it does not come. */
export function I18nProvider({ locale, children }: { readonly locale: Locale; readonly children: ReactNode }) {
  const [loaded, setLoaded] = useState<{ readonly locale: Locale; readonly messages: Messages }>()
  useEffect(() => {
    let gone = false
    locale.load?.().then(
      ({ messages }) => !gone && setLoaded({ locale, messages }),
      (error: unknown) => {
        console.warn(`Portico: the messages for '${locale.code}' did not load`, error)
        if (!gone) setLoaded({ locale, messages: english })
      },
    )
    return () => {
      gone = true
    }
  }, [locale])
  const messages = loaded?.locale === locale ? loaded.messages : english
  const translate = useMemo(() => translator(locale.code, messages), [locale, messages])
  // A view in the wrong language for a moment is worse than one that comes a moment later.
  if (locale.load && loaded?.locale !== locale) return null
  return <TranslateContext.Provider value={translate}>{children}</TranslateContext.Provider>
}

function translator(code: string, messages: Messages): Translate {
  const i18n: I18n = setupI18n({ locale: code, messages: { [code]: messages as never } })
  return (id, values) => i18n._(id, values)
}

/** The messages of the modal, in the visitor's language. */
export function useT(): Translate {
  const translate = useContext(TranslateContext)
  if (!translate) throw new Error('Portico: views are drawn inside <Modal />.')
  return translate
}
