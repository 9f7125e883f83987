import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryAfterLimit, retryDelay } from './retryDelay.js'

const now = Date.UTC(2026, 10, 21, 7, 0, 0)
beforeEach(() => void vi.useFakeTimers({ now }))
afterEach(() => void vi.useRealTimers())

const absent = 'as if absent'
const giveUp = 'give up'

test.each<[header: string, wait: number | typeof absent | typeof giveUp]>([
  ['0', 0],
  ['1', 1000],
  ['5', 5000],
  [' 7 ', 7000],
  ['1.5', 1500],
  ['0.25', 250],
  ['30', 30_000],
  ['30.001', giveUp],
  ['31', giveUp],
  ['3600', giveUp],
  ['99999999999999999999', giveUp],
  ['-1', 0],
  ['-86400', 0],
  ['Sat, 21 Nov 2026 07:00:10 GMT', 10_000],
  ['Sat, 21 Nov 2026 07:00:30 GMT', 30_000],
  ['Sat, 21 Nov 2026 07:00:31 GMT', giveUp],
  ['Sun, 22 Nov 2026 07:00:00 GMT', giveUp],
  ['Sat, 21 Nov 2026 06:59:59 GMT', 0],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Saturday, 21-Nov-26 07:00:05 GMT', 5000],
  ['Sat Nov 21 07:00:05 2026', 5000],
  ['', absent],
  ['soon', absent],
  ['soon 1', absent],
  ['+5', absent],
  ['5s', absent],
  ['1e3', absent],
  ['0x10', absent],
  ['120, 5', absent],
  ['Infinity', absent],
  ['Sat, 99 Nov 2026 99:00:00 GMT', absent],
  ['2026-11-21', absent],
])('R7: Retry-After %j is a wait of %s', (retryAfter, expected) => {
  const wait = retryDelay({ attempt: 0, base: 150, retryAfter }, 0)
  expect(wait).toBe(expected === giveUp ? undefined : expected === absent ? 150 : expected)
})

test('R7: without a header the delay doubles from 150 ms, with a jitter of up to half again', () => {
  expect([0, 1, 2].map((attempt) => retryDelay({ attempt, base: 150 }, 0))).toEqual([150, 300, 600])
  expect([0, 1, 2].map((attempt) => retryDelay({ attempt, base: 150 }, 1))).toEqual([225, 450, 900])
})

test('R7: whatever the header says, the wait is between 0 and 30 s, or none', () => {
  const header = fc.oneof(
    fc.string(),
    fc.double().map(String),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    fc.integer().map(String),
  )
  fc.assert(
    fc.property(header, (retryAfter) => {
      const wait = retryDelay({ attempt: 0, base: 150, retryAfter }, 0)
      expect(wait === undefined || (wait >= 0 && wait <= retryAfterLimit)).toBe(true)
    }),
    { numRuns: 5000 },
  )
})
