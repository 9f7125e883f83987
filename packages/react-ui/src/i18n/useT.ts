'use client'
import { useLanguage } from './I18nProvider.js'
import type { Translate } from './locale.js'

/** Says messages of the modal in the visitor's language: its own, and those of the view's feature, which came with it. */
export const useT = (): Translate => useLanguage().translate
