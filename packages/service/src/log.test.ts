import { expect, test } from 'vitest'
import { failureOf } from './log.js'

test('S40: tells of a failure its class and its code, and never what may hold a value', () => {
  const failure = (code: unknown) => failureOf(Object.assign(new TypeError('noor@example.com'), { code }))
  for (const code of ['SQLITE_FULL', '53100', 'ENOSPC']) expect(failure(code)).toEqual({ name: 'TypeError', code })
  for (const code of ['noor@example.com', 'a word', 5, undefined, 'A'.repeat(41), '']) expect(failure(code)).toEqual({ name: 'TypeError' })
  expect(failureOf('noor@example.com')).toEqual({ name: 'unknown' })
})
