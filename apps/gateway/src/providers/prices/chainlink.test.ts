import { OptionsError } from '@portico/service'
import { type Hex, encodeFunctionResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { chainOf, parametersOf } from '../test/standIn.js'
import { chainlink } from './chainlink.js'

const at = (digit: string): Hex => `0x${digit.repeat(40)}`
const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 round, int256 answer, uint256 started, uint256 updated, uint80 answered)',
])
const [ether, stable, still, inEther, negative, future, silent] = ['a', 'b', 'c', 'd', 'e', '1', '2'].map(at) as [
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
  Hex,
]
const nowSeconds = 1_800_000_000

interface Feed {
  readonly description: string
  readonly answer: bigint
  /** Seconds since it spoke. */
  readonly age: number
}
/** By their address, each with eight digits. */
const feeds = new Map<string, Feed>([
  [ether, { description: 'ETH / USD', answer: 312_345_678_901n, age: 3000 }],
  [stable, { description: 'USDC / USD', answer: 99_990_000n, age: 80_000 }],
  [still, { description: 'OLD / USD', answer: 100_000_000n, age: 5000 }],
  [inEther, { description: 'LINK / ETH', answer: 100_000_000n, age: 10 }],
  [negative, { description: 'BAD / USD', answer: -1n, age: 10 }],
  [future, { description: 'NEW / USD', answer: 100_000_000n, age: -5000 }],
])

type Call = { id: number; method: string; params: [{ to: string; data: string }] }
const answerOf = ({ id, method, params: [call] }: Call) => {
  if (method === 'eth_getCode') return { jsonrpc: '2.0', id, result: '0x' }
  const feed = feeds.get(call.to.toLowerCase())
  if (!feed) return { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted' } }
  const { description, answer, age } = feed
  const spoken = BigInt(nowSeconds - age)
  const result = call.data.startsWith('0x313ce567')
    ? encodeFunctionResult({ abi, functionName: 'decimals', result: 8 })
    : call.data.startsWith('0x7284e416')
      ? encodeFunctionResult({ abi, functionName: 'description', result: description })
      : encodeFunctionResult({ abi, functionName: 'latestRoundData', result: [7n, answer, spoken, spoken, 7n] })
  return { jsonrpc: '2.0', id, result }
}
/** A chain without Multicall3, and with these feeds. */
const node: typeof fetch = async (input, init) => {
  const body = (await new Request(input, init).json()) as Call | Call[]
  return Response.json(Array.isArray(body) ? body.map(answerOf) : answerOf(body))
}
const signal = new AbortController().signal
const providerOf = (fetch: typeof globalThis.fetch, own: Record<string, unknown>) =>
  chainlink({ ...parametersOf(fetch, { kind: 'chainlink', feeds: own }), clock: () => nowSeconds * 1000 })

test('tells what feeds in dollars have said within their heartbeat, and nothing that is late, wrong or in another unit', async () => {
  const token = (digit: string) => `0x${digit.repeat(40)}`
  const provider = providerOf(node, {
    native: { address: ether },
    [token('3')]: { address: stable, heartbeat: 86_400 },
    [token('4')]: { address: still },
    [token('5')]: { address: inEther },
    [token('6')]: { address: negative },
    [token('7')]: { address: future },
    [token('8')]: { address: silent },
  })
  const tokens = ['native', ...'3456789'.split('').map(token)]
  for (let round = 0; round < 2; round += 1) {
    expect(await provider.prices?.({ tokens, currency: 'usd', signal })).toEqual([
      { token: 'native', price: 3123.45678901, at: nowSeconds * 1000 },
      { token: token('3'), price: 0.9999, at: nowSeconds * 1000 },
    ])
  }
})

test('asks nothing about tokens without a feed', async () => {
  const provider = providerOf(() => Promise.reject(new Error('nobody is asked')), { native: { address: ether } })
  expect(await provider.prices?.({ tokens: [at('9')], currency: 'usd', signal })).toEqual([])
})

test('a node that is away, makes no sense or wants patience is left for the next provider', async () => {
  const own = { native: { address: ether } }
  const asked = { tokens: ['native'], currency: 'usd', signal } as const
  const answering = (answer: () => Response) => providerOf(() => Promise.resolve(answer()), own).prices?.(asked)
  await expect(answering(() => new Response('', { status: 500 }))).rejects.toMatchObject({ reason: 'unavailable' })
  await expect(answering(() => new Response('', { status: 429, headers: { 'retry-after': '4' } }))).rejects.toMatchObject({ retryAfter: 4 })
  await expect(answering(() => Response.json({ jsonrpc: '2.0', id: 0, result: 5 }))).rejects.toMatchObject({ reason: 'malformed' })
})

test('needs feeds that are addresses', () => {
  const wrong: readonly Record<string, unknown>[] = [
    {},
    { native: { address: 'eth-usd.data.eth' } },
    { native: { address: ether, heartbeat: 0 } },
  ]
  for (const own of wrong) expect(() => providerOf(node, own)).toThrow(OptionsError)
  const solana = chainOf({ ...chainOf(), id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
  const options = { kind: 'chainlink', feeds: { native: { address: ether } } }
  expect(() => chainlink(parametersOf(node, options, solana))).toThrow(OptionsError)
})
