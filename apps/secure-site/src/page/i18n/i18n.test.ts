import { expect, test } from 'vitest'
import { de } from './de.js'
import { en } from './en.js'
import { fill, languageOf, messagesFor, piecesOf } from './index.js'

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

test('both languages say the same things with the same values', () => {
  const [english, german] = [leaves(en), leaves(de)]
  expect(german.map(([path]) => path)).toEqual(english.map(([path]) => path))
  for (const [index, [path, sentence]] of english.entries())
    expect([path, namesOf(german[index]?.[1] ?? '')]).toEqual([path, namesOf(sentence)])
})

test('no sentence is empty or still in the other language', () => {
  const same = leaves(en).filter(([path, sentence]) => sentence === leaves(de).find(([other]) => other === path)?.[1])
  expect(leaves(de).filter(([, sentence]) => sentence.trim() === '')).toEqual([])
  // Words that are the same in both.
  expect(same.map(([, sentence]) => sentence).sort()).toEqual(['Name', 'Passkeys', 'Token', 'Version', 'Wallet'])
})

test('a language tag chooses its catalogue, and English stands in for others', () => {
  expect(messagesFor('de-AT')).toBe(de)
  expect(messagesFor('den')).toBe(en)
  expect(languageOf('fr')).toBe('en')
})

test('values are put in as text, and a value that is not there leaves nothing', () => {
  expect(fill('Send {amount} to {to}', { amount: '{to}', to: '0x1' })).toBe('Send {to} to 0x1')
  expect(fill('Send {amount}', {})).toBe('Send ')
})
