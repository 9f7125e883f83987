import { localeOf, within, type LocaleCode } from '@portico/core/kit'
import { en, type Messages } from './en.js'

export type { Messages } from './en.js'

/** Each comes when it is spoken. */
const others: Readonly<Record<Exclude<LocaleCode, 'en'>, () => Promise<Messages>>> = {
  ar: () => import('./ar.js').then(({ ar }) => ar),
  ca: () => import('./ca.js').then(({ ca }) => ca),
  de: () => import('./de.js').then(({ de }) => de),
  es: () => import('./es.js').then(({ es }) => es),
  fa: () => import('./fa.js').then(({ fa }) => fa),
  fr: () => import('./fr.js').then(({ fr }) => fr),
  hi: () => import('./hi.js').then(({ hi }) => hi),
  id: () => import('./id.js').then(({ id }) => id),
  ja: () => import('./ja.js').then(({ ja }) => ja),
  ko: () => import('./ko.js').then(({ ko }) => ko),
  ms: () => import('./ms.js').then(({ ms }) => ms),
  pt: () => import('./pt.js').then(({ pt }) => pt),
  ru: () => import('./ru.js').then(({ ru }) => ru),
  th: () => import('./th.js').then(({ th }) => th),
  tr: () => import('./tr.js').then(({ tr }) => tr),
  uk: () => import('./uk.js').then(({ uk }) => uk),
  vi: () => import('./vi.js').then(({ vi }) => vi),
  zh: () => import('./zh.js').then(({ zh }) => zh),
  'zh-TW': () => import('./zh-TW.js').then(({ zhTW }) => zhTW),
}

const loaded = new Map<LocaleCode, Messages>([['en', en]])

/** Milliseconds that a page is silent for the sake of its language: whoever waits for a request to be read can still reject it. */
const patienceMs = 4_000

/** The catalogue for a language tag; English where there is none, and where it does not load, or not in time. Never rejects. */
export async function loadMessages(tag: string): Promise<Messages> {
  const locale = localeOf(tag)
  if (locale === 'en') return en
  // One that did not load is asked for again.
  return loaded.get(locale) ?? (await within(fetchMessages(locale), patienceMs)) ?? en
}

async function fetchMessages(locale: Exclude<LocaleCode, 'en'>): Promise<Messages> {
  const messages = await others[locale]()
  loaded.set(locale, messages)
  return messages
}

/** The catalogue for a language tag, undefined until it has come. */
export const messagesFor = (tag: string): Messages | undefined => loaded.get(localeOf(tag))

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
