import { getAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { ethereum, own } from '../kit.test.helper.js'
import { parseTransaction, readAddress } from './transaction.js'

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}`
const parse = (transaction: unknown) => parseTransaction([transaction], { own, network: ethereum })
const base = { from: own, to, value: 0n, data: '0x' }
const list = (count: number, entry: object = {}) => Array.from({ length: count }, () => ({ chainId: 1, address: to, ...entry }))
const refusal = (problem: string) =>
  expect.objectContaining({ name: 'InvalidParamsError', code: -32602, message: `Invalid parameters: transaction: ${problem}.` })

describe('S9: what is taken is just what was asked', () => {
  test.each<[string, object, object]>([
    [
      'each field that is null is not there',
      Object.fromEntries(
        [
          'from',
          'value',
          'data',
          'input',
          'nonce',
          'gas',
          'gasLimit',
          'gasPrice',
          'maxFeePerGas',
          'maxPriorityFeePerGas',
          'chainId',
          'type',
          'accessList',
          'authorizationList',
        ].map((name) => [name, null]),
      ),
      {},
    ],
    ['data by its other name', { input: '0xABCD' }, { data: '0xabcd' }],
    ['gas by its other name', { gasLimit: '0x5208' }, { gas: 21_000n }],
    ['gas by its other name, where the first is null', { gas: null, gasLimit: '0x1' }, { gas: 1n }],
    ['amounts of nothing', { value: '0x0', nonce: 0, gas: '0x0', gasPrice: '0x0' }, { nonce: 0n, gas: 0n, gasPrice: 0n }],
    ['fees of nothing', { maxFeePerGas: '0x0', maxPriorityFeePerGas: '0x0' }, { maxFeePerGas: 0n, maxPriorityFeePerGas: 0n }],
    ['a ceiling alone', { type: '0x2', maxFeePerGas: '0x5' }, { type: 'eip1559', maxFeePerGas: 5n }],
    ['a tip alone', { maxPriorityFeePerGas: '0x5' }, { maxPriorityFeePerGas: 5n }],
    ['the largest amount', { value: `0x${'f'.repeat(64)}` }, { value: 2n ** 256n - 1n }],
    ['the most gas', { gas: '0xffffffffffffffff' }, { gas: 2n ** 64n - 1n }],
    ['the most gas by its other name', { gasLimit: '0xffffffffffffffff' }, { gas: 2n ** 64n - 1n }],
    ['the type by its number', { type: '0x1', accessList: [], gasPrice: '0x1' }, { type: 'eip2930', accessList: [], gasPrice: 1n }],
    ['a type with accesses by its name', { type: 'eip2930', accessList: [] }, { type: 'eip2930', accessList: [] }],
    ['a type of EIP-1559 by its name', { type: 'eip1559', accessList: [] }, { type: 'eip1559', accessList: [] }],
    [
      'a type of EIP-7702 by its name',
      { type: 'eip7702', authorizationList: list(1) },
      { type: 'eip7702', authorizationList: [{ chainId: 1n, address: to }] },
    ],
    ['accesses without a type', { accessList: [] }, { accessList: [] }],
    ['accesses and a price without a type', { accessList: [], gasPrice: '0x1' }, { accessList: [], gasPrice: 1n }],
    [
      'an authorisation with fees',
      { authorizationList: list(1, { nonce: '0x0' }), maxFeePerGas: '0x1' },
      { authorizationList: [{ chainId: 1n, address: to, nonce: 0n }], maxFeePerGas: 1n },
    ],
    [
      'an authorisation with parts that are null',
      { authorizationList: list(1, { nonce: null, r: null, s: null, yParity: null }) },
      { authorizationList: [{ chainId: 1n, address: to }] },
    ],
    [
      'a signed authorisation of the other parity',
      { authorizationList: list(1, { nonce: '0xfffffffffffffffe', r: hash, s: hash, yParity: 0 }) },
      { authorizationList: [{ chainId: 1n, address: to, nonce: 2n ** 64n - 2n, signature: { r: hash, s: hash, yParity: 0 } }] },
    ],
  ])('%s', (_, asked, expected) => {
    expect(parse({ to, ...asked })).toStrictEqual({ ...base, ...expected })
  })

  test('a contract goes to nobody', () => {
    expect(parse({ data: '0x60' })).toStrictEqual({ from: own, value: 0n, data: '0x60' })
  })

  test('ten authorisations, a thousand accesses and 131,072 bytes are the most', () => {
    const accessList = (count: number) => Array.from({ length: count }, () => ({ address: to, storageKeys: [] }))
    const data = (bytes: number) => `0x${'00'.repeat(bytes)}`
    expect(parse({ to, authorizationList: list(10) }).authorizationList).toHaveLength(10)
    expect(parse({ to, accessList: accessList(1000) }).accessList).toHaveLength(1000)
    expect(() => parse({ to, accessList: accessList(1001) })).toThrow(refusal('its access list is none'))
    expect(parse({ to, data: data(131_072) }).data).toHaveLength(262_146)
    expect(() => parse({ to, data: data(131_073) })).toThrow(refusal('its data is too long'))
  })

  test('an address in capitals, in small letters, or with its checksum', () => {
    for (const written of [to, to.toLowerCase(), `0x${to.slice(2).toUpperCase()}`]) expect(readAddress(written, 'to')).toBe(getAddress(to))
    for (const written of [to.replace('C', 'c'), `${to}0`, to.slice(2), to.replace('0x', '0X'), '', null])
      expect(() => readAddress(written, 'whom'), String(written)).toThrow(refusal("'whom' is not an address"))
  })
})

describe('S9: what would not be shown is refused', () => {
  test.each<[string, unknown, string]>([
    ['null', null, 'expected one object'],
    ['a list in the list', [{ to }], 'expected one object'],
    ['a long name that nobody knows', { to, [`${'x'.repeat(40)}y`]: 1 }, `'${'x'.repeat(40)}' is not a part of it`],
    ['somebody who is none', { to, from: 'x' }, "'from' is not an address"],
    ['an address in a list', { to: [to] }, "'to' is not an address"],
    ['more than the largest amount', { to, value: 2n ** 256n }, "'value' is not a quantity"],
    ['a key in a list', { to, accessList: [{ address: to, storageKeys: [[hash]] }] }, 'its access list is none'],
    ['data with something in front', { to, data: 'x0x00' }, 'its data is not hex'],
    ['data with something behind', { to, data: '0x00x' }, 'its data is not hex'],
    ['data in a list', { to, data: ['0x'] }, 'its data is not hex'],
    ['other data in small letters', { to, data: '0xab', input: '0xac' }, "'data' and 'input' differ"],
    ['a type by another name', { to, type: 'EIP1559' }, 'its type is not one that is signed here'],
    ['an amount without its prefix', { to, value: 'ff' }, "'value' is not a quantity"],
    ['a prefix alone', { to, value: '0x' }, "'value' is not a quantity"],
    ['a nonce in decimals', { to, nonce: '5' }, "'nonce' is not a quantity"],
    ['a price that is none', { to, gasPrice: {} }, "'gasPrice' is not a quantity"],
    ['a ceiling that is none', { to, maxFeePerGas: [] }, "'maxFeePerGas' is not a quantity"],
    ['a tip that is none', { to, maxPriorityFeePerGas: true }, "'maxPriorityFeePerGas' is not a quantity"],
    ['code of nothing', { data: '0x' }, 'it goes to nobody and has no code'],
    ['an old type with an authorisation', { to, type: '0x0', authorizationList: list(1) }, 'its type and its parts contradict each other'],
    [
      'accesses with an authorisation',
      { to, type: '0x1', accessList: [], authorizationList: list(1) },
      'its type and its parts contradict each other',
    ],
    ['accesses with a ceiling', { to, type: '0x1', accessList: [], maxFeePerGas: '0x1' }, 'its type and its parts contradict each other'],
    [
      'accesses with a tip',
      { to, type: '0x1', accessList: [], maxPriorityFeePerGas: '0x1' },
      'its type and its parts contradict each other',
    ],
    [
      'EIP-7702 with a price',
      { to, type: '0x4', gasPrice: '0x1', authorizationList: list(1) },
      'its type and its parts contradict each other',
    ],
    ['an access that is none', { to, accessList: ['x'] }, 'its access list is none'],
    ['an access that is null', { to, accessList: [null] }, 'its access list is none'],
    ['accesses with another field', { to, accessList: [{ address: to, keys: [] }] }, 'its access list is none'],
    ['accesses with keys in no list', { to, accessList: [{ address: to, storageKeys: hash }] }, 'its access list is none'],
    ['a key with something in front', { to, accessList: [{ address: to, storageKeys: [`x${hash}`] }] }, 'its access list is none'],
    ['a key that is too long', { to, accessList: [{ address: to, storageKeys: [`${hash}0`] }] }, 'its access list is none'],
    ['one key of two', { to, accessList: [{ address: to, storageKeys: [hash, 5] }] }, 'its access list is none'],
    ['eleven authorisations', { to, authorizationList: list(11) }, 'its authorisations are none'],
    ['an authorisation that is null', { to, authorizationList: [null] }, 'its authorisations are none'],
    ['an authorisation to nobody', { to, authorizationList: [{ chainId: 1, address: 'x' }] }, "'authorizationList' is not an address"],
    ['s alone', { to, authorizationList: list(1, { nonce: 1, s: hash }) }, 'an authorisation has half a signature'],
    ['r and s', { to, authorizationList: list(1, { nonce: 1, r: hash, s: hash }) }, 'an authorisation has half a signature'],
    ['r and the parity', { to, authorizationList: list(1, { nonce: 1, r: hash, yParity: 0 }) }, 'an authorisation has half a signature'],
    ['s and the parity', { to, authorizationList: list(1, { nonce: 1, s: hash, yParity: 0 }) }, 'an authorisation has half a signature'],
    [
      'an r that is none',
      { to, authorizationList: list(1, { nonce: 1, r: '0x1', s: hash, yParity: 0 }) },
      'an authorisation has half a signature',
    ],
    [
      'an s that is none',
      { to, authorizationList: list(1, { nonce: 1, r: hash, s: '0x1', yParity: 0 }) },
      'an authorisation has half a signature',
    ],
    ['a nonce of more than there can be', { to, authorizationList: list(1, { nonce: '0xffffffffffffffff' }) }, "'nonce' is not a quantity"],
  ])('%s', (_, asked, problem) => {
    expect(() => parse(asked)).toThrow(refusal(problem))
  })

  test('S14: the chains that do not agree are named', () => {
    expect(() => parse({ to, chainId: '0xa' })).toThrow('The request is for 10, and the active chain is 1.')
    expect(() => parse({ to, authorizationList: list(1, { chainId: 10 }) })).toThrow('The request is for 10, and the active chain is 1.')
  })
})
