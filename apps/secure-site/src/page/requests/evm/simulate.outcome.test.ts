import { encodeAbiParameters, type Hex, toHex } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { own, tokenAnswers } from '../kit.test.helper.js'
import type { Action } from './action.js'
import {
  alice,
  block,
  bob,
  done,
  failed,
  log,
  native,
  run,
  sent,
  still,
  token,
  topics,
  unknown,
  upper,
  usdc,
  words,
} from './simulate.test.helper.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a trial run', () => {
  test('is of all the transactions in one block, with the code that accounts have by then', async () => {
    const overrides = { [own]: { code: '0xef0100' } } as const
    const { asked } = await run(block(done(), done()), { transactions: [sent(alice, 0n), sent(bob, 0n)], overrides })
    const calls = [
      { from: own, to: alice, value: '0x0' },
      { from: own, to: bob, value: '0x0' },
    ]
    const rest = { traceTransfers: true, validation: false }
    expect(asked('eth_simulateV1')).toEqual([[{ blockStateCalls: [{ calls, stateOverrides: overrides }], ...rest }, 'latest']])
    const plain = await run(block(done()))
    expect(plain.asked('eth_simulateV1')).toEqual([[{ blockStateCalls: [{ calls: calls.slice(0, 1) }], ...rest }, 'latest']])
  })

  test('of nothing tells nothing, and nobody is asked', async () => {
    const { found, tries } = await run({}, { transactions: [] })
    expect([found, tries]).toEqual([failed, []])
  })

  test('tells the gas of each, where the node says that of all', async () => {
    const two = { transactions: [sent(alice, 0n), sent(bob, 0n)] }
    const used = (gasUsed: string) => ({ ...done(), gasUsed })
    expect((await run(block(used('0x5208'), used('0xA')), two)).found).toEqual({ ...still, gasUsed: [21_000n, 10n] })
    expect((await run(block(used('0x5208'), done()), two)).found).toEqual(still)
    for (const gasUsed of ['5', '0x', `0x${'1'.repeat(17)}`, 'x0x1', '0x1x'])
      expect((await run(block(used(gasUsed)), { actions: [unknown] })).found, gasUsed).toEqual(failed)
  })

  test('that fails says why, whichever transaction it is', async () => {
    const two = { transactions: [sent(alice, 0n), sent(bob, 0n)] }
    expect((await run(block(done(), { status: '0x0', error: { message: 'x'.repeat(301) } }), two)).found).toEqual({
      ...failed,
      reverts: 'x'.repeat(300),
    })
    expect((await run(block({ status: '0x0', error: {} }))).found).toEqual({ ...failed, reverts: '' })
    expect((await run(block({ status: '0x0' }))).found).toEqual({ ...failed, reverts: '' })
  })

  test.each<[string, unknown]>([
    ['of an address that is too short', { ...log(topics.transfer, []), address: '0x12' }],
    ['of an address with more behind', { ...log(topics.transfer, []), address: `${token}0` }],
    ['of a topic that is too short', { ...log(topics.transfer, []), topics: ['0x12'] }],
    ['of a topic with more in front', { ...log(topics.transfer, []), topics: [`x${topics.transfer}`] }],
    ['of a topic with more behind', { ...log(topics.transfer, []), topics: [`${topics.transfer}0`] }],
    ['of half a byte', { ...log(topics.transfer, []), data: '0x1' }],
    ['of no hex', { ...log(topics.transfer, []), data: 'x' }],
  ])('S6: whose log is %s cannot be read', async (_, each) => {
    expect((await run(block(done(each)), { actions: [unknown] })).found).toEqual(failed)
  })

  test('R9: is asked for once', async () => {
    const { found, tries } = await run({}, { down: ['eth_simulateV1', 'eth_call'] })
    expect([found, tries]).toEqual([failed, ['eth_simulateV1', 'eth_call']])
  })
})

describe('what changes', () => {
  test('coins that a node does not trace have gone all the same: those that go to others', async () => {
    const transactions = [sent(alice, 3n), sent(own, 5n), sent(undefined, 4n)]
    const { found } = await run(block(done(), done(), done()), { transactions })
    expect(found).toEqual({
      changes: [{ symbol: 'ETH', amount: '-0.000000000000000007' }],
      leaves: [{ asset: 'eip155:1', units: 7n }],
      remains: false,
    })
    const traced = log(topics.transfer, [own, alice], words(2n), native)
    expect((await run(block(done(traced)), { transactions: [sent(alice, 3n)] })).found).toMatchObject({ leaves: [{ units: 2n }] })
    const others = log(topics.transfer, [own, alice], words(2n))
    expect((await run(block(done(others)), { transactions: [sent(alice, 3n)] })).found).toMatchObject({
      leaves: [
        { asset: usdc, units: 2n },
        { asset: 'eip155:1', units: 3n },
      ],
    })
  })

  test('is that of the account which is looked at, where another one sends', async () => {
    const moved = log(topics.transfer, [bob, alice], words(2_000_000n))
    const { found } = await run(block(done(moved)), { own: bob, sends: 9n })
    expect(found).toEqual({
      changes: [
        { symbol: `USDC (${token})`, amount: '-2' },
        { symbol: 'ETH', amount: '-0.000000000000000009' },
      ],
      leaves: [
        { asset: usdc, units: 2_000_000n },
        { asset: 'eip155:1', units: 9n },
      ],
      remains: false,
    })
  })

  test('of tokens and items is told by logs in any case', async () => {
    const loud = (each: ReturnType<typeof log>) => ({ ...each, address: upper(each.address), topics: each.topics.map(upper) })
    const come = log(topics.transfer, [alice, own], words(2_000_000n))
    const { found } = await run(block(done(loud(come), loud(log(topics.single, [alice, own, alice], words(7n, 3n))))), {
      actions: [{ kind: 'approve', token, spender: alice, amount: 0n }],
    })
    expect(found).toEqual({
      changes: [
        { symbol: 'USDC', amount: '2' },
        { symbol: 'USDC #7', amount: '-3' },
      ],
      leaves: [{ units: 3n }],
      remains: false,
    })
  })

  test('of what a token says nothing of but its decimals or its symbol', async () => {
    const gone = block(done(log(topics.transfer, [own, alice], words(2_000_000n))))
    const facts = { ...gone, ...tokenAnswers({ symbol: '' }) }
    expect((await run(facts)).found).toMatchObject({ changes: [{ symbol: token, amount: '-2' }] })
    const noDecimals = { ...gone, ...tokenAnswers({ decimals: 99n }) }
    expect((await run(noDecimals)).found).toMatchObject({
      changes: [{ symbol: `USDC (${token}) (smallest units)`, amount: '-2000000' }],
      leaves: [{ asset: usdc, units: 2_000_000n }],
    })
    // ERC-721 that logs as a token does.
    const nft = { ...gone, ...tokenAnswers({ isNft: true }) }
    expect((await run(nft)).found).toEqual({
      changes: [{ symbol: `USDC (${token})`, amount: '-2000000' }],
      leaves: [{ units: 2_000_000n }],
      remains: false,
    })
  })

  const batch = (from: Hex, to: Hex, ids: readonly bigint[], amounts: readonly bigint[]) =>
    log(topics.batch, [alice, from, to], encodeAbiParameters([{ type: 'uint256[]' }, { type: 'uint256[]' }], [ids, amounts]))
  const item = (id: bigint, amount: string) => ({ symbol: `USDC (${token}) #${id}`, amount })

  test.each<[string, () => unknown, readonly unknown[]]>([
    ['several items that go', () => batch(own, bob, [1n, 2n], [3n, 4n]), [item(1n, '-3'), item(2n, '-4')]],
    ['several items that come', () => batch(bob, own, [1n, 2n], [3n, 4n]), [item(1n, '3'), item(2n, '4')]],
    ['items of which some are none', () => batch(own, bob, [1n, 2n, 3n], [3n, 0n]), [item(1n, '-3')]],
    ['items between others', () => batch(bob, alice, [1n], [3n]), []],
    ['items that stay', () => batch(own, own, [1n], [3n]), []],
    ['items that cannot be read', () => log(topics.batch, [alice, own, bob], words(5n)), [item(0n, '-1')]],
    ['items of which nothing is said', () => log(topics.batch, [alice, own, bob]), [item(0n, '-1')]],
    ['items of which the receiver is not said', () => log(topics.batch, [alice, own], words(5n)), []],
    ['one item of several kinds', () => log(topics.single, [own, bob, own], words(8n, 2n)), [item(8n, '2')]],
    ['an item by its id', () => log(topics.transfer, [bob, own, toHex(9n)]), [item(9n, '1')]],
    ['a transfer to oneself', () => log(topics.transfer, [own, own], words(5n)), []],
    ['a transfer of nothing', () => log(topics.transfer, [own, bob], words(0n)), []],
    [
      'a transfer with more behind',
      () => log(topics.transfer, [bob, own], words(5_000_000n, 9n)),
      [{ symbol: `USDC (${token})`, amount: '5' }],
    ],
  ])('%s', async (_, make, changes) => {
    expect((await run(block(done(make())))).found).toMatchObject({ changes })
  })

  test.each<[string, Action, unknown]>([
    ['burnt', { kind: 'function', to: token, name: 'burn', values: { shares: '4' }, value: 0n }, [{ asset: usdc, units: 4n }]],
    ['burnt, and not said how much', { kind: 'function', to: token, name: 'burn', values: {}, value: 0n }, []],
    ['staked', { kind: 'function', to: token, name: 'stake', values: { shares: '4' }, value: 0n }, []],
    ['made', { kind: 'mint', token, to: alice, amount: 4n }, []],
    ['an item that is handed over', { kind: 'nft', collection: token, from: own, to: alice, tokenId: 1n, amount: 4n }, [{ units: 4n }]],
    ['an item that stays', { kind: 'nft', collection: token, from: own, to: own, tokenId: 1n, amount: 4n }, []],
  ])('S11: where no log tells of it, by its own words: %s', async (_, action, leaves) => {
    expect((await run(block(done()), { actions: [action] })).found).toMatchObject({ leaves, remains: false })
  })

  test.each<[string, () => unknown]>([
    ['that moves nothing', () => log(topics.transfer, [own, alice], words(0n))],
    ['of others', () => log(topics.transfer, [alice, bob], words(4n))],
    ['of items of which there are none', () => batch(own, alice, [1n], [0n])],
    ['of items of others that cannot be read', () => log(topics.batch, [alice, alice, bob], words(5n))],
  ])('S11: a log %s hides nothing of what the call says itself', async (_, make) => {
    const action: Action = { kind: 'nft', collection: token, from: own, to: alice, tokenId: 1n, amount: 4n }
    expect((await run(block(done(make())), { actions: [action] })).found).toMatchObject({ leaves: [{ units: 4n }] })
  })

  test('S11: what may be spent counts as gone, by token, where more of it is not', async () => {
    const spender = alice
    const allow = (amount: bigint, of: Hex = token): Action => ({ kind: 'approve', token: of, spender, amount })
    const actions = [allow(5n), allow(6n), allow(3n, bob)]
    const zero = { ...done(), returnData: words(0n) }
    const answers = {
      eth_simulateV1: ([{ blockStateCalls }]: readonly [{ blockStateCalls: readonly [{ calls: readonly unknown[] }] }]) => [
        { calls: blockStateCalls[0].calls.map((_, at) => (at === 0 ? done(log(topics.transfer, [own, alice], words(4n), bob)) : zero)) },
      ],
    }
    expect((await run(answers, { actions })).found).toMatchObject({
      leaves: [
        { asset: `eip155:1/erc20:${bob.toLowerCase()}`, units: 4n },
        { asset: usdc, units: 11n },
      ],
    })
  })
})

describe('without eth_simulateV1', () => {
  const plain: readonly Action[] = [{ kind: 'native', to: alice, amount: 5n }]

  test('each transaction is tried out, with the code that accounts have by then', async () => {
    const overrides = { [own]: { code: '0x60' } } as const
    const { found, asked } = await run({}, { transactions: [sent(alice, 5n), sent(bob, 0n)], actions: plain, overrides })
    expect(found).toEqual({
      changes: [{ symbol: 'ETH', amount: '-0.000000000000000005' }],
      leaves: [{ asset: 'eip155:1', units: 5n }],
      remains: false,
    })
    expect(asked('eth_call')).toEqual([
      [{ from: own, to: alice, value: '0x5' }, 'latest', overrides],
      [{ from: own, to: bob, value: '0x0' }, 'latest', overrides],
    ])
    expect((await run({}, { actions: plain })).asked('eth_call')).toEqual([[{ from: own, to: alice, value: '0x0' }, 'latest']])
  })

  test('the first that fails says why; of those behind it nobody can say', async () => {
    const fails = (at: number) => {
      let calls = 0
      return () => (calls++ === at ? new Error('y'.repeat(301)) : '0x')
    }
    const two = { transactions: [sent(alice, 0n), sent(bob, 0n)], actions: plain }
    expect((await run({ eth_call: fails(0) }, two)).found).toEqual({ ...failed, reverts: 'y'.repeat(300) })
    expect((await run({ eth_call: fails(1) }, two)).found).toEqual(failed)
    expect((await run({}, { ...two, down: ['eth_call'] })).found).toEqual(failed)
  })

  test('a token that goes, and what stays', async () => {
    const transfer = (to: Hex): Action => ({ kind: 'transfer', token, to, amount: 2_000_000n })
    expect((await run({}, { actions: [transfer(alice), transfer(own), { kind: 'native', to: own, amount: 5n }] })).found).toEqual({
      changes: [{ symbol: 'USDC', amount: '-2' }],
      leaves: [{ asset: usdc, units: 2_000_000n }],
      remains: false,
    })
    expect((await run({}, { actions: [{ ...transfer(alice), from: own } as Action] })).found).toEqual(failed)
  })
})
