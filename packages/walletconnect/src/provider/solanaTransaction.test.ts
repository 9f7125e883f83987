import { base58 } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addSignature, signatureIn } from './solanaTransaction.js'

const keys = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte))
const address = (at: number) => base58.encode(keys[at] ?? new Uint8Array(32))
const signature = new Uint8Array(64).fill(9)

/** Two signers and one other account; legacy, or v0. */
const transaction = (version?: number) =>
  Uint8Array.from([
    2,
    ...new Uint8Array(128),
    ...(version === undefined ? [] : [0x80 | version]),
    2,
    0,
    1,
    3,
    ...keys.flatMap((key) => [...key]),
    ...new Uint8Array(32),
    0,
    ...(version === undefined ? [] : [0]),
  ])

test.each([
  ['legacy', undefined],
  ['v0', 0],
] as const)('a signature goes to its signer’s place, %s', (_, version) => {
  for (const at of [0, 1]) {
    const signed = addSignature(transaction(version), address(at), signature) ?? new Uint8Array()
    expect(signed.subarray(1 + at * 64, 65 + at * 64)).toEqual(signature)
    expect([0, 1].map((one) => signatureIn(signed, address(one)))).toEqual([at === 0, at === 1])
  }
})

test('who signs nothing there has no place', () => {
  expect(addSignature(transaction(), address(2), signature)).toBeUndefined()
  expect(signatureIn(transaction(), base58.encode(new Uint8Array(32).fill(7)))).toBe(false)
})

test('of 10,000 garbled transactions none is a crash', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(2), (bytes, at) => {
      const signed = addSignature(bytes, address(at), signature)
      return signed === undefined || signed.length === bytes.length
    }),
    { numRuns: 10_000 },
  )
})
