import { setupI18n } from '@lingui/core'
import { messages as base } from '../locales/en/messages.js'
import type { Locale, Translate } from './locale.js'

/** A language, and the messages of it that are at hand. */
export interface Language {
  readonly locale: Locale
  /** Says a message that is at hand. */
  readonly translate: Translate
  readonly has: (id: string) => boolean
  /** Has the messages of the modal itself at hand. English are from the start. Never rejects: English stands in for what does not load. */
  readonly start: () => Promise<void>
  /**
   * Has the messages of a feature at hand: at once in English, else the promise resolves when they are. Never rejects.
   * @param part of the feature, where its messages come in several
   */
  readonly add: (featureId: string, english: object, part?: string) => Promise<void> | undefined
}

/** A language with nothing but the messages of the modal itself, in English. */
export function createLanguage(locale: Locale): Language {
  const { code } = locale
  const i18n = setupI18n({ locale: code, messages: { [code]: { ...base } as never } })
  const parts = new Map<string, Promise<void> | undefined>()
  let started: Promise<void> | undefined
  const take = (messages: object) => i18n.load(code, messages as never)
  const load = async (loader: Locale['load']) => {
    try {
      const loaded = await loader?.()
      if (loaded) take(loaded.messages)
    } catch (error) {
      console.warn(`Portico: messages for '${code}' did not load`, error)
    }
  }
  const addNow = (featureId: string, english: object): Promise<void> | undefined => {
    // Whoever loads all at once has them already, as who loaded the feature for another part of it.
    take(Object.fromEntries(Object.entries(english).filter(([id]) => !Object.hasOwn(i18n.messages, id))))
    const loader = locale.features?.[featureId]
    return loader && load(loader)
  }
  return {
    locale,
    translate: (id, values) => i18n._(id, values),
    has: (id) => Object.hasOwn(i18n.messages, id),
    start: () => (started ??= load(locale.load)),
    add: (featureId, english, part = '') => {
      const key = featureId + part
      if (!parts.has(key)) parts.set(key, addNow(featureId, english))
      return parts.get(key)
    },
  }
}
