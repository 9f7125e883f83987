import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidAccountIdError, InvalidNetworkIdError } from './errors.js'
import { isNamespace, isNetworkId, namespaceOf, namespaces } from './ids.js'
import { accountIdOf, isAccountId } from './accountIds.js'
import { parseAccountId, parseNetworkId } from './parse.js'

const namespace = fc.constantFrom(...namespaces)
const reference = fc.stringMatching(/^[-_a-zA-Z0-9]{1,32}$/)
const address = fc.stringMatching(/^[-.%a-zA-Z0-9]{1,128}$/)
const nearlyAnId = fc
  .array(fc.oneof(namespace, reference, address, fc.constantFrom('', ' ', '__proto__', 'EIP155')), { maxLength: 5 })
  .map((parts) => parts.join(':'))

describe('network ids', () => {
  test.each([
    ['eip155:1', { namespace: 'eip155', reference: '1' }],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', { namespace: 'solana', reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
    ['bip122:000000000019d6689c085ae165831e93', { namespace: 'bip122', reference: '000000000019d6689c085ae165831e93' }],
    ['cosmos:cosmoshub-4', { namespace: 'cosmos', reference: 'cosmoshub-4' }],
  ])('%s is read as its two parts', (id, parts) => {
    expect(parseNetworkId(id)).toEqual(parts)
  })

  test.each([
    '',
    'eip155',
    'eip155:',
    ':1',
    'eip155:1:2',
    'eip155::1',
    'EIP155:1',
    'ethereum:1',
    ' eip155:1',
    'eip155:1 ',
    'eip155:1\n',
    `eip155:${'1'.repeat(33)}`,
    'eip155:é',
    '__proto__:1',
  ])('%j has not exactly two parts of the right form, and is refused by name', (id) => {
    expect(isNetworkId(id)).toBe(false)
    expect(() => parseNetworkId(id)).toThrow(InvalidNetworkIdError)
    expect(() => parseNetworkId(id)).toThrow('Invalid CAIP-2 network id')
  })

  test('what was joined from two parts comes apart into the same two', () => {
    fc.assert(
      fc.property(namespace, reference, (name, chain) => {
        expect(parseNetworkId(`${name}:${chain}`)).toEqual({ namespace: name, reference: chain })
        expect(namespaceOf(`${name}:${chain}`)).toBe(name)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('account ids', () => {
  test('an id is read as its three parts', () => {
    expect(parseAccountId('eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')).toEqual({
      namespace: 'eip155',
      reference: '1',
      networkId: 'eip155:1',
      address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    })
  })

  test.each([
    '',
    'eip155',
    'eip155:1',
    'eip155:1:',
    'eip155::0xabc',
    'eip155:1:0xabc:0xdef',
    'eip155:1:0x abc',
    'nothing:1:0xabc',
    `eip155:1:${'a'.repeat(129)}`,
  ])('%j has not exactly three parts of the right form, and is refused by name', (id) => {
    expect(isAccountId(id)).toBe(false)
    expect(() => parseAccountId(id)).toThrow(InvalidAccountIdError)
    expect(() => parseAccountId(id)).toThrow('Invalid CAIP-10 address')
  })

  test('what was joined comes apart into the same parts', () => {
    fc.assert(
      fc.property(namespace, reference, address, (name, chain, account) => {
        const id = accountIdOf(`${name}:${chain}`, account)
        expect(isAccountId(id)).toBe(true)
        expect(parseAccountId(id)).toEqual({ namespace: name, reference: chain, networkId: `${name}:${chain}`, address: account })
      }),
      { numRuns: 2000 },
    )
  })
})

test('asking whether something is an id never throws, and agrees with reading it', () => {
  const agrees = (is: (value: unknown) => boolean, read: (id: string) => unknown, value: string) => {
    let reads = true
    try {
      read(value)
    } catch {
      reads = false
    }
    expect(is(value)).toBe(reads)
  }
  fc.assert(
    fc.property(fc.oneof(nearlyAnId, fc.string()), (value) => {
      agrees(isNetworkId, parseNetworkId, value)
      agrees(isAccountId, parseAccountId, value)
    }),
    { numRuns: 5000 },
  )
  fc.assert(
    fc.property(fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true }), (value) => {
      expect([isNamespace(value), isNetworkId(value), isAccountId(value)].every((answer) => typeof answer === 'boolean')).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('a value that cannot even be written down gets the typed error', () => {
  for (const value of [Object.create(null), Symbol('id'), null, undefined, 1n]) {
    expect(() => parseNetworkId(value as string)).toThrow(InvalidNetworkIdError)
    expect(() => parseAccountId(value as string)).toThrow(InvalidAccountIdError)
  }
})
