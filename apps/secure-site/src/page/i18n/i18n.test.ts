import { expect, test } from 'vitest'
import { locales } from '@portico/core/kit'
import { ar } from './ar.js'
import { de } from './de.js'
import { en } from './en.js'
import { fill, messagesFor, piecesOf } from './index.js'

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

test.each(locales)('%s says the same things as English with the same values', (locale) => {
  const said = leaves(messagesFor(locale))
  expect(said.map(([path]) => path)).toEqual(leaves(en).map(([path]) => path))
  for (const [index, [path, sentence]] of leaves(en).entries())
    expect([path, namesOf(said[index]?.[1] ?? '')]).toEqual([path, namesOf(sentence)])
  if (locale !== 'en') expect(messagesFor(locale)).not.toBe(en)
})

test('Arabic is Arabic: no sentence is left in English', () => {
  expect(leaves(ar).filter(([, sentence]) => !/[\u0600-\u06ff]/.test(sentence))).toEqual([])
})

test('no sentence is empty or still in the other language', () => {
  const same = leaves(en).filter(([path, sentence]) => sentence === leaves(de).find(([other]) => other === path)?.[1])
  expect(leaves(de).filter(([, sentence]) => sentence.trim() === '')).toEqual([])
  // Words that are the same in both.
  expect(same.map(([, sentence]) => sentence).sort()).toEqual([
    'Name',
    'Passkeys',
    'Passphrase',
    'Passphrase',
    'Token',
    'Version',
    'Wallet',
  ])
})

test('a language tag chooses its catalogue, and English stands in for others', () => {
  expect(messagesFor('de-AT')).toBe(de)
  expect(messagesFor('den')).toBe(en)
  expect(messagesFor('ar-EG')).toBe(ar)
  expect(messagesFor('fr')).toBe(en)
})

test('values are put in as text, and a value that is not there leaves nothing', () => {
  expect(fill('Send {amount} to {to}', { amount: '{to}', to: '0x1' })).toBe('Send {to} to 0x1')
  expect(fill('Send {amount}', {})).toBe('Send ')
})
