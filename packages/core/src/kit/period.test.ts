import { expect, test } from 'vitest'
import { formatPeriod } from './period.js'

test.each([
  [1, 'second', 'Sekunde', 'ثانية'],
  [5400, '90 minutes', '90 Minuten', '90 دقيقة'],
  [3600, 'hour', 'Stunde', 'ساعة'],
  [7200, '2 hours', '2 Stunden', 'ساعتين'],
  [86_400, 'day', 'Tag', 'يوم'],
  [259_200, '3 days', '3 Tage', '3 أيام'],
  [604_800, 'week', 'Woche', 'أسبوع'],
  [1_209_600, '2 weeks', '2 Wochen', 'أسبوعين'],
])('%i seconds are every %s, je %s, كل %s', (seconds, en, de, ar) =>
  expect(['en', 'de', 'ar'].map((locale) => formatPeriod(seconds, locale))).toEqual([en, de, ar]),
)

test('no seconds are no seconds', () => expect(formatPeriod(0, 'en')).toBe('0 seconds'))
