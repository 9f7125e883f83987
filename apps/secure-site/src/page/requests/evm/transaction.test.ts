import { getAddress } from 'viem/utils'
import { describe, expect, test } from 'vitest'
import { ethereum, own } from '../kit.test.helper.js'
import { parseTransaction } from './transaction.js'

const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}`
const parse = (transaction: unknown) => parseTransaction([transaction], { own, network: ethereum })

describe('what is taken', () => {
  test('the least: somebody to send to', () => {
    expect(parse({ to })).toEqual({ from: own, to, value: 0n, data: '0x' })
  })

  test('everything that is known, in hex', () => {
    const asked = {
      type: '0x2',
      from: own.toLowerCase(),
      to: to.toLowerCase(),
      value: '0xde0b6b3a7640000',
      data: '0xABCD',
      input: '0xabcd',
      nonce: '0x7',
      gas: '0x5208',
      maxFeePerGas: '0x2',
      maxPriorityFeePerGas: '0x1',
      chainId: '0x1',
      accessList: [{ address: to, storageKeys: [hash] }],
    }
    expect(parse(asked)).toEqual({
      type: 'eip1559',
      from: own,
      to,
      value: 10n ** 18n,
      data: '0xabcd',
      nonce: 7n,
      gas: 21_000n,
      maxFeePerGas: 2n,
      maxPriorityFeePerGas: 1n,
      accessList: [{ address: to, storageKeys: [hash] }],
    })
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a price of gas', { gasPrice: '0x5' }, { gasPrice: 5n }],
    ["gas by ethers' name", { gasLimit: '0x5208' }, { gas: 21_000n }],
    ['numbers', { value: 5, nonce: 0, chainId: 1 }, { value: 5n, nonce: 0n }],
    ['input alone', { input: '0x01' }, { data: '0x01' }],
    ['null for what is not there', { value: null, data: null, gas: null, chainId: null, type: null, accessList: null }, {}],
    ['a legacy transaction', { type: '0x0' }, { type: 'legacy' }],
    ['the same by name', { type: 'legacy', gasPrice: '0x1' }, { type: 'legacy', gasPrice: 1n }],
    ['one with a list of accesses', { type: '0x1', accessList: [] }, { type: 'eip2930', accessList: [] }],
    ['a tip as high as the ceiling', { maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x2' }, { maxFeePerGas: 2n, maxPriorityFeePerGas: 2n }],
    ['the highest nonce', { nonce: '0xfffffffffffffffe' }, { nonce: 2n ** 64n - 2n }],
    [
      'an unsigned authorisation',
      { authorizationList: [{ chainId: 1, address: to }] },
      { authorizationList: [{ chainId: 1n, address: to }] },
    ],
    [
      'a signed authorisation',
      { type: '0x4', authorizationList: [{ chainId: '0x1', address: to, nonce: '0x3', r: hash, s: hash, yParity: '0x1' }] },
      { type: 'eip7702', authorizationList: [{ chainId: 1n, address: to, nonce: 3n, signature: { r: hash, s: hash, yParity: 1 } }] },
    ],
  ])('%s', (_, asked, expected) => {
    expect(parse({ to, ...asked })).toEqual({ from: own, to, value: 0n, data: '0x', ...expected })
  })

  test('a contract to create', () => {
    expect(parse({ data: '0x6000' })).toEqual({ from: own, value: 0n, data: '0x6000' })
    expect(parse({ to: null, data: '0x6000' })).toEqual({ from: own, value: 0n, data: '0x6000' })
  })

  test('addresses in one case, or with their checksum', () => {
    expect(parse({ to: `0x${to.slice(2).toUpperCase()}` }).to).toBe(to)
    expect(parse({ to: getAddress(to) }).to).toBe(to)
  })
})

describe('what is refused', () => {
  test.each<[string, unknown, string]>([
    ['no object', 'x', 'expected one object'],
    ['a list', [], 'expected one object'],
    ['a field that nobody knows', { to, gasfee: '0x1' }, "'gasfee' is not a part of it"],
    ['a blob', { to, blobs: [] }, "'blobs' is not a part of it"],
    ['a recipient that is none', { to: 'vitalik.eth' }, "'to' is not an address"],
    ['an address too short', { to: to.slice(0, -1) }, "'to' is not an address"],
    ['a wrong checksum', { to: to.replace('C', 'c') }, "'to' is not an address"],
    ['a number for an address', { to: 5 }, "'to' is not an address"],
    ['data that is no hex', { to, data: 'hello' }, 'its data is not hex'],
    ['half a byte', { to, data: '0xabc' }, 'its data is not hex'],
    ['data of another kind', { to, data: 5 }, 'its data is not hex'],
    ['endless data', { to, data: `0x${'00'.repeat(131_073)}` }, 'its data is too long'],
    ['two kinds of data', { to, data: '0x01', input: '0x02' }, "'data' and 'input' differ"],
    ['two kinds of gas', { to, gas: '0x1', gasLimit: '0x1' }, "'gas' and 'gasLimit' are both there"],
    ['two kinds of fees', { to, gasPrice: '0x1', maxFeePerGas: '0x1' }, 'it has two kinds of fees'],
    ['two kinds of fees, the tip', { to, gasPrice: '0x1', maxPriorityFeePerGas: '0x1' }, 'it has two kinds of fees'],
    ['a tip above the ceiling', { to, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }, 'its tip is above its ceiling'],
    ['a value in decimals', { to, value: '1000' }, "'value' is not a quantity"],
    ['a negative value', { to, value: -1 }, "'value' is not a quantity"],
    ['a value with a fraction', { to, value: 0.5 }, "'value' is not a quantity"],
    ['a value of more than there can be', { to, value: `0x1${'0'.repeat(64)}` }, "'value' is not a quantity"],
    ['a nonce of more than there can be', { to, nonce: '0xffffffffffffffff' }, "'nonce' is not a quantity"],
    ['more gas than there can be', { to, gas: '0x10000000000000000' }, "'gas' is not a quantity"],
    ['more gas by the other name', { to, gasLimit: '0x10000000000000000' }, "'gasLimit' is not a quantity"],
    ['nobody and nothing', {}, 'it goes to nobody and has no code'],
    ['a type that is not signed here', { to, type: '0x3' }, 'its type is not one that is signed here'],
    ['a type of another kind', { to, type: {} }, 'its type is not one that is signed here'],
    ['a legacy type with fees of EIP-1559', { to, type: '0x0', maxFeePerGas: '0x1' }, 'its type and its parts contradict each other'],
    ['a legacy type with a tip', { to, type: '0x0', maxPriorityFeePerGas: '0x1' }, 'its type and its parts contradict each other'],
    ['a legacy type with accesses', { to, type: '0x0', accessList: [] }, 'its type and its parts contradict each other'],
    ['accesses without any', { to, type: '0x1' }, 'its type and its parts contradict each other'],
    ['EIP-1559 with a price', { to, type: '0x2', gasPrice: '0x1' }, 'its type and its parts contradict each other'],
    [
      'EIP-1559 with a delegation',
      { to, type: '0x2', authorizationList: [{ chainId: 1, address: to }] },
      'its type and its parts contradict each other',
    ],
    ['EIP-7702 without a delegation', { to, type: '0x4' }, 'its type and its parts contradict each other'],
    [
      'a delegation with a price',
      { to, gasPrice: '0x1', authorizationList: [{ chainId: 1, address: to }] },
      'its type and its parts contradict each other',
    ],
    ['a delegation to nobody', { data: '0x01', authorizationList: [{ chainId: 1, address: to }] }, 'a delegation needs somebody to call'],
    ['accesses that are none', { to, accessList: {} }, 'its access list is none'],
    ['accesses without keys', { to, accessList: [{ address: to }] }, 'its access list is none'],
    ['accesses with more', { to, accessList: [{ address: to, storageKeys: [], more: 1 }] }, 'its access list is none'],
    ['accesses with keys that are none', { to, accessList: [{ address: to, storageKeys: ['0x1'] }] }, 'its access list is none'],
    ['accesses of nobody', { to, accessList: [{ address: 'x', storageKeys: [] }] }, "'accessList' is not an address"],
    ['authorisations that are none', { to, authorizationList: {} }, 'its authorisations are none'],
    ['no authorisation', { to, authorizationList: [] }, 'its authorisations are none'],
    [
      'too many authorisations',
      { to, authorizationList: Array.from({ length: 11 }, () => ({ chainId: 1, address: to })) },
      'its authorisations are none',
    ],
    ['an authorisation that is none', { to, authorizationList: ['x'] }, 'its authorisations are none'],
    [
      'an authorisation with more',
      { to, authorizationList: [{ chainId: 1, address: to, v: 27 }] },
      'an authorisation has a part that is not known',
    ],
    [
      'half a signature',
      { to, authorizationList: [{ chainId: 1, address: to, nonce: 1, r: hash }] },
      'an authorisation has half a signature',
    ],
    [
      'half a signature, the parity',
      { to, authorizationList: [{ chainId: 1, address: to, nonce: 1, yParity: 1 }] },
      'an authorisation has half a signature',
    ],
    [
      'a signature without a nonce',
      { to, authorizationList: [{ chainId: 1, address: to, r: hash, s: hash, yParity: 0 }] },
      'a signed authorisation has no nonce',
    ],
    [
      'a parity that is none',
      { to, authorizationList: [{ chainId: 1, address: to, nonce: 1, r: hash, s: hash, yParity: 2 }] },
      "'yParity' is not a quantity",
    ],
  ])('%s', (_, asked, problem) => {
    expect(() => parse(asked)).toThrow(
      expect.objectContaining({ name: 'InvalidParamsError', code: -32602, message: `Invalid parameters: transaction: ${problem}.` }),
    )
  })

  test.each<[string, unknown]>([
    ['no list', { to }],
    ['two', [{ to }, { to }]],
    ['none', []],
    ['nothing', undefined],
  ])('parameters that are %s', (_, params) => {
    expect(() => parseTransaction(params, { own, network: ethereum })).toThrow('expected one object')
  })

  test('an account that is not this one', () => {
    expect(() => parse({ from: to, to })).toThrow(expect.objectContaining({ name: 'AccountMismatchError', code: 4100 }))
  })

  test.each([10, '0xa', '10', 'x', -1, {}])('S14: another chain: %j', (chainId) => {
    expect(() => parse({ to, chainId })).toThrow(expect.objectContaining({ name: 'ChainMismatchError', code: -32602 }))
  })

  test.each([0, 10, undefined])('S14: an authorisation for another chain, or for all of them: %j', (chainId) => {
    expect(() => parse({ to, authorizationList: [{ chainId, address: to }] })).toThrow(
      expect.objectContaining({ name: 'ChainMismatchError', code: -32602 }),
    )
  })
})
