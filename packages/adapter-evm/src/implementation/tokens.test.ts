import { InvalidOptionError, type NetworkId } from '@portico/core'
import type { Adapter } from '@portico/core/kit'
import { createServer, type Server } from 'node:http'
import { custom, decodeFunctionData, encodeFunctionResult, erc20Abi, getAddress, multicall3Abi, type Address, type Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import type { EvmToken } from '../options.js'
import { testAdapter } from '../test/adapter.js'

const networkId: NetworkId = 'eip155:31337'
const holder: Address = '0x000000000000000000000000000000000000dEaD'
const at = (index: number): Address => getAddress(`0x${(0x1000 + index).toString(16).padStart(40, '0')}`)
const token = (index: number, more: Partial<EvmToken> = {}): EvmToken => ({
  chainId: 31337,
  address: at(index).toLowerCase(),
  symbol: `T${index}`,
  decimals: 6,
  ...more,
})

interface Question {
  readonly id: number
  readonly method: string
  readonly params: readonly [{ readonly to: Address; readonly data: Hex }]
}

let server: Server | undefined
afterEach(() => void server?.close())

/** A node whose contracts are played here: Multicall3 unless it is left out, and tokens by their address. */
async function nodeOf({
  balanceOf,
  aggregates,
}: {
  readonly balanceOf: (token: Address) => bigint | undefined
  readonly aggregates?: ((data: Hex) => Hex) | 'absent'
}) {
  const asked: Address[] = []
  const answer = ({ to, data }: Question['params'][0]): Hex | undefined => {
    if (!to.toLowerCase().startsWith('0xca11')) {
      const units = balanceOf(getAddress(to))
      expect(decodeFunctionData({ abi: erc20Abi, data })).toEqual({ functionName: 'balanceOf', args: [holder] })
      return units === undefined ? undefined : encodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', result: units })
    }
    if (aggregates) return aggregates === 'absent' ? '0x' : aggregates(data)
    const { args } = decodeFunctionData({ abi: multicall3Abi, data })
    const [calls] = args as [readonly { target: Address; allowFailure: boolean; callData: Hex }[]] // of aggregate3
    const result = calls.map((call) => {
      expect(call.allowFailure).toBe(true)
      const inner = answer({ to: call.target, data: call.callData })
      return { success: inner !== undefined, returnData: inner ?? '0x' }
    })
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
  }
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => (text += piece))
    request.on('end', () => {
      const { id, params } = JSON.parse(text) as Question
      asked.push(getAddress(params[0].to))
      const result = answer(params[0])
      const body = result === undefined ? { error: { code: 3, message: 'execution reverted' } } : { result }
      response.end(JSON.stringify({ jsonrpc: '2.0', id, ...body }))
    })
  })
  const listening = server
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const place = listening.address()
  return { asked, url: `http://127.0.0.1:${typeof place === 'object' ? place?.port : ''}` }
}

async function adapterFor(url: string, tokens?: readonly EvmToken[]): Promise<Required<Adapter>> {
  const network = {
    id: 31337,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }
  const { adapter } = await testAdapter({ networks: [network], ...(tokens && { tokens }) })
  return adapter as Required<Adapter> // the EVM adapter has what is used here
}

test('tells what an account holds of the listed tokens, 1,200 of them in three requests', async () => {
  const { asked, url } = await nodeOf({ balanceOf: (address) => (BigInt(address) % 2n === 0n ? BigInt(address) : 0n) })
  const tokens = [...Array.from({ length: 1200 }, (_, index) => token(index)), token(2, { chainId: 1 })]
  const held = await (await adapterFor(url, tokens)).getTokenBalances({ address: holder, networkId })
  expect(asked).toHaveLength(3)
  expect(held).toHaveLength(600)
  expect(held[1]).toEqual({ address: at(2), symbol: 'T2', units: 0x1002n, decimals: 6 })
})

test('a token that refuses, and an address without a contract, are left out', async () => {
  const { url } = await nodeOf({ balanceOf: (address) => (address === at(1) ? undefined : 5n) })
  const held = await (await adapterFor(url, [token(0, { name: 'Long' }), token(1), token(2)])).getTokenBalances({
    address: holder,
    networkId,
  })
  expect(held).toEqual([
    { address: at(0), symbol: 'T0', name: 'Long', units: 5n, decimals: 6 },
    { address: at(2), symbol: 'T2', units: 5n, decimals: 6 },
  ])
})

test('asks one by one where there is no Multicall3, or it answers with something else', async () => {
  const wrong = (byte: string, length: number) => (): Hex => `0x${byte.repeat(length)}`
  for (const aggregates of ['absent', wrong('00', 64), wrong('ff', 96)] as const) {
    const { asked, url } = await nodeOf({ balanceOf: (address) => (address === at(1) ? undefined : 7n), aggregates })
    const held = await (await adapterFor(url, [token(0), token(1), token(2)])).getTokenBalances({ address: holder, networkId })
    expect(held.map(({ units, symbol }) => [symbol, units])).toEqual([
      ['T0', 7n],
      ['T2', 7n],
    ])
    expect(asked).toHaveLength(4)
    server?.close()
  }
})

test('asks nothing without a list, and a network that is away is an error', async () => {
  const { asked, url } = await nodeOf({ balanceOf: () => 1n })
  expect(await (await adapterFor(url)).getTokenBalances({ address: holder, networkId })).toEqual([])
  expect(asked).toEqual([])
  const away = await adapterFor('http://127.0.0.1:9', [token(0)])
  await expect(away.getTokenBalances({ address: holder, networkId })).rejects.toMatchObject({ name: 'EndpointError' })
})

test.each(['', '<html>'.padEnd(80), '0xzz'.padEnd(66, 'z'), 5, true, [[]], null])(
  'R9: a node that answers %j is an error, and no account without coins',
  async (said) => {
    const node = custom({ request: async () => said }, { retryCount: 0 })
    const network = {
      id: 31337,
      name: 'Local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: ['http://127.0.0.1:9'] } },
    }
    const { adapter } = await testAdapter({ networks: [network], transports: { 31337: node } })
    await expect(adapter.getBalance({ address: holder, networkId })).rejects.toMatchObject({ name: 'BalanceUnavailableError' })
    await expect(adapter.getToken?.({ address: holder, token: at(0), networkId })).rejects.toMatchObject({ name: 'EndpointError' })
  },
)

test.each([{ address: 'usdc' }, { decimals: 0 }, { decimals: 1.5 }, { chainId: 0.5 }, { symbol: undefined as never }])(
  'a listed token with %o is an InvalidOptionError that names it',
  async (wrong) => {
    const adapter = await adapterFor('http://127.0.0.1:9', [token(0), token(1, wrong)])
    const asking = adapter.getTokenBalances({ address: holder, networkId })
    await expect(asking).rejects.toThrow(InvalidOptionError)
    await expect(asking).rejects.toThrow('tokens[1]')
  },
)
