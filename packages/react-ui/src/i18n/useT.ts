'use client'
import { messages } from '../locales/en/messages.js'
import { useLanguage } from './I18nProvider.js'
import type { Translate } from './locale.js'

/** The messages of the modal, in the visitor's language: for views that are chunks of their own. */
export function useT(): Translate {
  const { add, translate } = useLanguage()
  add(messages)
  return translate
}
