import { type Hex, decodeFunctionData, encodeFunctionData, erc20Abi, parseEther, parseUnits } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type ChainOptions } from '../../chains/chains.js'
import { createAccounts } from '../../account/accounts.js'
import { createPrices } from '../../prices/prices.js'
import { hexBigint, hexData } from '../../rpc/node.js'
import { type TestChain, chainOf, startAnvil } from '../../test/anvil.js'
import { type Asked, type ChainSwaps, createSwaps } from '../swaps.js'
import { type SwapWorld, makeSwapWorld } from '../test/world.js'
import { native } from '../types.js'
import { router02Abi } from './abi.js'

let chain: TestChain
let router: Hex
let wrapped: Hex
let usd: Hex
let dai: Hex
let port: Hex
let send: SwapWorld['send']
const log: string[] = []

beforeAll(async () => {
  chain = await startAnvil()
  ;({ router, wrapped, usd, dai, port, send } = await makeSwapWorld(chain))
}, 30_000)
afterAll(() => chain.stop())
let untouched: unknown
beforeEach(async () => void (untouched = await chain.run('evm_snapshot')))
afterEach(async () => void (await chain.run('evm_revert', untouched)))

type Built = Awaited<ReturnType<ChainSwaps['build']>>
interface OnchainSwaps extends ChainSwaps {
  readonly build: (...question: Parameters<ChainSwaps['build']>) => Promise<Exclude<Built, { readonly typedData: unknown }>>
}
function swapsWith(swap: ChainOptions['swap']): OnchainSwaps {
  const options = chain.options({ swap, providers: [{ kind: 'node' }] })
  const accounts = createAccounts({ chains: [chainOf(options)], database: ':memory:', fetch, clock: Date.now, log: () => {} })
  const swaps = createSwaps({ accounts, prices: createPrices(Date.now), fetch, clock: Date.now, log: (_, event) => log.push(event) })
  const found = swaps.chains.get(options.id)
  if (!found) throw new Error('There are no swaps.')
  return {
    ...found,
    build: async (...question) => {
      const built = await found.build(...question)
      if ('typedData' in built) throw new Error('This is a trade.')
      return built
    },
  }
}
const everything = () => swapsWith({ v2: [router], v3: [{ quoter: router, router }], hubs: [usd, dai] })
const asked = (from: string, to: string, amount: bigint, gasPrice = 1_000_000_000n): Asked => ({
  from,
  to,
  amount,
  user: chain.alice,
  slippage: 100,
  gasPrice,
  signal: new AbortController().signal,
})
async function held(token: string): Promise<bigint> {
  if (token === native) return hexBigint.parse(await chain.run('eth_getBalance', chain.alice, 'latest'))
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [chain.alice] })
  return hexBigint.parse(await chain.run('eth_call', { to: token, data }, 'latest'))
}
const partsOf = (data: string) => {
  const { args } = decodeFunctionData({ abi: router02Abi, data: hexData.parse(data) })
  return z
    .tuple([z.bigint(), z.array(hexData)])
    .parse(args)[1]
    .map((part) => decodeFunctionData({ abi: router02Abi, data: part }).functionName)
}

/** The transaction of the best quote, sent as it is: what comes is what was quoted, and nothing stays with the router. */
async function gives(from: string, to: string, amount: bigint, functions: readonly string[], hops: number): Promise<void> {
  const swaps = everything()
  const question = asked(from, to, amount)
  const [quote] = await swaps.quotes(question)
  expect(quote?.path).toHaveLength(hops + 1)
  const built = await swaps.build(question, quote?.id)
  expect(partsOf(built.data)).toEqual(functions)
  expect(built.minOut).toBe(((quote?.amountOut ?? 0n) * 99n) / 100n)
  expect(built.to).toBe(router.toLowerCase())
  expect(built.value).toBe(from === native ? amount : 0n)
  if (from !== native) {
    const { data } = await swaps.approve({ token: from, user: chain.alice, amount, spender: undefined, signal: question.signal })
    await send(hexData.parse(from), hexData.parse(data))
  }
  const before = await held(to)
  const { gasUsed, effectiveGasPrice } = await send(router, hexData.parse(built.data), built.value)
  expect(gasUsed).toBeLessThan(built.gas)
  expect((await held(to)) - before + (to === native ? gasUsed * effectiveGasPrice : 0n)).toBe(quote?.amountOut)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [router] })
  for (const token of [wrapped, usd, dai, port]) {
    expect(hexBigint.parse(await chain.run('eth_call', { to: token, data }, 'latest'))).toBe(0n)
  }
  expect(hexBigint.parse(await chain.run('eth_getBalance', router, 'latest'))).toBe(0n)
}

test('a coin for a token over three pools of three fees', () => gives(native, port, parseEther('0.1'), ['exactInput'], 3))
test('a little goes by the pool with the lowest fee alone', () => gives(native, usd, parseEther('0.01'), ['exactInput'], 1))
test('routes that share a pool are not added up', () => gives(native, dai, parseEther('150'), ['exactInput'], 2))
test('a token for a coin is unwrapped', () => gives(usd, native, parseUnits('10', 6), ['exactInput', 'unwrapWETH9'], 1))
test('much is split over two pools', () => gives(native, usd, parseEther('100'), ['exactInput', 'exactInput'], 1))
test('what is split comes as a coin too', () => gives(usd, native, parseUnits('300000', 6), ['exactInput', 'exactInput', 'unwrapWETH9'], 1))

test('pools of V2 and of V3 share one transaction, and one allowance', async () => {
  const swaps = swapsWith({ v2: [router], v3: [{ quoter: router, router }], hubs: [usd], fees: [3000] })
  const question = asked(native, usd, parseEther('100'))
  const [quote] = await swaps.quotes(question)
  const built = await swaps.build(question, quote?.id)
  expect(partsOf(built.data).toSorted()).toEqual(['exactInput', 'swapExactTokensForTokens'])
  const before = await held(usd)
  await send(router, hexData.parse(built.data), built.value)
  expect((await held(usd)) - before).toBe(quote?.amountOut)
})

test('is not split where the gas of a second pool costs more than it gives', async () => {
  const swaps = everything()
  const dear = asked(native, usd, parseEther('20'), 2_000_000_000_000n)
  const [quote] = await swaps.quotes(dear)
  expect(partsOf((await swaps.build(dear, quote?.id)).data)).toHaveLength(1)
  const [cheap] = await swaps.quotes({ ...dear, gasPrice: 1n })
  expect(partsOf((await swaps.build(dear, cheap?.id)).data)).toHaveLength(2)
})

test('another gateway builds what one has quoted', async () => {
  const question = asked(native, usd, parseEther('1'))
  const [quote] = await everything().quotes(question)
  const built = await everything().build(question, quote?.id)
  expect(built.minOut).toBe(quote?.minOut)
})

test('a router that is none is left out and named in the log, and none at all is no answer now', async () => {
  log.length = 0
  const swaps = swapsWith({ v2: [chain.bob], v3: [{ quoter: router, router }] })
  expect(await swaps.quotes(asked(native, usd, parseEther('1')))).toHaveLength(1)
  expect(log).toContain('swap.router-unknown')
  const nobody = swapsWith({ v2: [chain.bob] })
  await expect(nobody.quotes(asked(native, usd, 1n))).rejects.toMatchObject({ name: 'ProviderError', reason: 'unavailable' })
})
