import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode, encode } from './codec.js'

test('whatever a site and a wallet say to each other comes out as it went in, bytes and bigints too', () => {
  const anything = fc.anything({ withBigInt: true, withTypedArray: false, withNullPrototype: false, maxDepth: 4 })
  fc.assert(
    fc.property(fc.oneof(anything, fc.uint8Array(), fc.record({ message: fc.uint8Array(), value: anything })), (value) => {
      expect(decode(encode(value))).toEqual(unsigned(value))
    }),
  )
})

/** Zero has no sign in JSON. */
function unsigned(value: unknown): unknown {
  if (Object.is(value, -0)) return 0
  if (Array.isArray(value)) return value.map(unsigned)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  const target = {}
  for (const [key, one] of Object.entries(value)) {
    Object.defineProperty(target, key, { value: unsigned(one), enumerable: true, configurable: true, writable: true })
  }
  return target
}

test('a view of bytes arrives as the bytes that it shows', () => {
  const bytes = Uint8Array.from([0, 1, 254, 255])
  expect(decode(encode(bytes.subarray(1, 3)))).toEqual(Uint8Array.from([1, 254]))
  expect(decode(encode(Buffer.from(bytes)))).toEqual(bytes)
  expect(decode(encode(new DataView(bytes.buffer, 3)))).toEqual(Uint8Array.from([255]))
})

test('an error arrives as an error, with its name, message, code and data', () => {
  const error = Object.assign(new TypeError('No.'), { code: 4001, data: Uint8Array.from([7]) })
  const arrived = decode(encode({ error }))
  expect(arrived).toMatchObject({ error: { name: 'TypeError', message: 'No.', code: 4001, data: Uint8Array.from([7]) } })
  expect(Reflect.get(Object(arrived), 'error')).toBeInstanceOf(Error)
})

test('functions and what is nested without end are left behind', () => {
  const endless: Record<string, unknown> = { act: () => 1 }
  endless['self'] = endless
  expect(decode(encode(endless))).toMatchObject({ act: undefined, self: { self: {} } })
})
