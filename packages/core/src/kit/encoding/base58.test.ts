import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase58, toBase58 } from './base58.js'

test('10,000 lists of bytes are written and read as by another library', () => {
  const zeros = fc
    .tuple(fc.nat(4), fc.uint8Array({ maxLength: 60 }))
    .map(([count, rest]) => Uint8Array.from([...new Uint8Array(count), ...rest]))
  fc.assert(
    fc.property(fc.oneof(zeros, fc.uint8Array({ minLength: 32, maxLength: 34 })), (bytes) => {
      const text = toBase58(bytes)
      return text === base58.encode(bytes) && fromBase58(text)?.join() === bytes.join()
    }),
    { numRuns: 10_000 },
  )
})

test('of 10,000 other texts none is read', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 50 }),
      fc.constantFrom('0', 'O', 'I', 'l', ' ', '\n', 'é'),
      fc.nat(),
      (text, odd, at) => {
        const wrong = text.slice(0, at % (text.length + 1)) + odd + text.slice(at % (text.length + 1))
        return fromBase58(wrong) === undefined
      },
    ),
    { numRuns: 10_000 },
  )
  expect([undefined, 7, null, {}, '1'.repeat(10_001)].map(fromBase58)).toEqual(Array(5).fill(undefined))
})
