import fc from 'fast-check'
import { hashTypedData } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { otherTyped, permit, typed, typedFixtures } from './fixtures.test.helper.js'
import { parseTypedData, typedDataDetails, typedDataHash } from './typedData.js'

const domain = { name: 'Test', chainId: 1 }
const one = (type: string, value: unknown) => typed('Thing', { Thing: `${type} it` }, domain, { it: value })
const read = (type: string, value: unknown) => parseTypedData(one(type, value)).message['it']

describe('values', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  test.each<[string, unknown, unknown]>([
    ['address', address.toLowerCase(), address],
    ['address', address, address],
    ['bool', true, true],
    ['bool', false, false],
    ['string', '', ''],
    ['string', 'Grüße 👋', 'Grüße 👋'],
    ['bytes', '0x', '0x'],
    ['bytes', '0xABcd', '0xabcd'],
    ['bytes4', '0x01020304', '0x01020304'],
    ['bytes32', `0x${'AA'.repeat(32)}`, `0x${'aa'.repeat(32)}`],
    ['uint8', 255, 255n],
    ['uint8', '255', 255n],
    ['uint8', '0xff', 255n],
    ['uint256', '115792089237316195423570985008687907853269984665640564039457584007913129639935', 2n ** 256n - 1n],
    ['uint256', Number.MAX_SAFE_INTEGER, 9007199254740991n],
    ['int8', -128, -128n],
    ['int8', '127', 127n],
    ['int256', '-5', -5n],
    ['uint8[]', [1, '2', '0x3'], [1n, 2n, 3n]],
    ['uint8[2]', [1, 2], [1n, 2n]],
    [
      'uint8[2][]',
      [
        [1, 2],
        [3, 4],
      ],
      [
        [1n, 2n],
        [3n, 4n],
      ],
    ],
    ['uint8[]', [], []],
  ])('%s takes %j', (type, value, expected) => {
    expect(read(type, value)).toEqual(expected)
  })

  test.each<[string, unknown]>([
    ['address', '0x70997970C51812dc3A010C7d01b50e0d17dc79'],
    ['address', 'vitalik.eth'],
    ['address', 1],
    ['bool', 'true'],
    ['bool', 1],
    ['string', 1],
    ['string', null],
    ['string', 'a\ud800'],
    ['bytes', '0xabc'],
    ['bytes', 'abcd'],
    ['bytes', 5],
    ['bytes4', '0x010203'],
    ['bytes4', '0x0102030405'],
    ['uint8', 256],
    ['uint8', -1],
    ['uint8', '-1'],
    ['uint8', 1.5],
    ['uint8', ''],
    ['uint8', ' 1'],
    ['uint8', '1e2'],
    ['uint8', '0x'],
    ['uint8', true],
    ['uint8', null],
    ['uint256', 2 ** 53],
    ['uint256', (2n ** 256n).toString()],
    ['int8', 128],
    ['int8', -129],
    ['uint8[]', 'no list'],
    ['uint8[2]', [1]],
    ['uint8[2]', [1, 2, 3]],
    ['uint8[]', [256]],
    ['uint8[2][]', [[1]]],
  ])('%s refuses %j', (type, value) => {
    expect(() => read(type, value)).toThrow(expect.objectContaining({ name: 'InvalidParamsError', code: -32602 }))
  })
})

describe('the whole', () => {
  const mail = otherTyped['mail'] as Record<string, unknown> & {
    types: Record<string, unknown>
    message: Record<string, unknown>
    domain: Record<string, unknown>
  }
  const refused = (value: unknown, problem: string) =>
    expect(() => parseTypedData(value)).toThrow(
      expect.objectContaining({ code: -32602, message: `Invalid parameters: typed data: ${problem}.` }),
    )

  test('is read from JSON and from an object alike, and hashed as the standard has it', () => {
    expect(parseTypedData(JSON.stringify(mail))).toEqual(parseTypedData(mail))
    // The example of EIP-712.
    expect(typedDataHash(parseTypedData(mail))).toBe('0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2')
  })

  test('cannot be changed any more', () => {
    const data = parseTypedData(mail)
    expect(
      Object.isFrozen(data) &&
        Object.isFrozen(data.message) &&
        Object.isFrozen(data.message['from']) &&
        Object.isFrozen(data.types['Mail']),
    ).toBe(true)
  })

  test.each(typedFixtures)('the hash of %s is the one of the text that the site sent', (_, data) => {
    const sent = data as Parameters<typeof hashTypedData>[0]
    expect(typedDataHash(parseTypedData(JSON.stringify(data)))).toBe(hashTypedData(sent))
  })

  test('a domain without a declared type is read by the fields that it has', () => {
    const { EIP712Domain: _, ...types } = mail.types
    expect(typedDataHash(parseTypedData({ ...mail, types }))).toBe(typedDataHash(parseTypedData(mail)))
  })

  test('a domain may be empty', () => {
    const data = typed('Thing', { Thing: 'string it' }, {}, { it: 'x' })
    expect(typedDataHash(parseTypedData(data))).toBe(typedDataHash(parseTypedData({ ...data, domain: undefined })))
  })

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'expected an object'],
    ['a list', [mail], 'expected an object'],
    ['text that is no JSON', '{', 'it is not JSON'],
    ['text of a number', '1', 'expected an object'],
    ['endless text', ' '.repeat(100_001), 'it is too long'],
    ['a part more', { ...mail, extra: 1 }, "'extra' is not a part of it"],
    ['no types', { ...mail, types: undefined }, 'it has no types'],
    ['an undeclared primary type', { ...mail, primaryType: 'Letter' }, 'the primary type is not declared'],
    ['a primary type that is none', { ...mail, primaryType: 5 }, 'the primary type is not declared'],
    ['the domain as the message', { ...mail, primaryType: 'EIP712Domain', message: mail.domain }, 'a domain alone is not signed'],
    ['a domain that is none', { ...mail, domain: 'Ether Mail' }, 'the domain is none'],
    ['a field more', { ...mail, message: { ...mail.message, hidden: 1 } }, 'message has a field that is not declared'],
    [
      'a field less',
      { ...mail, message: { ...mail.message, contents: undefined, ...{} }, types: mail.types },
      'message.contents is not a string',
    ],
    ['a missing field', { ...mail, message: { from: mail.message['from'], to: mail.message['to'] } }, 'message.contents is missing'],
    ['a message that is none', { ...mail, message: null }, 'message is not a Mail'],
    ['a struct that is none', { ...mail, message: { ...mail.message, from: 'Cow' } }, 'message.from is not a Person'],
    ['a domain field more', { ...mail, domain: { ...mail.domain, extra: 1 } }, 'domain has a field that is not declared'],
    [
      'a domain of another type',
      { ...mail, types: { ...mail.types, EIP712Domain: [{ name: 'chainId', type: 'string' }] } },
      'the domain has a field that is not one of EIP-712',
    ],
    [
      'a domain with a field of its own',
      { ...mail, types: { ...mail.types, EIP712Domain: [{ name: 'planet', type: 'string' }] } },
      'the domain has a field that is not one of EIP-712',
    ],
    ['a type name that is none', { ...mail, types: { ...mail.types, 'A B': [] } }, 'a type has a name that is none'],
    ['a type named as one there is', { ...mail, types: { ...mail.types, uint8: [] } }, 'a type has a name that is none'],
    ['a type that is no list', { ...mail, types: { ...mail.types, A: {} } }, 'the type A is no list of fields'],
    [
      'a type of too many fields',
      { ...mail, types: { ...mail.types, A: Array.from({ length: 101 }, (_, at) => ({ name: `f${at}`, type: 'bool' })) } },
      'the type A is no list of fields',
    ],
    [
      'a field with more than name and type',
      { ...mail, types: { ...mail.types, A: [{ name: 'x', type: 'bool', indexed: true }] } },
      'a field of A is not a name and a type',
    ],
    ['a field that is none', { ...mail, types: { ...mail.types, A: ['bool x'] } }, 'a field of A is not a name and a type'],
    [
      'a field without a name',
      { ...mail, types: { ...mail.types, A: [{ name: '', type: 'bool' }] } },
      'a field of A has a name that is none',
    ],
    ['a field without a type', { ...mail, types: { ...mail.types, A: [{ name: 'x', type: 5 }] } }, 'a field of A has a name that is none'],
    [
      'a field twice',
      {
        ...mail,
        types: {
          ...mail.types,
          A: [
            { name: 'x', type: 'bool' },
            { name: 'x', type: 'bool' },
          ],
        },
      },
      'the type A has a field twice',
    ],
    [
      'an unknown type',
      { ...mail, types: { ...mail.types, A: [{ name: 'x', type: 'Planet' }] } },
      'the type A has a field of an unknown type',
    ],
    ['uint7', { ...mail, types: { ...mail.types, A: [{ name: 'x', type: 'uint7' }] } }, 'the type A has a field of an unknown type'],
    ['uint264', { ...mail, types: { ...mail.types, A: [{ name: 'x', type: 'uint264' }] } }, 'the type A has a field of an unknown type'],
    ['bytes33', { ...mail, types: { ...mail.types, A: [{ name: 'x', type: 'bytes33' }] } }, 'the type A has a field of an unknown type'],
    ['bytes0', { ...mail, types: { ...mail.types, A: [{ name: 'x', type: 'bytes0' }] } }, 'the type A has a field of an unknown type'],
    ['uint', { ...mail, types: { ...mail.types, A: [{ name: 'x', type: 'uint' }] } }, 'the type A has a field of an unknown type'],
  ])('%s is refused', (_, value, problem) => refused(value, problem))

  test('names of prototypes are names like any other, or none', () => {
    refused(JSON.parse(JSON.stringify(permit()).replace('"Permit":[', '"__proto__":[')), 'a type has a name that is none')
    const strange = typed('Thing', { Thing: 'string constructor, string toString' }, domain, { constructor: 'a', toString: 'b' })
    expect(typedDataDetails(parseTypedData(strange))).toContainEqual({ path: 'message.constructor', value: 'a' })
    refused(typed('Thing', { Thing: 'string constructor' }, domain, {}), 'message.constructor is missing')
  })

  test('what goes round and round ends', () => {
    const types = { EIP712Domain: [], Node: [{ name: 'next', type: 'Node[]' }] }
    const nest = (depth: number): object => ({ next: depth === 0 ? [] : [nest(depth - 1)] })
    expect(typedDataHash(parseTypedData({ types, domain: {}, primaryType: 'Node', message: nest(10) }))).toMatch(/^0x[0-9a-f]{64}$/)
    expect(() => parseTypedData({ types, domain: {}, primaryType: 'Node', message: nest(40) })).toThrow('is too deep')
  })

  test('of 3,000 documents of any shape none is a crash', () => {
    const types = fc.dictionary(
      fc.constantFrom('A', 'B', 'EIP712Domain', '__proto__'),
      fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'name'), type: fc.constantFrom('A', 'B[]', 'uint8', 'string', 'bytes3') }), {
        maxLength: 3,
      }),
    )
    const value = fc.record(
      {
        types,
        primaryType: fc.constantFrom('A', 'B'),
        domain: fc.object({ maxDepth: 1 }),
        message: fc.object({ key: fc.constantFrom('a', 'b', 'name') }),
      },
      { requiredKeys: [] },
    )
    for (const each of fc.sample(value, 3000)) {
      try {
        expect(typedDataHash(parseTypedData(each))).toMatch(/^0x[0-9a-f]{64}$/)
      } catch (error) {
        expect(error).toMatchObject({ name: 'InvalidParamsError' })
      }
    }
  })
})

test('details name each value and each declared field', () => {
  const types = { Thing: 'Part[] parts, uint8[] empty, Nothing none, string text', Part: 'uint8 size' }
  const sent = typed('Thing', types, domain, { parts: [{ size: 1 }, { size: 2 }], empty: [], none: {}, text: 'a\u202eb' })
  const data = parseTypedData({ ...sent, types: { ...sent.types, Nothing: [] } })
  expect(typedDataDetails(data)).toEqual([
    { path: 'domain.name', value: 'Test' },
    { path: 'domain.chainId', value: '1' },
    { path: 'primaryType', value: 'Thing' },
    { path: 'message.parts[0].size', value: '1' },
    { path: 'message.parts[1].size', value: '2' },
    { path: 'message.empty', value: '[]' },
    { path: 'message.none', value: '{}' },
    { path: 'message.text', value: 'a\\u{202e}b' },
    { path: 'types.EIP712Domain[0]', value: 'string name' },
    { path: 'types.EIP712Domain[1]', value: 'uint256 chainId' },
    { path: 'types.Thing[0]', value: 'Part[] parts' },
    { path: 'types.Thing[1]', value: 'uint8[] empty' },
    { path: 'types.Thing[2]', value: 'Nothing none' },
    { path: 'types.Thing[3]', value: 'string text' },
    { path: 'types.Part[0]', value: 'uint8 size' },
  ])
})
