import { localeOf, type LocaleCode } from '@portico/core/kit'
import { ar } from './ar.js'
import { de } from './de.js'
import { en, type Messages } from './en.js'

export type { Messages } from './en.js'

const catalogues: Readonly<Record<LocaleCode, Messages>> = { en, ar, de }

/** The catalogue for a language tag; English where there is none. */
export const messagesFor = (locale: string): Messages => catalogues[localeOf(locale)]

/** Text of a sentence, or the name of a value in it. */
export type Piece = { readonly text: string } | { readonly name: string }

/** A sentence in pieces: text, and the names of the values that stand between. */
export function piecesOf(sentence: string): readonly Piece[] {
  const parts = sentence.split(/(\{\w+\})/).filter((part) => part !== '')
  return parts.map((part): Piece => (/^\{\w+\}$/.test(part) ? { name: part.slice(1, -1) } : { text: part }))
}

/** A sentence with its values, for where only text can stand. */
export const fill = (sentence: string, values: Readonly<Record<string, string>>): string =>
  piecesOf(sentence)
    .map((piece) => ('text' in piece ? piece.text : (values[piece.name] ?? '')))
    .join('')
