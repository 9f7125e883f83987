import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shortAddress } from './address.js'
import { formatAmount, toDecimal } from './format.js'
import { InvalidDecimalError, parseAmount } from './parse.js'

describe('reading an amount', () => {
  test.each<[string, number, bigint]>([
    ['1', 18, 10n ** 18n],
    ['1.5', 6, 1_500_000n],
    ['.5', 6, 500_000n],
    ['1.', 6, 1_000_000n],
    ['0', 18, 0n],
    ['-2.25', 2, -225n],
    ['-0', 2, 0n],
    ['0.0000009', 6, 0n],
    ['1.9999999', 6, 1_999_999n],
    ['5.9', 0, 5n],
    ['.9', 0, 0n],
    ['007', 0, 7n],
    ['340282366920938463463374607431768211455', 0, 2n ** 128n - 1n],
  ])('%s with %i decimals is %s', (text, decimals, units) => {
    expect(parseAmount(text, decimals)).toBe(units)
  })

  test.each(['', '.', '-', '-.', '1,5', '1.2.3', '+1', '1e18', '0x10', ' 1', '1 ', '--1', 'abc', '١', 'NaN', 'Infinity', '1_000'])(
    '%j is not a valid decimal number',
    (text) => {
      expect(() => parseAmount(text, 18)).toThrow(InvalidDecimalError)
      expect(() => parseAmount(text, 18)).toThrow('not a valid decimal number')
    },
  )

  test('reads back exactly what it wrote, whatever the amount and the decimals', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }), fc.nat(36), (units, decimals) => {
        expect(parseAmount(toDecimal(units, decimals), decimals)).toBe(units)
      }),
      { numRuns: 5000 },
    )
  })

  test('any text is an amount or the typed error', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+.,\deEx]{0,12}$/)), fc.nat(18), (text, decimals) => {
        try {
          expect(typeof parseAmount(text, decimals)).toBe('bigint')
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidDecimalError)
        }
      }),
      { numRuns: 3000 },
    )
  })
})

describe('showing an amount', () => {
  test.each<[bigint, number, string]>([
    [0n, 18, '0'],
    [10n ** 18n, 18, '1'],
    [1_234_567_890n, 6, '1,234.567'],
    [1_999_999n, 6, '1.999'],
    [999_999n, 6, '0.999'],
    [1_500_000n, 6, '1.5'],
    [1_001_000n, 6, '1.001'],
    [1_000_900n, 6, '1'],
    [1000n, 6, '0.001'],
    [999n, 6, '<0.001'],
    [1n, 18, '<0.001'],
    [-1n, 18, '−<0.001'],
    [-1_500_000n, 6, '−1.5'],
    [5n, 0, '5'],
    [2n ** 128n, 0, '340,282,366,920,938,463,463,374,607,431,768,211,456'],
    [123_456_789_012_345_678_901_234_567n, 18, '123,456,789.012'],
  ])('%s with %i decimals is shown as %s: cut, not rounded', (units, decimals, shown) => {
    expect(formatAmount(units, decimals, 'en')).toBe(shown)
  })

  test('digits and separators are those of the locale, the sign is a real minus', () => {
    expect(formatAmount(-1_234_500n, 3, 'de')).toBe('−1.234,5')
    expect(formatAmount(1_234_500n, 3, 'ar-EG')).toBe('١٬٢٣٤٫٥')
    expect(formatAmount(1n, 18, 'ar-EG')).toBe('<٠٫٠٠١')
    expect(formatAmount(12_345_678n, 0, 'hi')).toBe('1,23,45,678')
  })

  test('never shows more than there is', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 2n ** 200n }), fc.integer({ min: 0, max: 24 }), (units, decimals) => {
        const shown = formatAmount(units, decimals, 'en').replaceAll(',', '')
        if (shown.startsWith('<')) expect(units * 1000n < 10n ** BigInt(decimals)).toBe(true)
        else {
          const back = parseAmount(shown, decimals)
          expect(back <= units && (units - back) * 1000n < 10n ** BigInt(decimals)).toBe(true)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

test('an address is shown by its first 4 and last 6 characters, a short one whole', () => {
  expect(shortAddress('0x7f3A9c2E5b41D08fA6C7e19B0d52F3a8E7c41b09')).toBe('0x7f…c41b09')
  expect(shortAddress('So11111111111111111111111111111111111111112')).toBe('So11…111112')
  expect(shortAddress('12345678901')).toBe('12345678901')
  expect(shortAddress('123456789012')).toBe('1234…789012')
  expect(shortAddress('')).toBe('')
})
