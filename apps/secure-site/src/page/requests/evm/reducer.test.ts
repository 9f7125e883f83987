import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { own } from '../kit.test.helper.js'
import type { PreparedRequest } from '../../types.js'
import type { Action } from './action.js'
import { apes, router, usdc, weth } from './fixtures.test.helper.js'
import { reducer } from './reducer.js'
import type { ChainReader, TokenFacts } from './tokens.js'
import type { AskedTransaction } from './transaction.js'

const tokens: Readonly<Record<string, TokenFacts>> = {
  [usdc]: { symbol: 'USDC', decimals: 6, supply: 100_000_000n, isNft: false, mixedScript: false },
  [apes]: { symbol: 'BAYC', isNft: true, mixedScript: false },
}
const chain: ChainReader = {
  call: async () => undefined,
  code: async () => '0x60',
  coins: async () => undefined,
  token: async (address) => tokens[address] ?? { isNft: false, mixedScript: false },
}

const approve = (amount: bigint, token: typeof usdc | typeof apes | typeof weth = usdc) =>
  ({ kind: 'approve', token, spender: router, amount }) as const
const approval = (amount: bigint): AskedTransaction => ({
  from: own,
  to: usdc,
  value: 0n,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] }),
})
const all = 100_000_000n
const coins: Action = { kind: 'native', to: router, amount: 1n }
const pay: AskedTransaction = { from: own, to: router, value: 1n, data: '0x' }

/** What is prepared again, where it can be lowered. */
const asked = async (acts: readonly (readonly Action[])[], transactions: readonly AskedTransaction[]) => {
  const again: (readonly AskedTransaction[])[] = []
  const request = {} as PreparedRequest
  const reduce = await reducer(acts, transactions, chain, async (lowered) => {
    again.push(lowered)
    return request
  })
  return { reduce, again, request }
}

describe('the one unlimited permission can be lowered', () => {
  test('by itself, or among calls, which stay as they are', async () => {
    const { reduce, again, request } = await asked([[coins], [approve(all)], [approve(5n)]], [pay, approval(all), approval(5n)])
    expect(await reduce?.('12.5')).toBe(request)
    expect(await reduce?.('0')).toBe(request)
    expect(again).toStrictEqual([
      [pay, approval(12_500_000n), approval(5n)],
      [pay, approval(0n), approval(5n)],
    ])
    expect(Object.isFrozen(again[0]?.[1])).toBe(true)
  })

  test('to less than it is, and not to as much', async () => {
    const { reduce, again } = await asked([[approve(all)]], [approval(all)])
    const refused = { name: 'InvalidParamsError', code: -32602, message: 'Invalid parameters: the amount is not lower.' }
    await expect(reduce?.('100')).rejects.toMatchObject(refused)
    await expect(reduce?.('100.000001')).rejects.toMatchObject(refused)
    await expect(reduce?.('-1')).rejects.toMatchObject(refused)
    expect(again).toEqual([])
    await reduce?.('99.999999')
    expect(again).toStrictEqual([[approval(99_999_999n)]])
  })
})

test.each<[string, readonly (readonly Action[])[], readonly AskedTransaction[]]>([
  ['nothing is done', [], []],
  ['a transaction does nothing', [[]], [pay]],
  ['coins are sent', [[coins]], [pay]],
  ['the permission has a limit', [[approve(all - 1n)]], [approval(all - 1n)]],
  ['two have none', [[approve(all)], [approve(maxUint256)]], [approval(all), approval(maxUint256)]],
  ['one transaction does more than that', [[approve(all), coins]], [approval(all)]],
  ['another way of giving it has none', [[{ kind: 'permit', token: usdc, spender: router, amount: maxUint256 }]], [approval(all)]],
  ['the token says no decimals', [[approve(maxUint256, weth)]], [approval(maxUint256)]],
  ['it is an item', [[approve(maxUint256, apes)]], [approval(maxUint256)]],
  ['its transaction is not there', [[approve(all)]], []],
])('nothing can be lowered where %s', async (_, acts, transactions) => {
  expect((await asked(acts, transactions)).reduce).toBeUndefined()
})
