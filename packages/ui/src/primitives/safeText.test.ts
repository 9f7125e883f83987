import { assert, constantFrom, nat, oneof, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { isMixedScript } from './mixedScript.js'
import { maximumGraphemes, safeText } from './safeText.js'

const runs = { numRuns: 10_000 }
const graphemes = (text: string) => [...new Intl.Segmenter().segment(text)].length
const hostile = oneof(
  string({ unit: 'binary', maxLength: 200 }),
  string({ unit: 'grapheme', maxLength: 200 }),
  string({
    unit: constantFrom(
      '\u202e',
      '\u2066',
      '\u200b',
      '\u200d',
      '\ufeff',
      '\u0000',
      '\u001b',
      '\u0301',
      '\ud800',
      '\u{e0041}',
      '\n',
      ' ',
      'a',
      '<',
      '\u3164',
      '\u{1f468}',
    ),
    maxLength: 300,
  }),
)

test('S36: no remote text is longer than 64 graphemes', () => {
  assert(
    property(hostile, (text) => graphemes(safeText(text)) <= maximumGraphemes),
    runs,
  )
})

test('S36: control, bidi and zero-width characters never get through', () => {
  const forbidden = /\p{Cc}|[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u
  assert(
    property(hostile, (text) => !forbidden.test(safeText(text))),
    runs,
  )
})

test('S36: text that was made safe once stays what it is', () => {
  assert(
    property(hostile, (text) => safeText(safeText(text)) === safeText(text)),
    runs,
  )
})

test('S36: marks do not pile up on a letter', () => {
  assert(
    property(nat({ max: 200 }), (count) => !/\p{M}{5}/u.test(safeText(`Z${'\u0310'.repeat(count)}algo`))),
    runs,
  )
})

test('S36: ordinary names in any language are left alone', () => {
  for (const name of ['MetaMask', 'OP Mainnet', 'محفظة', 'ארנק', 'बटुआ', '指갑', 'Nguyễn Wallet', 'Æther 2.0 (β)', '🦊 Fox'])
    expect(safeText(name)).toBe(name)
})

test('S36: a name that was cut says so, and white space is one space', () => {
  expect(safeText('a'.repeat(100))).toBe(`${'a'.repeat(63)}…`)
  expect(safeText('  Harbor \n\t wallet\u202e ')).toBe('Harbor wallet')
  expect(safeText('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
  for (const notText of [undefined, null, 1, {}, ['a']]) expect(safeText(notText)).toBe('')
})

test('S36: a name in two alphabets is marked, one in a single alphabet or in East Asian scripts is not', () => {
  for (const name of ['USD\u0421', '\u0410pe Wallet', 'Bitc\u03bfin', 'Met\u0430Mask']) expect(isMixedScript(name)).toBe(true)
  for (const name of ['USDC', 'Кошелёк 2', 'Πορτοφόλι', 'ウォレット 財布 Wallet', '지갑 Wallet', '1inch', '🦊', ''])
    expect(isMixedScript(name)).toBe(false)
})

test('S36: digits, signs and spaces never make a name mixed', () => {
  const neutral = string({ unit: constantFrom(...'0123456789 .,-_()+/') })
  assert(
    property(neutral, constantFrom('Harbor', 'Кошелёк', 'محفظة'), (signs, name) => !isMixedScript(signs + name)),
    runs,
  )
})
