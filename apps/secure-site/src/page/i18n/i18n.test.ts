import { expect, test } from 'vitest'
import { locales, type LocaleCode } from '@portico/core/kit'
import { ar } from './ar.js'
import { de } from './de.js'
import { en } from './en.js'
import { fill, loadMessages, messagesFor, piecesOf } from './index.js'

type Tree = string | readonly string[] | { readonly [key: string]: Tree }
function leaves(tree: Tree, path = ''): [string, string][] {
  return typeof tree === 'string'
    ? [[path, tree]]
    : Object.entries(tree).flatMap(([key, part]: [string, Tree]) => leaves(part, `${path}.${key}`))
}
const namesOf = (sentence: string) =>
  piecesOf(sentence)
    .flatMap((piece) => ('name' in piece ? [piece.name] : []))
    .sort()

const spoken = new Map(await Promise.all(locales.map(async (locale) => [locale, leaves(await loadMessages(locale))] as const)))

test.each(locales)('%s says the same things as English with the same values', (locale) => {
  const said = spoken.get(locale) ?? []
  expect(said.map(([path]) => path)).toEqual(leaves(en).map(([path]) => path))
  for (const [index, [path, sentence]] of leaves(en).entries())
    expect([path, namesOf(said[index]?.[1] ?? '')]).toEqual([path, namesOf(sentence)])
})

/** Where a language has a script of its own, each sentence has a letter of it. */
const scripts: Partial<Record<LocaleCode, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  fa: /\p{Script=Arabic}/u,
  hi: /\p{Script=Devanagari}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  ko: /\p{Script=Hangul}/u,
  ru: /\p{Script=Cyrillic}/u,
  th: /\p{Script=Thai}/u,
  uk: /\p{Script=Cyrillic}/u,
  zh: /\p{Script=Han}/u,
  'zh-TW': /\p{Script=Han}/u,
}
/** What a sentence says by itself, without its values and the names in it. */
const wordsOf = (sentence: string): string => sentence.replaceAll(/\{\w+\}|\b(?:NFT|OK|Token|Permit2|PIN)\b/g, '')

test.each(locales.filter((locale) => locale !== 'en'))('%s leaves no sentence empty or in English', (locale) => {
  const english = new Map(leaves(en))
  const said = spoken.get(locale) ?? []
  const script = scripts[locale]
  expect(said.filter(([, sentence]) => sentence.trim() === '')).toEqual([])
  if (script) expect(said.filter(([, sentence]) => /\p{L}/u.test(wordsOf(sentence)) && !script.test(sentence))).toEqual([])
  // A word may be the same in both; what is longer is not.
  const same = said.filter(([path, sentence]) => sentence === english.get(path) && /\p{L}/u.test(wordsOf(sentence)))
  expect(same.filter(([, sentence]) => wordsOf(sentence).trim().split(/\s+/).length > 2)).toEqual([])
  expect(same.length).toBeLessThan(said.length / 20)
})

test('a language tag chooses its catalogue, which comes when it is spoken; English stands in for others', async () => {
  expect(await loadMessages('de-AT')).toBe(de)
  expect(messagesFor('de-AT')).toBe(de)
  expect(await loadMessages('den')).toBe(en)
  expect(await loadMessages('ar-EG')).toBe(ar)
  expect(messagesFor('en-GB')).toBe(en)
})

test('values are put in as text, and a value that is not there leaves nothing', () => {
  expect(fill('Send {amount} to {to}', { amount: '{to}', to: '0x1' })).toBe('Send {to} to 0x1')
  expect(fill('Send {amount}', {})).toBe('Send ')
})
