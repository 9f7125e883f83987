import { expect, test } from 'vitest'
import { fewDigits, lengthOfTime, momentOf, relativeTime } from './figures.js'

test.each([
  ['100', 'up', '100'],
  ['1234.5678', 'up', '1,234.57'],
  ['1234.5678', 'down', '1,234.56'],
  ['25.123456', 'up', '25.1235'],
  ['25.123456', 'down', '25.1234'],
  ['0.000231004', 'up', '0.0002311'],
  ['0.000231004', 'near', '0.000231'],
  ['0.1', 'up', '0.1'],
  ['0.000000000000000007', 'up', '<0.000001'],
  ['0', 'up', '0'],
  ['115792089237316195423570985008687907853', 'up', '115,792,089,237,316,195,423,570,985,008,687,907,853'],
  ['many', 'up', 'many'],
] as const)('%s, rounded %s, is %s', (amount, towards, shown) => expect(fewDigits(amount, 'en', towards)).toBe(shown))

test('numbers are written as in the language, in the digits of what is signed', () => {
  expect(fewDigits('1234.5678', 'de', 'up')).toBe('1.234,57')
  expect(fewDigits('1234.5678', 'ar', 'up')).toBe('1,234.57')
})

test('a length of time is said with the right plural, in Arabic with its dual, and in the case after a preposition', () => {
  expect([1, 45, 119, 1200, 7200, 90_000, 172_800].map((seconds) => relativeTime(seconds, 'en'))).toEqual([
    'in 1 second',
    'in 45 seconds',
    'in 119 seconds',
    'in 20 minutes',
    'in 2 hours',
    'in 25 hours',
    'in 2 days',
  ])
  expect([120, 180, 660, 7200].map((seconds) => lengthOfTime(seconds, 'ar'))).toEqual(['دقيقتين', '3 دقائق', '11 دقيقة', 'ساعتين'])
  expect([120, 172_800].map((seconds) => lengthOfTime(seconds, 'de'))).toEqual(['2 Minuten', '2 Tagen'])
  expect(relativeTime(-1200, 'en')).toBe('20 minutes ago')
})

test('a moment has its date', () => expect(momentOf(Date.UTC(2026, 2, 14, 18, 50), 'en')).toContain('Mar 14, 2026'))
