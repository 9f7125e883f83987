import { concatHex, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { own, testContext } from '../kit.test.helper.js'
import { prepareRequest } from '../prepare.js'
import { actionsBy } from './accounts.js'
import { multicall3 } from './action.js'
import { readRouter02 } from './router02.js'

const router = '0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const bob = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const itself = '0x0000000000000000000000000000000000000002'

/** Of Uniswap's SwapRouter02, as it is published. */
const abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'struct Several { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInputSingle(Single params)',
  'function exactInput(Several params)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient)',
  'function refundETH()',
])
interface Legs {
  readonly from?: Hex
  readonly to?: Hex
  readonly amount?: bigint
  readonly minimum?: bigint
  readonly recipient?: Hex
}
const single = ({ from = usdc, to = weth, amount = 5n, minimum = 3n, recipient = alice }: Legs = {}, limit = 0n) =>
  encodeFunctionData({
    abi,
    functionName: 'exactInputSingle',
    args: [{ tokenIn: from, tokenOut: to, fee: 500, recipient, amountIn: amount, amountOutMinimum: minimum, sqrtPriceLimitX96: limit }],
  })
const along = (path: Hex, { amount = 7n, minimum = 4n, recipient = alice }: Legs = {}) =>
  encodeFunctionData({
    abi,
    functionName: 'exactInput',
    args: [{ path, recipient, amountIn: amount, amountOutMinimum: minimum }],
  })
const fee: Hex = '0x0001f4'
const byV2 = (path: readonly Hex[], { amount = 11n, minimum = 6n, recipient = alice }: Legs = {}) =>
  encodeFunctionData({ abi, functionName: 'swapExactTokensForTokens', args: [amount, minimum, path, recipient] })
const unwrap = (minimum: bigint, to: Hex) => encodeFunctionData({ abi, functionName: 'unwrapWETH9', args: [minimum, to] })
const refund = encodeFunctionData({ abi, functionName: 'refundETH' })
const read = (calls: readonly Hex[], value = 0n) => readRouter02(calls, { router, value })
const swap = (amount: bigint, minimum: bigint, more: object = {}) => [
  { kind: 'swap', router, gives: { token: usdc, amount }, gets: { token: weth, amount: minimum }, to: alice, ...more },
]

describe('S9: a swap by the second router is one sentence', () => {
  test.each<[string, readonly Hex[], bigint, unknown]>([
    ['by one pool', [single()], 0n, swap(5n, 3n)],
    ['by pools one behind the other', [along(concatHex([usdc, fee, dai, fee, weth]))], 0n, swap(7n, 4n)],
    ['by a path of one pool', [along(concatHex([usdc, fee, weth]))], 0n, swap(7n, 4n)],
    ['by pools of the first kind', [byV2([usdc, dai, weth])], 0n, swap(11n, 6n)],
    ['by several ways, summed', [single(), along(concatHex([usdc, fee, weth])), byV2([usdc, weth])], 0n, swap(23n, 13n)],
    ['with coins, as much of them as is given', [single()], 5n, swap(5n, 3n, { coins: true })],
    [
      'with coins by several ways, and what is left given back',
      [single(), single({ amount: 6n }), refund],
      11n,
      swap(11n, 6n, { coins: true }),
    ],
    ['with nothing left to give back', [single(), refund], 0n, swap(5n, 3n)],
    [
      'for coins',
      [single({ recipient: itself }), unwrap(2n, bob)],
      0n,
      [{ kind: 'swap', router, gives: { token: usdc, amount: 5n }, gets: { amount: 2n }, to: bob }],
    ],
    [
      'for coins, and what is left given back',
      [single({ recipient: itself }), unwrap(2n, bob), refund],
      0n,
      [{ kind: 'swap', router, gives: { token: usdc, amount: 5n }, gets: { amount: 2n }, to: bob }],
    ],
  ])('%s', (_, calls, value, expected) => {
    expect(read(calls, value)).toEqual(expected)
  })
})

describe('S9: what may do more than a swap is none', () => {
  test.each<[string, readonly Hex[], bigint?]>([
    ['nothing', []],
    ['a call of another kind', ['0x12345678']],
    ['a call of another kind behind a swap', [single(), '0x12345678']],
    ['a swap that is cut short', [single().slice(0, -2) as Hex]],
    ['a swap up to a price, which leaves the rest', [single({}, 1n)]],
    ['a path that is empty', [along('0x')]],
    ['a path of one token', [along(usdc)]],
    ['a path that is a byte short', [along(concatHex([usdc, fee, weth]).slice(0, -2) as Hex)]],
    ['a path that is a byte long', [along(concatHex([usdc, fee, weth, '0x00']))]],
    ['a path with half a pool', [along(concatHex([usdc, fee, dai, fee]))]],
    ['a path that is cut short', [along(concatHex([usdc, fee, weth])).slice(0, -64) as Hex]],
    ['no tokens', [byV2([])]],
    ['a swap of the first kind that is cut short', [byV2([usdc, weth]).slice(0, -2) as Hex]],
    ['two that give different tokens', [single(), single({ from: dai })]],
    ['two that get different tokens', [single(), single({ to: dai })]],
    ['two for different people', [single(), single({ recipient: bob })]],
    ['all that the router holds', [single({ amount: 0n })]],
    ['all that the router holds, behind another', [single(), single({ amount: 0n })]],
    ['coins, of which some stay', [single()], 6n],
    ['fewer coins than are given', [single()], 4n],
    ['what stays with the router', [single({ recipient: itself })]],
    ['what is unwrapped for somebody else than it was got for', [single(), unwrap(2n, bob)]],
    ['unwrapping alone', [unwrap(2n, bob)]],
    ['unwrapping before a swap', [unwrap(2n, bob), single({ recipient: itself })]],
    ['unwrapping twice', [single({ recipient: itself }), unwrap(2n, bob), unwrap(2n, alice)]],
    ['a swap behind unwrapping', [single({ recipient: itself }), unwrap(2n, bob), single({ recipient: itself })]],
    ['unwrapping that is cut short', [single({ recipient: itself }), unwrap(2n, bob).slice(0, -2) as Hex]],
    ['what is given back alone', [refund]],
    ['what is given back first', [refund, single()]],
    ['giving back with more behind', [single(), `${refund}00`]],
  ])('%s', (_, calls, value = 0n) => {
    expect(read(calls, value)).toBeUndefined()
  })
})

describe('S9: what goes to whoever calls the router', () => {
  /** The router's word for it. */
  const sender = '0x0000000000000000000000000000000000000001'
  const calls = parseAbi([
    'function multicall(uint256 deadline, bytes[] data)',
    'struct Call3 { address target; bool allowFailure; bytes callData; }',
    'function aggregate3(Call3[] calls)',
  ])
  const together = (...data: readonly Hex[]) => encodeFunctionData({ abi: calls, functionName: 'multicall', args: [1_800_000_000n, data] })
  const receiversOf = async (data: Hex, to: Hex = router) => {
    const request = await prepareRequest({ id: 'r', method: 'eth_sendTransaction', params: [{ to, data }] }, testContext())
    return request.effects.map(({ kind, values }) => [kind, values['to']])
  }

  test.each<[string, () => Hex, number]>([
    ['by one call', () => single({ recipient: sender }), 1],
    ['by pools of the first kind', () => byV2([usdc, weth], { recipient: sender }), 1],
    ['by several calls', () => together(single({ recipient: sender }), single({ recipient: sender })), 1],
    ['by several swaps', () => together(single({ recipient: sender }), single({ to: dai, recipient: sender })), 2],
  ])('%s is the account’s own', async (_, data, count) => {
    expect(await receiversOf(data())).toEqual(Array.from({ length: count }, () => ['swap', undefined]))
  })

  test('by an account that somebody signs for is that account’s', () => {
    const data = single({ recipient: sender })
    expect(actionsBy(bob, { to: router, value: 0n, data })).toEqual(swap(5n, 3n, { to: bob, by: bob }))
  })

  test('by Multicall3 is not: that is who calls then', async () => {
    const data = encodeFunctionData({
      abi: calls,
      functionName: 'aggregate3',
      args: [[{ target: router, allowFailure: false, callData: single({ recipient: sender }) }]],
    })
    expect(await receiversOf(data, multicall3)).toEqual([['swap', sender]])
  })

  test('to somebody who is named it goes to them, and coins that are unwrapped go where they are said to', async () => {
    expect(await receiversOf(single({ recipient: bob }))).toEqual([['swap', bob]])
    expect(await receiversOf(single({ recipient: own }))).toEqual([['swap', undefined]])
    expect(await receiversOf(together(single({ recipient: itself }), unwrap(2n, sender)))).toEqual([['swap', sender]])
  })
})
