import { defineStore } from '../kit/store.js'

export interface LanguageState {
  /** BCP 47 tag; undefined where no user interface has said. */
  readonly locale: string | undefined
}

/**
 * The language that the user interface speaks. It tells; whoever speaks to the visitor elsewhere, as the secure frame, follows.
 * @example const unsubscribe = languageStore(portico).subscribe(({ locale = 'en' }) => speak(locale))
 */
export const languageStore = defineStore<LanguageState>('language', () => ({ locale: undefined }))
