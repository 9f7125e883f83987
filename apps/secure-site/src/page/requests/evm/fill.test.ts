import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bodyOf, ethereum, nodeDouble, own } from '../kit.test.helper.js'
import { callOf, fill, readGasPrices } from './fill.js'
import { settle } from './smart/operation.test.helper.js'
import type { AskedTransaction } from './transaction.js'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}` as const
const gwei = 10n ** 9n
const optimism = { ...ethereum, id: 'eip155:10' } as const
const plain: AskedTransaction = { from: own, to: alice, value: 5n, data: '0x' }

function asking(answers: Readonly<Record<string, unknown>> = {}) {
  const node = nodeDouble(answers)
  const asked = (method: string) => node.calls.filter((call) => call.method === method).map(({ params }) => params)
  const filled = (asks: readonly AskedTransaction[], more: object = {}) =>
    fill({ asked: asks, network: optimism, fetch: node.fetch, ...more })
  const one = async (more: Partial<AskedTransaction> = {}, rest: object = {}) => (await filled([{ ...plain, ...more }], rest))[0]
  return { node, asked, filled, one, prices: () => readGasPrices(optimism, node.fetch) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('what is left open is filled in from the node', () => {
  test('S9: nonce, gas and fees, and what it costs: if the base fee stays, and at the most', async () => {
    const { one, node } = asking()
    expect(await one()).toEqual({
      transaction: {
        chainId: 10,
        from: own,
        to: alice,
        value: 5n,
        data: '0x',
        nonce: 5,
        gas: 21_000n,
        fees: { maxFeePerGas: 2_100_000_000n, maxPriorityFeePerGas: 100_000_000n },
      },
      fee: { expected: 21_000n * 1_100_000_000n, ceiling: 21_000n * 2_100_000_000n },
    })
    expect(node.calls.map(({ method, params }) => [method, params])).toEqual([
      ['eth_getTransactionCount', [own, 'pending']],
      ['eth_feeHistory', ['0x4', 'latest', [50]]],
      ['eth_estimateGas', [{ from: own, to: alice, value: '0x5' }]],
      ['eth_maxPriorityFeePerGas', []],
    ])
  })

  test('of nothing there is nothing, and nobody is asked', async () => {
    const { filled, node } = asking()
    expect([await filled([]), node.calls]).toEqual([[], []])
  })

  test('what the site says comes first, and is not asked for', async () => {
    const { one, node } = asking()
    const accessList = [{ address: alice, storageKeys: [hash] }] as const
    const filled = await one({ nonce: 0n, gas: 30_000n, accessList })
    expect(filled?.transaction).toMatchObject({ nonce: 0, gas: 30_000n, accessList })
    expect(filled?.fee).toEqual({ expected: 21_000n * 1_100_000_000n, ceiling: 30_000n * 2_100_000_000n })
    expect(node.calls.some(({ method }) => method === 'eth_getTransactionCount')).toBe(false)
  })

  test('of several each has the next nonce; the gas of those behind the first is what the trial run took, and half as much again', async () => {
    const { filled, asked } = asking({ eth_estimateGas: '0x186a0' })
    const all = await filled([plain, { ...plain, value: 6n }, { ...plain, value: 7n }], { gasUsed: [1n, 1_000n] })
    expect(all.map(({ transaction: { nonce, gas, value } }) => [nonce, gas, value])).toEqual([
      [5, 120_000n, 5n],
      [6, 1_500n, 6n],
      [7, 120_000n, 7n],
    ])
    expect(asked('eth_estimateGas')).toMatchObject([[{ value: '0x5' }], [{ value: '0x7' }]])
  })

  test('the code that accounts have by then is told where gas is estimated', async () => {
    const overrides = { [own]: { code: '0x60' } }
    const { one, asked } = asking()
    await one({}, { overrides })
    expect(asked('eth_estimateGas')).toEqual([[{ from: own, to: alice, value: '0x5' }, 'latest', overrides]])
  })

  test('an authorisation costs gas that no estimate knows of, and has the nonce behind the transaction’s unless it has its own', async () => {
    const { one } = asking()
    const authorizationList = [
      { chainId: 10n, address: alice },
      { chainId: 10n, address: alice, nonce: 0n },
    ] as const
    const filled = await one({ authorizationList })
    expect(filled?.transaction).toMatchObject({
      gas: 85_200n, // 21,000 and two times 25,000, and a fifth more
      authorizationList: [
        { chainId: 10n, address: alice, nonce: 6n },
        { chainId: 10n, address: alice, nonce: 0n },
      ],
    })
    expect(filled?.fee.expected).toBe(71_000n * 1_100_000_000n)
  })

  test('a contract has nobody that it goes to', async () => {
    const { to: _, ...create } = plain
    const [filled] = await asking().filled([{ ...create, data: '0x60' }])
    expect(filled?.transaction).not.toHaveProperty('to')
    expect(filled?.transaction).not.toHaveProperty('accessList')
    expect(filled?.transaction).not.toHaveProperty('authorizationList')
  })

  test('what would fail says why, where it is the first', async () => {
    const { filled } = asking({ eth_estimateGas: new Error('no funds') })
    const [first, second] = await filled([plain, plain])
    expect(first).toMatchObject({ willFail: 'no funds', transaction: { gas: 500_000n }, fee: { expected: 500_000n * 1_100_000_000n } })
    expect(second).not.toHaveProperty('willFail')
    expect(second?.transaction).toMatchObject({ gas: 500_000n, nonce: 6 })
  })

  test('more gas than is asked for is not counted', async () => {
    const { one } = asking({ eth_estimateGas: '0x7531' })
    expect((await one({ gas: 30_000n }))?.fee.expected).toBe(30_000n * 1_100_000_000n)
    expect((await one({ gas: 30_001n }))?.fee.expected).toBe(30_001n * 1_100_000_000n)
  })
})

describe('R9: a node that makes no sense', () => {
  const most = Number.MAX_SAFE_INTEGER
  test('names the last nonce that can be counted, and none behind it', async () => {
    expect((await asking({ eth_getTransactionCount: `0x${most.toString(16)}` }).one())?.transaction.nonce).toBe(most)
    await expect(asking({ eth_getTransactionCount: `0x${(BigInt(most) + 1n).toString(16)}` }).one()).rejects.toMatchObject({
      name: 'NodeUnreachableError',
      message: 'The node did not answer eth_getTransactionCount: its answer is too large.',
    })
  })

  test.each(['x', String(2n ** 256n), null, {}, -1])('answers %j for gas', async (eth_estimateGas) => {
    await expect(asking({ eth_estimateGas }).one()).rejects.toMatchObject({
      name: 'NodeUnreachableError',
      message: 'The node did not answer eth_estimateGas: its answer is not a quantity.',
    })
  })

  test('may answer the largest quantity that there is', async () => {
    expect((await asking({ eth_estimateGas: String(2n ** 256n - 1n) }).one({ gas: 1n }))?.fee.expected).toBe(1_100_000_000n)
  })

  test('and is out of order is asked twice', async () => {
    const tries: string[] = []
    const fetch: typeof globalThis.fetch = async (_, init) => {
      tries.push((JSON.parse(bodyOf(init)) as { method: string }).method)
      return new Response('', { status: 503 })
    }
    expect(await settle(fill({ asked: [{ ...plain, nonce: 1n }], network: optimism, fetch }))).toMatchObject({
      name: 'NodeUnreachableError',
    })
    expect(tries.filter((method) => method === 'eth_estimateGas')).toHaveLength(2)
  })
})

describe('fees', () => {
  const history = (baseFeePerGas: unknown, reward?: unknown) => ({ eth_feeHistory: { baseFeePerGas, reward } })
  /** Base fee 1 gwei, tip 0.1. */
  test.each<[string, Partial<AskedTransaction>, object]>([
    ['one price of the site’s', { gasPrice: 0n }, { gasPrice: 0n }],
    ['an old type', { type: 'legacy' }, { gasPrice: 1_225_000_000n }],
    ['an old type with accesses', { type: 'eip2930', accessList: [] }, { gasPrice: 1_225_000_000n }],
    ['a ceiling of the site’s', { maxFeePerGas: 3n * gwei }, { maxFeePerGas: 3n * gwei, maxPriorityFeePerGas: 100_000_000n }],
    ['a ceiling below the usual tip', { maxFeePerGas: 5n }, { maxFeePerGas: 5n, maxPriorityFeePerGas: 5n }],
    ['a tip of the site’s', { maxPriorityFeePerGas: 7n }, { maxFeePerGas: 2n * gwei + 7n, maxPriorityFeePerGas: 7n }],
    ['both', { maxFeePerGas: 9n, maxPriorityFeePerGas: 0n }, { maxFeePerGas: 9n, maxPriorityFeePerGas: 0n }],
  ])('%s', async (_, asked, fees) => {
    expect((await asking().one(asked))?.transaction.fees).toEqual(fees)
  })

  test('cost no more than the ceiling, and one price is what they cost', async () => {
    expect((await asking().one({ maxFeePerGas: 5n }))?.fee).toEqual({ expected: 21_000n * 5n, ceiling: 21_000n * 5n })
    expect((await asking().one({ gasPrice: 3n }))?.fee).toEqual({ expected: 21_000n * 3n, ceiling: 21_000n * 3n })
  })

  const unit = { maxFeePerGas: gwei, maxPriorityFeePerGas: gwei }
  test.each<[string, Partial<AskedTransaction>, object]>([
    ['nothing said', {}, { gasPrice: gwei }],
    ['a new type', { type: 'eip1559' }, unit],
    ['a ceiling', { maxFeePerGas: 3n * gwei }, { maxFeePerGas: 3n * gwei, maxPriorityFeePerGas: gwei }],
    ['a tip', { maxPriorityFeePerGas: 7n }, { maxFeePerGas: 7n, maxPriorityFeePerGas: 7n }],
    ['an authorisation', { authorizationList: [{ chainId: 10n, address: alice }] }, unit],
    ['an old type', { type: 'legacy' }, { gasPrice: gwei }],
  ])('where there is no base fee: %s', async (_, asked, fees) => {
    const { one, asked: of } = asking(history(['0x0', '0x0']))
    expect((await one(asked))?.transaction.fees).toEqual(fees)
    expect(of('eth_gasPrice')).toEqual([[]])
  })

  test.each<[string, object, object]>([
    ['the last base fee counts', history(['0x7', '0x64']), { base: 100n, tip: 100_000_000n }],
    ['a base fee that has fallen to nothing', history(['0x7', '0x0']), { base: 0n, tip: 100_000_000n }],
    ['a base fee that comes up', history(['0x0', '0x7']), { base: 7n, tip: 100_000_000n }],
    ['numbers among what is none', history(['x', '0x7', null]), { base: 7n, tip: 100_000_000n }],
    ['rewards that are no list', history(['0x7'], 'x'), { base: 7n, tip: 100_000_000n }],
    ['rewards that are none', history(['0x7'], ['x', ['y'], 5]), { base: 7n, tip: 100_000_000n }],
    // 2, 3 and 9 gwei: more than the node asks.
    [
      'the median of unsorted rewards',
      history(['0x7'], [['0x77359400'], ['0x218711a00'], ['0xb2d05e00', '0x0', '0x0']]),
      { base: 7n, tip: 3n * gwei },
    ],
    ['the upper of two in the middle', history(['0x7'], [['0xb2d05e00'], ['0x77359400']]), { base: 7n, tip: 3n * gwei }],
    ['a median below what the node asks', history(['0x7'], [['0x1']]), { base: 7n, tip: 100_000_000n }],
    ['a node that asks nothing', { ...history(['0x7'], [['0x1']]), eth_maxPriorityFeePerGas: undefined }, { base: 7n, tip: 1n }],
    ['a node that asks nothing, without rewards', { ...history(['0x7']), eth_maxPriorityFeePerGas: undefined }, { base: 7n, tip: 0n }],
  ])('of an operation: %s', async (_, answers, { base, tip }: { base?: bigint; tip?: bigint }) => {
    const [is, more] = [base ?? 0n, tip ?? 0n]
    expect(await asking({ ...answers }).prices()).toEqual({ maxFeePerGas: is * 2n + more, maxPriorityFeePerGas: more, expected: is + more })
  })

  test.each<[string, unknown]>([
    ['no history', undefined],
    ['a history of another kind', 'x'],
    ['a history of nothing', { baseFeePerGas: [] }],
    ['a history that is no list', { baseFeePerGas: '0x7' }],
    ['base fees of nothing', { baseFeePerGas: ['0x0', '0x0'] }],
  ])('of an operation where there is %s all are the one price', async (_, eth_feeHistory) => {
    const { prices, asked } = asking({ eth_feeHistory })
    expect(await prices()).toEqual({ maxFeePerGas: gwei, maxPriorityFeePerGas: gwei, expected: gwei })
    expect(asked('eth_maxPriorityFeePerGas')).toEqual([])
  })
})

test('S9: a node tries out nothing but what is signed', () => {
  const bare = { from: own, value: 255n, data: '0x' } as const
  expect(callOf(bare)).toEqual({ from: own, value: '0xff' })
  expect(Object.keys(callOf(bare))).toEqual(['from', 'value'])
  expect(callOf({ ...bare, to: alice, data: '0x60', gas: 0n, accessList: [] })).toEqual({
    from: own,
    to: alice,
    value: '0xff',
    data: '0x60',
    gas: '0x0',
    accessList: [],
  })
})
