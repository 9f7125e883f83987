import { OptionsError } from '@portico/service'
import { type Hex, encodeFunctionResult, parseAbi, parseUnits } from 'viem'
import { expect, test } from 'vitest'
import { chainOf, parametersOf } from '../test/standIn.js'
import { pools } from './pools.js'

const at = (digit: string): Hex => `0x${digit.repeat(40)}`
const [factory, stable, wrapped, deep, thin] = [at('1'), at('2'), at('3'), at('4'), at('5')]
const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function getPair(address a, address b) view returns (address)',
  'function getReserves() view returns (uint112 first, uint112 second, uint32 at)',
  'function token0() view returns (address)',
])
/** By its pair's address: the token of the first side, and whole tokens of both. */
const pairs = new Map<string, { of: readonly [Hex, Hex]; first: Hex; sides: readonly [string, string] }>([
  [at('a'), { of: [wrapped, stable], first: stable, sides: ['300000', '100'] }],
  [at('b'), { of: [deep, wrapped], first: deep, sides: ['1000000', '50'] }],
  [at('c'), { of: [thin, stable], first: thin, sides: ['10', '10000'] }],
])
const digitsOf = (token: string): number => (token === stable ? 6 : 18)

/** A chain without Multicall3, and with these pools. */
const node: typeof fetch = async (input, init) => {
  const one = ({ id, method, params }: { id: number; method: string; params: [{ to: string; data: string }] }) => {
    if (method === 'eth_getCode') return { jsonrpc: '2.0', id, result: '0x' }
    const [{ to, data }] = params
    const pair = pairs.get(to.toLowerCase())
    const [token, quote] = [data.slice(34, 74), data.slice(98, 138)].map((text) => `0x${text}`)
    if (data.startsWith('0x313ce567'))
      return { jsonrpc: '2.0', id, result: encodeFunctionResult({ abi, functionName: 'decimals', result: digitsOf(to) }) }
    if (data.startsWith('0xe6a43905')) {
      const [found = at('0')] = [...pairs].find(([, { of }]) => of[0] === token && of[1] === quote) ?? []
      return { jsonrpc: '2.0', id, result: encodeFunctionResult({ abi, functionName: 'getPair', result: found as Hex }) }
    }
    if (!pair) return { jsonrpc: '2.0', id, result: '0x' }
    const second = pair.first === pair.of[0] ? pair.of[1] : pair.of[0]
    const [a, b] = [parseUnits(pair.sides[0], digitsOf(pair.first)), parseUnits(pair.sides[1], digitsOf(second))]
    const isReserves = data.startsWith('0x0902f1ac')
    const result = isReserves
      ? encodeFunctionResult({ abi, functionName: 'getReserves', result: [a, b, 0] })
      : encodeFunctionResult({ abi, functionName: 'token0', result: pair.first })
    return { jsonrpc: '2.0', id, result }
  }
  const body = (await new Request(input, init).json()) as Parameters<typeof one>[0] | Parameters<typeof one>[0][]
  return Response.json(Array.isArray(body) ? body.map(one) : one(body))
}

test('prices by the deepest pool, over the wrapped coin where there is none with dollars, and none by a thin one', async () => {
  const provider = pools(parametersOf(node, { kind: 'pools', factory, stable, wrapped }))
  const told = await provider.prices?.({
    tokens: ['native', stable, deep, thin, at('9')],
    currency: 'usd',
    signal: new AbortController().signal,
  })
  expect(told?.map(({ token, price }) => [token, price])).toEqual([
    ['native', 3000],
    [stable, 1],
    [deep, 0.15],
  ])
})

test('needs its contracts', () => {
  expect(() => pools(parametersOf(node, { kind: 'pools', factory }, chainOf()))).toThrow(OptionsError)
})
