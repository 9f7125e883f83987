import { expect, test } from 'vitest'
import { formatExact } from './exact.js'

test.each([
  ['0.05', '0.05', '0,05', '0.05'],
  ['0.0025', '0.0025', '0,0025', '0.0025'],
  ['1234.50001', '1,234.50001', '1.234,50001', '1,234.50001'],
  ['0.000000000000000007', '0.000000000000000007', '0,000000000000000007', '0.000000000000000007'],
  [
    '340282366920938463463374607431768211455',
    ...Array.from(',.,', (comma) => `340 282 366 920 938 463 463 374 607 431 768 211 455`.replaceAll(' ', comma)),
  ],
])('%s keeps each digit: %s, %s, %s', (decimal, en, de, ar) =>
  expect(['en', 'de', 'ar'].map((locale) => formatExact(decimal, locale))).toEqual([en, de, ar]),
)

test.each(['', '1,5', '-1', '1e18', 'all', '.5'])('what is no decimal, as %j, stays as it is', (text) =>
  expect(formatExact(text, 'de')).toBe(text),
)
