import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordPromise } from '../../../../scripts/lib/promises.mjs'
import { cleanText, foldText, nameLimit } from './text.js'

test('removes what is not to be seen and keeps what is', () => {
  expect(cleanText(' Kraken\u200b  Wallet \n')).toBe('Kraken Wallet')
  expect(cleanText('\u202egnp.tellaw')).toBe('gnp.tellaw')
  expect(cleanText('GM² Social')).toBe('GM² Social')
  expect(cleanText('αU wallet 財布 ❤️')).toBe('αU wallet 財布 ❤️')
  expect(cleanText('a'.repeat(100))).toBe(`${'a'.repeat(63)}…`)
})

test('S36: 10,000 strings come out short, without invisible characters, and the same when cleaned again', () => {
  const nasty = fc.constantFrom('\u202e', '\u200b', '\u0000', '\u2066', '\ufeff', '\ud800', '\u0301', '\n', '<b>', 'é', '👩‍🚀')
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), nasty), { maxLength: 60 }), (parts) => {
      const clean = cleanText(parts.join(''))
      expect([...new Intl.Segmenter().segment(clean)].length).toBeLessThanOrEqual(nameLimit)
      expect(clean.replaceAll('\ufe0f', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}]/u)
      expect(cleanText(clean)).toBe(clean)
    }),
    { numRuns: 10_000 },
  )
  recordPromise({ id: 'S36', name: 'strings of the directory of wallets', runs: 10_000, accepted: 0 })
})

test('folds case, diacritics and widths, so that a search need not know them', () => {
  expect(foldText('  Ｐōrtico   WÁLLET ')).toBe('portico wallet')
  expect(foldText('ﬁnance')).toBe('finance')
})

test('folds away what nobody sees: text that was copied brings direction marks, and Persian has joiners', () => {
  expect(foldText('\u200eMeta\u00adMask\u200f')).toBe('metamask')
  expect(foldText('کیف\u200cپول')).toBe('کیفپول')
})
