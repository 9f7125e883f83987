import { testPortico } from '@portico/testing'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cooldownEnd } from './cooldown.js'
import { emailOf, isEmail, typedIn } from './email.js'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

test('what looks like an address is one, and nothing else is', () => {
  for (const text of ['mira@harbourmail.example', 'm.i+ra@sub.harbour.co', 'ميرا@harbour.example'])
    expect([text, isEmail(text)]).toEqual([text, true])
  for (const text of [
    '',
    'mira',
    'mira@',
    'mira@harbour',
    'mira@harbour.',
    'mira@.example',
    'mi ra@harbour.example',
    'mira@a@b.example',
    `${'m'.repeat(250)}@a.example`,
  ]) {
    expect([text, isEmail(text)]).toEqual([text, false])
  }
})

test('an address is the one that is read, and keeps the letters and joiners of its language', () => {
  expect(emailOf(' ｍｉｒａ＠ｈａｒｂｏｕｒ。example\u200b')).toBe('mira@harbour.example')
  expect(emailOf('\u202amira@harbour.example\u2069')).toBe('mira@harbour.example')
  for (const text of ['ميرا@harbour.example', 'می\u200cرا@harbour.example', 'müller@harbour.example']) expect(emailOf(text)).toBe(text)
})

test('S27: a cool-down is read from what the error carries, and is 1 to 30 seconds whatever that is', () => {
  const carrying = (retryAfter: unknown) => Object.assign(new Error('Please wait'), { retryAfter })
  expect(cooldownEnd(new Error('Please try again after 23 seconds'))).toBeUndefined()
  expect(cooldownEnd(carrying(12))).toBe(1_012_000)
  expect(cooldownEnd(carrying(-5))).toBe(1_001_000)
  expect(cooldownEnd(carrying(86_400))).toBe(1_030_000)
  expect(cooldownEnd(carrying(Number.NaN))).toBeUndefined()
  expect(cooldownEnd(carrying('soon'))).toBeUndefined()
  expect(cooldownEnd(new Error('iframe_request_timeout'))).toBeUndefined()
  expect(cooldownEnd(undefined)).toBeUndefined()
})

test('two porticos do not share what is typed', () => {
  const [one, other] = [testPortico(), testPortico()]
  typedIn(one).login = 'mira@harbourmail.example'
  expect(typedIn(one).login).toBe('mira@harbourmail.example')
  expect(typedIn(other).login).toBe('')
})
