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

/** Letters that each sentence of a language has one of at least, where it has a script of its own. */
const scripts: Partial<Record<LocaleCode, RegExp>> = { ar: /\p{Script=Arabic}/u }
/** Words that a language has from English, or the same by chance. */
const alike: Partial<Record<LocaleCode, readonly string[]>> = {
  de: ['Name', 'Passkeys', 'Passphrase', 'Token', 'Version', 'Wallet'],
}

test.each(locales.filter((locale) => locale !== 'en'))('%s leaves no sentence empty or in English', (locale) => {
  const english = new Map(leaves(en))
  const said = spoken.get(locale) ?? []
  const script = scripts[locale] ?? /\S/
  expect(said.filter(([, sentence]) => !script.test(sentence))).toEqual([])
  const same = said.filter(([path, sentence]) => sentence === english.get(path)).map(([, sentence]) => sentence)
  expect([...new Set(same)].toSorted((one, other) => (one < other ? -1 : 1))).toEqual(alike[locale] ?? [])
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
