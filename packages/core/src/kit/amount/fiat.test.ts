import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fiatDecimals, formatFiat, priceOf, valueOf } from './fiat.js'

const one = 10n ** BigInt(fiatDecimals)

test('reads prices as servers write them, and nothing else', () => {
  expect([priceOf(1), priceOf('1.0'), priceOf(0.5), priceOf(1e-9)]).toEqual([one, one, one / 2n, one / 10n ** 9n])
  for (const none of [0, -1, Number.NaN, Infinity, 1e30, '', 'abc', '-1', '1e3', '0', null, undefined, '9'.repeat(65)])
    expect(priceOf(none)).toBeUndefined()
})

test('an amount is worth no more than it is', () => {
  expect(valueOf(1_500_000n, 6, 2n * one)).toBe(3n * one)
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 30n), fc.nat(30), fc.bigInt(1n, 10n ** 24n), (units, decimals, price) => {
      expect(valueOf(units, decimals, price) * 10n ** BigInt(decimals)).toBeLessThanOrEqual(units * price)
    }),
  )
})

test('cents are apart from the rest, cut off and not rounded, where the locale puts them', () => {
  expect(formatFiat((12480529n * one) / 1000n, 'usd', 'en')).toEqual({ text: '$12,480.52', before: '$12,480', cents: '.52', after: '' })
  expect(formatFiat(12480n * one, 'usd', 'de')).toMatchObject({ before: '12.480', cents: ',00', after: '\u00a0$' })
  expect(formatFiat(0n, 'usd', 'en').text).toBe('$0.00')
  expect(formatFiat(1n, 'usd', 'en').text).toBe('<$0.01')
  expect(formatFiat(-one, 'usd', 'en').text).toBe('−$1.00')
  expect(formatFiat(10n ** 40n, 'usd', 'en').text.replaceAll(',', '')).toBe(`$${'1'.padEnd(23, '0')}.00`)
})
