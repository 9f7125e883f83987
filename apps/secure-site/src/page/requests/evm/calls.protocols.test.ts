import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Action, allowanceHolder, multicall3 } from './action.js'
import { alice, approve, approved, bob, router, token, transfer } from './calls.test.helper.js'
import { decodeCall, withAmount } from './calls.js'

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const until = 1_800_000_000n

/** As the protocols publish them. */
const abi: Abi = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single params)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function multicall(bytes[] data)',
  'function multicall(uint256 deadline, bytes[] data)',
  'function exec(address operator, address token, uint256 amount, address target, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function mint(address to, uint256 amount)',
  'function mint(uint256 quantity)',
  'function mint()',
  'function mint(address to)',
  'function safeMint(address to, uint256 id)',
  'function safeMint(address to)',
  'function burn(uint256 amount)',
  'function claim()',
  'function getReward()',
  'function deposit()',
  'function withdraw(uint256 amount)',
  'function deposit(uint256 assets, address receiver)',
  'function mint(uint256 shares, address receiver)',
  'function withdraw(uint256 assets, address receiver, address owner)',
  'function redeem(uint256 shares, address receiver, address owner)',
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function withdraw(address asset, uint256 amount, address to)',
  'function repay(address asset, uint256 amount, uint256 mode, address onBehalfOf)',
  'function borrow(address asset, uint256 amount, uint256 mode, uint16 referralCode, address onBehalfOf)',
  'function submit(address referral)',
  'function wrap(uint256 amount)',
  'function unwrap(uint256 amount)',
  'function stake(uint256 amount)',
  'function unstake(uint256 amount)',
  'function castVote(uint256 proposal, uint8 support)',
  'struct Call3Value { address target; bool allowFailure; uint256 value; bytes callData; }',
  'function aggregate3Value(Call3Value[] calls)',
])
const firstRouter = parseAbi([
  'struct Single { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Single params)',
])
const call = (functionName: string, args: readonly unknown[]): Hex => encodeFunctionData({ abi, functionName, args })
const unknown = (data: Hex, to: Address = router, value = 0n): Action => ({ kind: 'call', to, selector: data.slice(0, 10) as Hex, value })

describe('S9: a function that is known by its name is read with its arguments, and keeps the coins that go along', () => {
  test.each<[string, readonly unknown[], string, Readonly<Record<string, string>>]>([
    ['mint', [7n], 'mint', { quantity: '7' }],
    ['mint', [], 'mint', {}],
    ['mint', [alice], 'mint', { receiver: alice }],
    ['safeMint', [alice, 7n], 'safeMint', { receiver: alice, tokenId: '7' }],
    ['safeMint', [alice], 'safeMint', { receiver: alice }],
    ['burn', [7n], 'burn', { shares: '7' }],
    ['claim', [], 'claim', {}],
    ['getReward', [], 'getReward', {}],
    ['deposit', [], 'deposit', {}],
    ['withdraw', [7n], 'withdraw', { shares: '7' }],
    ['deposit', [7n, alice], 'deposit', { quantity: '7', receiver: alice }],
    ['mint', [7n, alice], 'mint', { shares: '7', receiver: alice }],
    ['withdraw', [7n, alice, bob], 'withdraw', { quantity: '7', receiver: alice, owner: bob }],
    ['redeem', [7n, alice, bob], 'redeem', { shares: '7', receiver: alice, owner: bob }],
    ['supply', [token, 7n, alice, 5], 'supply', { token, quantity: '7', receiver: alice, code: '5' }],
    ['withdraw', [token, 7n, alice], 'withdraw', { token, quantity: '7', receiver: alice }],
    ['repay', [token, 7n, 2n, alice], 'repay', { token, quantity: '7', mode: '2', account: alice }],
    ['submit', [alice], 'submit', { referral: alice }],
    ['wrap', [7n], 'wrap', { quantity: '7' }],
    ['unwrap', [7n], 'unwrap', { shares: '7' }],
    ['stake', [7n], 'stake', { quantity: '7' }],
    ['unstake', [7n], 'unstake', { quantity: '7' }],
    ['castVote', [7n, 1], 'castVote', { proposal: '7', vote: '1' }],
  ])('%s (%#)', (functionName, args, name, values) => {
    expect(decodeCall(router, call(functionName, args), 3n)).toEqual([{ kind: 'function', to: router, name, values, value: 3n }])
  })

  test('what borrows is grave', () => {
    expect(decodeCall(router, call('borrow', [token, 7n, 2n, 5, alice]), 0n)).toEqual([
      {
        kind: 'function',
        to: router,
        name: 'borrow',
        values: { token, quantity: '7', mode: '2', code: '5', account: alice },
        value: 0n,
        grave: true,
      },
    ])
  })

  test('what makes more of a token for somebody says nothing of coins that go along', () => {
    const data = call('mint', [alice, 7n])
    expect(decodeCall(token, data, 0n)).toEqual([{ kind: 'mint', token, to: alice, amount: 7n }])
    expect(decodeCall(token, data, 3n)).toEqual([{ kind: 'mint', token, to: alice, amount: 7n }, unknown(data, token, 3n)])
  })
})

describe('S9: a swap', () => {
  const path = [token, dai, weth]
  const swap = (gives: object, gets: object, more: object = {}) => ({ kind: 'swap', router, gives, gets, to: alice, ...more })
  const single = {
    tokenIn: token,
    tokenOut: weth,
    fee: 500,
    recipient: alice,
    amountIn: 5n,
    amountOutMinimum: 3n,
    sqrtPriceLimitX96: 0n,
  } as const
  const one = () => encodeFunctionData({ abi: firstRouter, args: [{ ...single, deadline: until }] })
  const second = () => call('exactInputSingle', [single])

  test.each<[string, () => Hex, bigint, () => readonly unknown[]]>([
    [
      'of a token for another',
      () => call('swapExactTokensForTokens', [5n, 3n, path, alice, until]),
      0n,
      () => [swap({ token, amount: 5n }, { token: weth, amount: 3n }, { until })],
    ],
    [
      'of a token for coins',
      () => call('swapExactTokensForETH', [5n, 3n, path, alice, until]),
      0n,
      () => [swap({ token, amount: 5n }, { amount: 3n }, { until })],
    ],
    [
      'of coins for a token',
      () => call('swapExactETHForTokens', [3n, [weth, dai, token], alice, until]),
      9n,
      () => [swap({ amount: 9n }, { token, amount: 3n }, { until })],
    ],
    [
      'of a token, with coins that nobody asked for',
      () => call('swapExactTokensForTokens', [5n, 3n, path, alice, until]),
      9n,
      () => [
        swap({ token, amount: 5n }, { token: weth, amount: 3n }, { until }),
        unknown(call('swapExactTokensForTokens', [5n, 3n, path, alice, until]), router, 9n),
      ],
    ],
    ['by one pool', one, 0n, () => [swap({ token, amount: 5n }, { token: weth, amount: 3n }, { until })]],
    ['by one pool, with coins that may stay there', one, 5n, () => [unknown(one(), router, 5n)]],
    ['by the second router', second, 0n, () => [swap({ token, amount: 5n }, { token: weth, amount: 3n })]],
    ['by the second router, with coins', second, 5n, () => [swap({ token, amount: 5n }, { token: weth, amount: 3n }, { coins: true })]],
    [
      'by several calls of the second router',
      () => call('multicall', [[second(), second()]]),
      10n,
      () => [swap({ token, amount: 10n }, { token: weth, amount: 6n }, { coins: true })],
    ],
    [
      'by several calls of the second router, with an end',
      () => call('multicall', [until, [second(), second()]]),
      10n,
      () => [swap({ token, amount: 10n }, { token: weth, amount: 6n }, { coins: true })],
    ],
    [
      'of nothing that is named',
      () => call('swapExactTokensForTokens', [5n, 3n, [], alice, until]),
      0n,
      () => [unknown(call('swapExactTokensForTokens', [5n, 3n, [], alice, until]))],
    ],
    [
      'for coins of nothing that is named',
      () => call('swapExactTokensForETH', [5n, 3n, [], alice, until]),
      0n,
      () => [unknown(call('swapExactTokensForETH', [5n, 3n, [], alice, until]))],
    ],
    [
      'of coins for nothing that is named',
      () => call('swapExactETHForTokens', [3n, [], alice, until]),
      9n,
      () => [unknown(call('swapExactETHForTokens', [3n, [], alice, until]), router, 9n)],
    ],
    ['that is cut short', () => one().slice(0, -64) as Hex, 0n, () => [unknown(one())]],
    [
      'whose calls are cut short',
      () => call('multicall', [[second()]]).slice(0, -64) as Hex,
      0n,
      () => [unknown(call('multicall', [[second()]]))],
    ],
    [
      'whose calls with an end are cut short',
      () => call('multicall', [until, [second()]]).slice(0, -64) as Hex,
      0n,
      () => [unknown(call('multicall', [until, [second()]]))],
    ],
  ])('%s', (_, data, value, actions) => {
    expect(decodeCall(router, data(), value)).toEqual(actions())
  })
})

describe('S15: calls in a call', () => {
  test('with an end are read as those without, in their order', () => {
    expect(decodeCall(token, call('multicall', [until, [transfer, approve]]), 0n)).toEqual([
      { kind: 'transfer', token, to: alice, amount: 5_000_000n },
      approved,
    ])
  })

  test('of somebody who may take a token meanwhile: the permission and the call, which is taken for nothing else', () => {
    const exec = (amount: bigint, data: Hex) => call('exec', [bob, token, amount, router, data])
    const called = (value: bigint) => ({ kind: 'call', to: router, selector: '0x12abcdef', value })
    const data = '0x12ABcdef00'
    expect(decodeCall(allowanceHolder, exec(5n, data), 0n)).toEqual([{ kind: 'approve', token, spender: bob, amount: 5n }, called(0n)])
    expect(decodeCall(allowanceHolder, exec(0n, data), 3n)).toEqual([called(3n)])
    expect(decodeCall(allowanceHolder.toLowerCase() as Hex, exec(0n, data), 0n)).toEqual([called(0n)])
    expect(decodeCall(router, exec(5n, data), 0n)).toEqual([unknown(exec(5n, data))])
  })

  test('by Multicall3 in any case, each with its own coins', () => {
    const data = call('aggregate3Value', [
      [
        { target: alice, allowFailure: false, value: 4n, callData: '0x' },
        { target: bob, allowFailure: true, value: 0n, callData: '0x' },
      ],
    ])
    const actions = [
      { kind: 'native', to: alice, amount: 4n },
      { kind: 'native', to: bob, amount: 0n },
    ]
    expect(decodeCall(multicall3.toLowerCase() as Hex, data, 0n)).toEqual(actions)
    expect(decodeCall(router, data, 0n)).toEqual([unknown(data)])
  })
})

describe('S9: more than fifty are not looked at', () => {
  const several = (count: number, data: Hex = approve) => call('multicall', [Array.from({ length: count }, () => data)])

  test('in one call, or in calls of a call together', () => {
    expect(decodeCall(token, several(2, several(25)), 0n)).toHaveLength(50)
    expect(decodeCall(token, several(2, several(26)), 0n)).toEqual([unknown(several(1), token)])
    // Of three that are too many by themselves each is unknown.
    expect(decodeCall(token, several(3, several(51)), 0n)).toEqual([1, 2, 3].map(() => unknown(several(1), token)))
  })

  test('of the items of a collection', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => BigInt(at))
    const all = (count: number) => call('safeBatchTransferFrom', [bob, alice, ids(count), ids(count), '0x'])
    expect(decodeCall(token, all(50), 0n)).toHaveLength(50)
    expect(decodeCall(token, all(51), 0n)).toEqual([unknown(all(51), token)])
    const some = call('multicall', [[all(51), approve]])
    expect(decodeCall(token, some, 0n)).toEqual([unknown(all(51), token), approved])
  })
})

describe('what is no call', () => {
  test.each<[string, Hex, bigint, string]>([
    ['a byte less than a selector', '0xa9059c', 0n, '0xa9059c'],
    ['a selector alone', '0x12345678', 3n, '0x12345678'],
    ['a selector in capitals', '0xABCDEF12', 0n, '0xabcdef12'],
  ])('%s is unknown', (_, data, value, selector) => {
    expect(decodeCall(router, data, value)).toEqual([{ kind: 'call', to: router, selector, value }])
  })
})

test('a lowered permission is of the same function, in whatever case its selector is written', () => {
  const upper = `0x095EA7B3${approve.slice(10)}` as Hex
  expect(withAmount(upper, 5n)?.toLowerCase()).toBe(withAmount(approve, 5n))
  expect(decodeCall(token, withAmount(upper, 5n) ?? '0x', 0n)).toEqual([{ ...approved, amount: 5n }])
  expect(decodeCall(token, withAmount(approve, 0n) ?? '0x', 0n)).toEqual([{ ...approved, amount: 0n }])
})
