import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanName, decodeUtf8, gist, isMixedScript, readableText, visible } from './text.js'

const utf8 = (text: string) => new TextEncoder().encode(text)

describe('S36: names', () => {
  test.each([
    ['USDC', 'USDC'],
    ['  USD \n Coin\t', 'USD Coin'],
    ['US\u202eD\u200bC\u0000\ufeff', 'USDC'],
    ['a\ud800b', 'ab'],
    ['', ''],
    ['\u{e0041}\u{e0042}', ''],
    ['❤\ufe0f', '❤\ufe0f'],
    ['a\u0301\u0301\u0301\u0301\u0301\u0301', 'á\u0301\u0301\u0301'],
    ['x'.repeat(64), 'x'.repeat(64)],
    ['x'.repeat(65), `${'x'.repeat(63)}…`],
    ['👨‍👩‍👧', '👨👩👧'],
    [`${' '.repeat(4095)}xy`, 'x'],
  ])('%j is shown as %j', (text, expected) => {
    expect(cleanName(text)).toBe(expected)
  })

  test('of 10,000 strings none keeps what is not seen, or is longer than 64 graphemes', () => {
    for (const text of fc.sample(fc.string({ unit: 'binary', maxLength: 100 }), 10_000)) {
      const clean = cleanName(text)
      expect(/(?!\ufe0f)[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}]/u.test(clean)).toBe(false)
      expect([...new Intl.Segmenter().segment(clean)].length).toBeLessThanOrEqual(64)
    }
  })

  test.each([
    ['USDC', false],
    ['USD\u0421', true],
    ['\u0421\u0421\u0421\u0420', false],
    ['日本 USD', false],
    ['αUSD', true],
    ['USD-5 $', false],
  ])('%j mixes alphabets: %s', (text, expected) => {
    expect(isMixedScript(text)).toBe(expected)
  })
})

describe('S9: details', () => {
  test.each([
    ['plain\ntext\twith\r\nlines', 'plain\ntext\twith\r\nlines'],
    ['a\\b', 'a\\b'],
    ['a\u202eb', 'a\\u{202e}b'],
    ['a\\\u0000', 'a\\\\\\u{0}'],
    ['\ud800', '\\u{d800}'],
    ['👍🏽\ufe0f', '👍🏽\ufe0f'],
  ])('%j is written %j', (text, expected) => {
    expect(visible(text)).toBe(expected)
  })

  test('no two texts with something hidden look the same', () => {
    const hidden = fc.array(fc.constantFrom('\\', 'u', '{', '202e', '}', '\u202e', 'a'), { maxLength: 6 }).map((parts) => parts.join(''))
    for (const [a, b] of fc.sample(fc.tuple(hidden, hidden), 3000)) {
      if (a !== b && a.includes('\u202e') === b.includes('\u202e')) expect(visible(a)).not.toBe(visible(b))
    }
  })
})

describe('texts to sign', () => {
  test.each(['Hello', '', 'two\nlines\r\nand\ta tab', 'Grüße', '日本語', 'नमस्ते', '👋🏽 👨‍👩‍👧 ❤️', 'می‌خواهم'])('%j can be read', (text) => {
    expect(readableText(utf8(text))).toBe(text)
  })

  test.each<[string, Uint8Array]>([
    ['a null', utf8('a\u0000b')],
    ['an escape', utf8('\u001b[2J')],
    ['a direction', utf8('pay \u202eecila')],
    ['a mark of direction', utf8('a\u200eb')],
    ['an isolate', utf8('a\u2066b')],
    ['a space of no width', utf8('a\u200bb')],
    ['a joiner between plain letters', utf8('a\u200db')],
    ['a joiner at the end', utf8('é\u200d')],
    ['a byte order mark', utf8('\ufeffa')],
    ['a tag', utf8('a\u{e0041}')],
    ['a line separator', utf8('a\u2028b')],
    ['private use', utf8('\ue000')],
    ['what is not assigned', utf8('\u{378}')],
    ['what is no UTF-8', Uint8Array.of(0xff, 0xfe)],
    ['half a character', Uint8Array.of(0xe2, 0x82)],
  ])('%s cannot', (_, bytes) => {
    expect(readableText(bytes)).toBeUndefined()
  })

  test('a byte order mark stays where it is', () => {
    expect(decodeUtf8(utf8('\ufeffa'))).toBe('\ufeffa')
    expect(decodeUtf8(Uint8Array.of(0xc0))).toBeUndefined()
  })

  test('a gist is what a reader takes in', () => {
    expect(gist('  Sign\u200b\u00a0ＩＮ\n\tÄ')).toBe(' sign in a')
  })
})
