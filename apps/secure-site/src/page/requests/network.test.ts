import { describe, expect, test } from 'vitest'
import { ethereum, solana, testContext } from './kit.test.helper.js'
import { agreedNetwork, chainNumber, networkOf, readChainNumber } from './network.js'

describe('the number of a chain', () => {
  test.each<[unknown, bigint]>([
    [0, 0n],
    [1, 1n],
    [Number.MAX_SAFE_INTEGER, 9_007_199_254_740_991n],
    ['0', 0n],
    ['137', 137n],
    ['9'.repeat(78), 10n ** 78n - 1n],
    ['0x0', 0n],
    ['0xA', 10n],
    ['0xff', 255n],
    [`0x${'f'.repeat(64)}`, 2n ** 256n - 1n],
  ])('%j is one', (value, number) => {
    expect(readChainNumber(value)).toBe(number)
  })

  test('is one as a whole number of any size', () => {
    expect([readChainNumber(0n), readChainNumber(2n ** 70n), readChainNumber(-1n)]).toEqual([0n, 2n ** 70n, undefined])
  })

  test.each<[unknown]>([
    [-1],
    [1.5],
    [2 ** 53],
    [''],
    ['-1'],
    ['1.5'],
    [' 1'],
    ['1 '],
    ['1x'],
    ['x1'],
    ['10x1'],
    ['0x'],
    ['0X1'],
    ['0xg'],
    ['0x1 '],
    [' 0x1'],
    [`0x${'f'.repeat(65)}`],
    ['9'.repeat(79)],
    [['1']],
    [null],
    [undefined],
    [true],
    [{ toString: '1' }],
  ])('%j is none', (value) => {
    expect(readChainNumber(value)).toBeUndefined()
  })

  test('is that of the network', () => {
    expect(chainNumber({ ...ethereum, id: 'eip155:42161' })).toBe(42_161n)
  })
})

describe('the network of a request', () => {
  const context = testContext()

  test('is the one of the table', () => {
    expect(networkOf(solana.id, context)).toBe(solana)
    expect(agreedNetwork('eip155', undefined, context)).toBe(ethereum)
    expect(agreedNetwork('solana', undefined, context)).toBe(solana)
  })

  test('that is not served is named', () => {
    expect(() => networkOf('eip155:5', context)).toThrow(
      expect.objectContaining({ name: 'NetworkNotServedError', code: 4901, message: 'The network eip155:5 is not served here.' }),
    )
  })

  test('that is not the active one is named beside it', () => {
    expect(() => agreedNetwork('eip155', '0xa', context)).toThrow(
      expect.objectContaining({
        name: 'ChainMismatchError',
        code: 4901,
        message: 'The request is for eip155:10, and the active chain is eip155:1.',
      }),
    )
    expect(() => agreedNetwork('solana', 'devnet', context)).toThrow(
      expect.objectContaining({ message: `The request is for solana:devnet, and the active chain is ${solana.id}.` }),
    )
  })

  test('that is none is refused', () => {
    expect(() => agreedNetwork('eip155', 'mainnet', context)).toThrow(
      expect.objectContaining({ name: 'InvalidParamsError', code: -32602, message: 'Invalid parameters: the chain id is none.' }),
    )
  })
})
