import { describe, expect, test } from 'vitest'
import { otherTyped, typed } from './fixtures.test.helper.js'
import { isStruct, parseTypedData } from './typedData.js'

const domain = { name: 'Test', chainId: 1 }
const read = (types: Readonly<Record<string, unknown>>, message: unknown, primaryType = 'Thing') =>
  parseTypedData({ types: { EIP712Domain: [{ name: 'name', type: 'string' }], ...types }, domain: { name: 'Test' }, primaryType, message })
    .message
const refusal = (problem: string) =>
  expect.objectContaining({ name: 'InvalidParamsError', code: -32602, message: `Invalid parameters: typed data: ${problem}.` })

describe('what is as long, as many or as deep as may be', () => {
  test('as long a text as is taken is read, and one of a character more not', () => {
    const text = JSON.stringify(otherTyped['mail'])
    expect(parseTypedData(text.padEnd(100_000))).toEqual(parseTypedData(otherTyped['mail']))
    expect(() => parseTypedData(text.padEnd(100_001))).toThrow(refusal('it is too long'))
  })

  test('a type of a hundred fields is read, and of one more not', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `f${at}`, type: 'bool' }))
    expect(read({ Thing: [], More: many(100) }, {})).toEqual({})
    expect(() => read({ Thing: [], More: many(101) }, {})).toThrow(refusal('the type More is no list of fields'))
  })

  test('the name of a part that is none is told in forty characters', () => {
    expect(() => parseTypedData({ ...typed('Thing', { Thing: 'bool it' }, domain, {}), [`${'a'.repeat(40)}b`]: 1 })).toThrow(
      refusal(`'${'a'.repeat(40)}' is not a part of it`),
    )
  })

  test('structs within each other are read 32 deep, and lists as well', () => {
    const types = {
      Node: [
        { name: 'next', type: 'Node[]' },
        { name: 'grid', type: 'uint8[][]' },
      ],
    }
    // A node in a list is two deeper than the one that has the list.
    const nest = (levels: number, grid: unknown = []): object =>
      levels === 0 ? { next: [], grid } : { next: [nest(levels - 1, grid)], grid: [] }
    const path = (levels: number) => `message${'.next[0]'.repeat(levels)}`
    expect(read(types, nest(16), 'Node')).toEqual(nest(16))
    expect(() => read(types, nest(17), 'Node')).toThrow(refusal(`${path(17)} is too deep`))
    expect(read(types, nest(15, [[1]]), 'Node')).toEqual(nest(15, [[1n]]))
    expect(() => read(types, nest(16, [[1]]), 'Node')).toThrow(refusal(`${path(16)}.grid[0] is too deep`))
  })
})

describe('what looks like something else', () => {
  test.each(['xuint8', 'uint8x', 'uint08', 'bytes1x', 'uint8[', 'uint8]', '[]'])('a field of the type %s is of an unknown type', (type) => {
    expect(() => read({ Thing: [], More: [{ name: 'it', type }] }, {})).toThrow(refusal('the type More has a field of an unknown type'))
  })

  test.each([null, true, '__proto__', ['it']])('a field that is named %j is none', (name) => {
    expect(() => read({ Thing: [{ name, type: 'bool' }] }, {})).toThrow(refusal('a field of Thing has a name that is none'))
  })

  test.each<[type: string, value: unknown]>([
    ['address', ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8']],
    ['bytes', ['0xab']],
    ['bytes', '10xab'],
    ['uint8', ['5']],
    ['uint8', '15 '],
    ['string', ['a']],
  ])('%s refuses %j', (type, value) => {
    expect(() => read({ Thing: [{ name: 'it', type }] }, { it: value })).toThrow(refusal(`message.it is not a ${type}`))
  })

  test('what a list refuses is told by its place, and its length by its type', () => {
    const list = { Thing: [{ name: 'it', type: 'uint8[2]' }] }
    expect(read(list, { it: [1, 2] })).toEqual({ it: [1n, 2n] })
    expect(() => read(list, { it: [1, 256] })).toThrow(refusal('message.it[1] is not a uint8'))
    expect(() => read(list, { it: [1] })).toThrow(refusal('message.it is not a uint8[2]'))
    expect(() => read(list, { it: { 0: 1, 1: 2, length: 2 } })).toThrow(refusal('message.it is not a uint8[2]'))
  })

  test('an address with a wrong checksum is taken, and shown with the right one', () => {
    const fields = { Thing: [{ name: 'it', type: 'address' }] }
    expect(read(fields, { it: '0x70997970c51812dc3A010C7d01b50e0d17dc79C8' })).toEqual({ it: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' })
  })

  test('a bigint is a number like any other', () => {
    const fields = { Thing: [{ name: 'it', type: 'uint8' }] }
    expect(read(fields, { it: 255n })).toEqual({ it: 255n })
    expect(() => read(fields, { it: 256n })).toThrow(refusal('message.it is not a uint8'))
  })

  test('a struct is neither a list nor a plain value, nor nothing', () => {
    expect([{}, { it: 1n }].map(isStruct)).toEqual([true, true])
    expect([[], 'it', 1n, true, undefined].map(isStruct)).toEqual([false, false, false, false, false])
  })
})
