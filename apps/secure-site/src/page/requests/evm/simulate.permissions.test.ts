import { encodeFunctionData, erc20Abi, type Hex, pad, toHex, zeroAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { own } from '../kit.test.helper.js'
import type { Action } from './action.js'
import { alice, bob, done, log, run, token, topics, upper, words } from './simulate.test.helper.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('S11: whether a permission remains', () => {
  const allow = (more: object = {}): Action => ({ kind: 'approve', token, spender: alice, amount: 5n, ...more })
  const zero = words(0n)
  /** What is left is answered for each allowance that is looked at behind the transaction. */
  const node =
    (logs: readonly unknown[], left: readonly unknown[] = []) =>
    ([{ blockStateCalls }]: readonly [{ blockStateCalls: readonly [{ calls: readonly unknown[] }] }]) => {
      const looks = blockStateCalls[0].calls.slice(1)
      return [{ calls: [done(...logs), ...looks.map((_, at) => left[at] ?? { status: '0x1', returnData: zero })] }]
    }
  const remains = async (logs: readonly unknown[], actions: readonly Action[] = [], left: readonly unknown[] = []) => {
    const { found, asked } = await run({ eth_simulateV1: node(logs, left) }, { actions })
    if (found instanceof Error) throw found
    type Params = readonly [{ blockStateCalls: readonly [{ calls: readonly unknown[] }] }]
    return [found.remains, asked('eth_simulateV1').flatMap((params) => (params as unknown as Params)[0].blockStateCalls[0].calls.slice(1))]
  }
  const look = (spender: Hex, of: Hex = token) => ({
    from: own,
    to: of,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [own, spender] }),
  })

  test('of a token is asked of it, after everything else in the same run', async () => {
    expect(await remains([], [allow()])).toEqual([false, [look(alice)]])
    expect(await remains([log(topics.approval, [own, bob], words(1n), alice)])).toEqual([false, [look(bob, alice)]])
  })

  test('the same one, however it is written, is asked for once', async () => {
    const logged = log(upper(topics.approval), [upper(own), alice], words(1n), token.toLowerCase() as Hex)
    const [is, looks] = await remains([logged], [allow(), allow(), allow({ spender: bob })])
    expect([is, (looks as readonly unknown[]).length]).toEqual([false, 2])
  })

  test.each<[string, readonly unknown[], boolean]>([
    ['nothing is left of both', [], false],
    ['something is left of the first', [{ status: '0x1', returnData: words(1n) }], true],
    [
      'something is left of the second',
      [
        { status: '0x1', returnData: words(0n) },
        { status: '0x1', returnData: words(1n) },
      ],
      true,
    ],
    ['one cannot be asked', [{ status: '0x0', returnData: words(0n) }], true],
    ['one says nothing', [{ status: '0x1' }], true],
    ['one says less than a word', [{ status: '0x1', returnData: '0x00' }], true],
    ['one says more than a word', [{ status: '0x1', returnData: words(0n, 0n) }], true],
    ['one says something in front', [{ status: '0x1', returnData: `x${words(0n)}` }], true],
    ['nobody can read the answer', [{ status: 'ok' }], true],
  ])('%s', async (_, left, expected) => {
    expect((await remains([], [allow(), allow({ spender: bob })], left))[0]).toBe(expected)
  })

  test.each<[string, readonly unknown[], readonly Action[], boolean]>([
    ['nothing is given', [], [], false],
    ['it is taken back', [], [allow({ amount: 0n })], false],
    ['it has an end, which is Permit2’s', [], [allow({ until: 9n })], true],
    ['it is taken back at Permit2', [], [allow({ amount: 0n, until: 9n })], false],
    ['it is for all of a collection', [log(topics.forAll, [own, alice], words(1n))], [], true],
    ['that is taken back', [log(topics.forAll, [own, alice], words(0n))], [], false],
    ['that says nothing', [log(topics.forAll, [own, alice])], [], false],
    ['it is somebody else’s', [log(topics.forAll, [alice, own], words(1n))], [], false],
    ['it is Permit2’s', [log(topics.permit2Approval, [own, alice, bob], words(1n, 1n))], [], true],
    ['it is Permit2’s by a signature', [log(topics.permit2Permit, [own, alice, bob], words(1n, 1n, 1n))], [], true],
    ['it is of one item', [log(topics.approval, [own, alice, toHex(7n)])], [], true],
    ['that is given to nobody', [log(topics.approval, [own, zeroAddress, toHex(7n)])], [], false],
    ['nobody is named', [log(topics.approval, [])], [], false],
    ['it is another event', [log(topics.transfer, [own, alice, toHex(7n)])], [], false],
    [
      'it comes behind one of somebody else’s',
      [log(topics.approval, [alice, bob], words(1n)), log(topics.forAll, [own, alice], words(1n))],
      [],
      true,
    ],
    ['it comes behind a transfer', [log(topics.transfer, [own, alice], words(1n)), log(topics.forAll, [own, alice], words(1n))], [], true],
    ['it comes behind one that is taken back', [], [allow({ amount: 0n }), allow({ until: 9n })], true],
    ['it comes behind another call', [], [{ kind: 'native', to: alice, amount: 0n }, allow({ until: 9n })], true],
  ])('where %s nothing has to be asked', async (_, logs, actions, expected) => {
    expect(await remains(logs, actions)).toEqual([expected, []])
  })

  test('of twenty each is looked at, and of more none: it remains', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => allow({ spender: pad(toHex(at + 1), { size: 20 }) }))
    const [twenty, looks] = await remains([], many(20))
    expect([twenty, (looks as readonly unknown[]).length]).toEqual([false, 20])
    expect(await remains([], many(21))).toEqual([true, []])
  })
})
