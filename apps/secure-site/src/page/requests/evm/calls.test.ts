import fc from 'fast-check'
import { type Address, concatHex, encodeFunctionData, getAddress, type Hex, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { permit2 } from './action.js'
import {
  token,
  nft,
  alice,
  bob,
  router,
  abi,
  permit2Abi,
  multicall3Abi,
  transfer,
  approve,
  approved,
  callFixtures,
} from './calls.test.helper.js'
import { decodeCall, withAmount } from './calls.js'

describe('calls', () => {
  test.each(callFixtures)('S15: %s', (_, to, data, value, actions) => {
    expect(decodeCall(to, data, value)).toEqual(actions)
  })

  const unknown: readonly (readonly [string, Address, Hex, Hex])[] = [
    ['a function of no known kind', router, '0x3593564c00', '0x3593564c'],
    ['a selector in upper case', router, '0x3593564C', '0x3593564c'],
    ['less than a selector', router, '0xa9059c', '0xa9059c'],
    ['a transfer without its arguments', token, '0xa9059cbb', '0xa9059cbb'],
    ['a transfer that is cut short', token, transfer.slice(0, -2) as Hex, '0xa9059cbb'],
    ['an address with something in front', token, `0xa9059cbb01${transfer.slice(12)}`, '0xa9059cbb'],
    [
      "Permit2's approve of another contract",
      router,
      encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args: [token, router, 50n, 1] }),
      '0x87517c45',
    ],
    [
      "Permit2's transferFrom of another contract",
      router,
      encodeFunctionData({ abi: permit2Abi, functionName: 'transferFrom', args: [bob, alice, 50n, token] }),
      '0x36c78516',
    ],
    [
      'an aggregate of another contract',
      router,
      encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate', args: [[{ target: token, callData: approve }]] }),
      '0x252dba42',
    ],
    [
      'a tryAggregate of another contract',
      router,
      encodeFunctionData({ abi: multicall3Abi, functionName: 'tryAggregate', args: [true, [{ target: token, callData: approve }]] }),
      '0xbce38bd7',
    ],
    [
      'an aggregate3 of another contract',
      router,
      encodeFunctionData({
        abi: multicall3Abi,
        functionName: 'aggregate3',
        args: [[{ target: token, allowFailure: false, callData: approve }]],
      }),
      '0x82ad56cb',
    ],
    [
      'an aggregate3Value of another contract',
      router,
      encodeFunctionData({
        abi: multicall3Abi,
        functionName: 'aggregate3Value',
        args: [[{ target: token, allowFailure: false, value: 0n, callData: approve }]],
      }),
      '0x174dea71',
    ],
    [
      'a batch with fewer amounts than ids',
      nft,
      encodeFunctionData({ abi, functionName: 'safeBatchTransferFrom', args: [bob, alice, [1n, 2n], [3n], '0x'] }),
      '0x2eb2c2d6',
    ],
    ['a multicall of nothing', token, encodeFunctionData({ abi, functionName: 'multicall', args: [[]] }), '0xac9650d8'],
    [
      'a multicall of more than can be looked at',
      token,
      encodeFunctionData({ abi, functionName: 'multicall', args: [Array.from({ length: 51 }, () => approve)] }),
      '0xac9650d8',
    ],
    [
      'a batch of more than can be looked at',
      nft,
      encodeFunctionData({
        abi,
        functionName: 'safeBatchTransferFrom',
        args: [bob, alice, Array.from({ length: 51 }, () => 1n), Array.from({ length: 51 }, () => 1n), '0x'],
      }),
      '0x2eb2c2d6',
    ],
  ]
  test.each(unknown)('%s is an unknown call', (_, to, data, selector) => {
    expect(decodeCall(to, data, 0n)).toEqual([{ kind: 'call', to, selector, value: 0n }])
  })

  test('fifty calls in one are looked at, each', () => {
    const data = encodeFunctionData({ abi, functionName: 'multicall', args: [Array.from({ length: 50 }, () => approve)] })
    expect(decodeCall(token, data, 0n)).toEqual(Array.from({ length: 50 }, () => approved))
  })

  test('calls in calls are followed four deep, and unknown from there', () => {
    const nest = (depth: number): Hex =>
      depth === 0 ? approve : encodeFunctionData({ abi, functionName: 'multicall', args: [[nest(depth - 1)]] })
    expect(decodeCall(token, nest(4), 0n)).toEqual([approved])
    expect(decodeCall(token, nest(5), 0n)).toEqual([{ kind: 'call', to: token, selector: '0x095ea7b3', value: 0n }])
  })

  test('of 5,000 random payloads behind known selectors none is a crash', () => {
    const selectors = fc.constantFrom(...callFixtures.map(([, , data]) => data.slice(0, 10)))
    const body = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('hex'))
    for (const [selector, rest] of fc.sample(fc.tuple(selectors, body), 5000)) {
      const actions = decodeCall(token, `${selector}${rest}` as Hex, 1n)
      expect(actions.length).toBeGreaterThan(0)
    }
  })
})

describe('a lowered permission', () => {
  test.each([
    ['approve', approve, token, { ...approved, amount: 12n }],
    [
      'increaseAllowance',
      encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [router, maxUint256] }),
      token,
      { ...approved, amount: 12n, add: true },
    ],
    [
      'increaseApproval',
      encodeFunctionData({ abi, functionName: 'increaseApproval', args: [router, maxUint256] }),
      token,
      { ...approved, amount: 12n, add: true },
    ],
    [
      "Permit2's approve",
      encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args: [token, router, 2n ** 160n - 1n, 1_800_000_000] }),
      permit2,
      { kind: 'approve', token, spender: router, amount: 12n, until: 1_800_000_000n },
    ],
  ] as const)('of %s has another amount and nothing else', (_, data, to, action) => {
    const lowered = withAmount(data, 12n)
    expect(lowered).toHaveLength(data.length)
    expect(decodeCall(to, lowered ?? '0x', 0n)).toEqual([action])
  })

  test('keeps what follows the arguments', () => {
    expect(withAmount(concatHex([approve, '0x756e']), 1n)).toBe(
      concatHex([encodeFunctionData({ abi, functionName: 'approve', args: [router, 1n] }), '0x756e']),
    )
  })

  test('is refused where there is none, or for an amount that does not fit', () => {
    expect(withAmount(transfer, 1n)).toBeUndefined()
    expect(withAmount(approve, -1n)).toBeUndefined()
    expect(withAmount(approve, 2n ** 256n)).toBeUndefined()
    expect(withAmount(approve, 2n ** 256n - 1n)).toBe(approve)
    const single = encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args: [token, router, 5n, 1] })
    expect(withAmount(single, 2n ** 160n)).toBeUndefined()
    expect(withAmount(single, 2n ** 160n - 1n)).toBeDefined()
  })
})

test('addresses come with their checksum', () => {
  expect(decodeCall(token, transfer, 0n)[0]).toMatchObject({ to: getAddress(alice) })
})
