import {
  type Hex,
  createPublicClient,
  createWalletClient,
  decodeFunctionData,
  erc20Abi,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { base } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { receiptOf } from '@portico/chains/evm'
import { z } from 'zod'
import { mnemonic, operator } from '../accounts.js'
import { addresses, poolFactoryAbi, router02Abi, routerAbi } from '../contracts/index.js'
import { createSandbox } from '../sandbox.js'

const sandbox = createSandbox({ portOffset: 2300, quiet: true })
beforeAll(async () => void (await sandbox.ready), 60_000)
afterAll(() => sandbox.stop(), 30_000)

const native = `0x${'e'.repeat(40)}`
const user = mnemonicToAccount(mnemonic, { addressIndex: 4 })
const chain = base
const idOf = (address: string): string => `eip155:${chain.id}:${address}`
const reads = () => createPublicClient({ chain, transport: http(sandbox.urls.chains[chain.id]), pollingInterval: 20 })
const wallet = () => createWalletClient({ chain, transport: http(sandbox.urls.chains[chain.id]), account: user })

const hex = z
  .string()
  .regex(/^0x[0-9a-f]*$/i)
  .transform((text) => text as Hex) // prettier-ignore
const quotes = z.object({
  quotes: z.array(
    z.object({
      id: z.string().max(200),
      toAmount: z.string().transform(BigInt),
      minAmount: z.string().transform(BigInt),
      spender: z.nullable(hex),
      target: hex,
      path: z.array(z.string()),
      impact: z.string().transform(Number),
      expiresAt: z.number(),
    }),
  ),
})
const built = z.object({
  tx: z.object({
    from: z.string(),
    to: z.string(),
    data: hex,
    amount: z.string().transform(BigInt),
    eip155: z.object({ gas: z.string().transform(BigInt), gasPrice: z.string().transform(BigInt) }),
  }),
  minAmount: z.string().transform(BigInt),
})
const approval = z.object({
  tx: z.object({
    from: z.string(),
    to: z.string(),
    data: hex,
    value: z.string(),
    eip155: z.object({ gas: z.number(), gasPrice: z.string() }),
  }),
})

async function get<Schema extends z.ZodType>(path: string, query: Record<string, string>, schema: Schema): Promise<z.output<Schema>> {
  const response = await fetch(`${sandbox.urls.gateway}/v1/convert/${path}?${new URLSearchParams(query)}`)
  const body: unknown = await response.json()
  expect(response.status, JSON.stringify(body)).toBe(200)
  return schema.parse(body)
}

interface Pair {
  readonly from: string
  readonly to: string
  readonly amount: bigint
}
const questionOf = ({ from, to, amount }: Pair) => ({
  from: idOf(from),
  to: idOf(to),
  amount: String(amount),
  userAddress: idOf(user.address),
})

/** As existing clients send it: JSON that is said to be text. */
async function build(pair: Pair, more: Record<string, unknown> = {}) {
  const body = JSON.stringify({ ...questionOf(pair), eip155: { slippage: 1 }, projectId: 'x', disableEstimate: true, ...more })
  const response = await fetch(`${sandbox.urls.gateway}/v1/convert/build-transaction`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body,
  })
  return { status: response.status, body: (await response.json()) as unknown }
}

const plain = (id: string): Hex => id.split(':')[2] as Hex
const held = (token: string) =>
  token === native
    ? reads().getBalance({ address: user.address })
    : reads().readContract({ address: token as Hex, abi: erc20Abi, functionName: 'balanceOf', args: [user.address] })

async function mined(hash: Hex) {
  const receipt = await receiptOf(reads(), hash)
  expect(receipt.status).toBe('success')
  return receipt
}

/** Uniswap's own words, written a second time. */
const router02Words = parseAbi([
  'struct Several { bytes path; address recipient; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Several params) payable returns (uint256)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to) payable returns (uint256)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
])
const quoterWords = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] prices, uint32[] ticks, uint256 gasEstimate)',
  'struct Single { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(Single params) returns (uint256 amountOut, uint160 price, uint32 ticks, uint256 gasEstimate)',
])
const partsOf = (data: Hex) => {
  const { functionName, args } = decodeFunctionData({ abi: router02Words, data })
  if (functionName !== 'multicall') throw new Error(`This is ${functionName}.`)
  return args[1].map((part) => decodeFunctionData({ abi: router02Words, data: part }))
}

/**
 * What is quoted is what comes, and is what an approval of exactly the amount is enough for.
 * @returns what the transaction does, by the names of Uniswap's router
 */
async function gives(pair: Pair, path: readonly string[]): Promise<readonly string[]> {
  const found = await get('quotes', { ...questionOf(pair), gasPrice: '1000000000' }, quotes)
  const [quote] = found.quotes
  if (!quote) throw new Error('There is no quote.')
  expect(quote.path).toEqual(path.map((token) => token.toLowerCase()))
  expect(quote.minAmount).toBe((quote.toAmount * 9900n) / 10_000n)
  expect(quote.impact).toBeGreaterThan(0)
  expect(quote.expiresAt - Date.now()).toBeGreaterThan(25_000)
  expect(quote.spender).toBe(pair.from === native ? null : addresses.router02.toLowerCase())

  if (pair.from !== native) {
    const { tx } = await get('build-approve', { ...questionOf(pair), amount: String(pair.amount) }, approval)
    expect(plain(tx.to)).toBe(addresses.router02.toLowerCase())
    await mined(await wallet().sendTransaction({ to: plain(tx.from), data: tx.data, gas: BigInt(tx.eip155.gas) }))
    const allowance = await get(
      'allowance',
      { tokenAddress: idOf(pair.from), userAddress: idOf(user.address) },
      z.object({ allowance: z.string() }),
    )
    expect(allowance).toEqual({ allowance: String(pair.amount) })
  }
  const { body } = await build(pair, { quoteId: quote.id })
  const { tx, minAmount } = built.parse(body)
  expect(minAmount).toBe(quote.minAmount)
  expect([plain(tx.from), plain(tx.to)]).toEqual([user.address.toLowerCase(), quote.target])
  const before = await held(pair.to)
  const receipt = await mined(await wallet().sendTransaction({ to: plain(tx.to), data: tx.data, value: tx.amount, gas: tx.eip155.gas }))
  const paid = pair.to === native ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
  expect((await held(pair.to)) - before + paid).toBe(quote.toAmount)
  for (const token of [addresses.weth, addresses.usdc, addresses.dai, addresses.port])
    expect(await reads().readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [addresses.router02] })).toBe(0n)
  return partsOf(tx.data).map(({ functionName }) => functionName)
}

describe('a swap by the routers of the seed', () => {
  const { weth, usdc, dai, port } = addresses
  const [v2, v3, unwraps] = ['swapExactTokensForTokens', 'exactInput', 'unwrapWETH9']
  test.each<[string, Pair, readonly string[], readonly (string | undefined)[]]>([
    ['a coin for a token, in one pool of V2', { from: native, to: port, amount: parseEther('1') }, [weth, port], [v2]],
    ['two pools of V2', { from: port, to: dai, amount: parseUnits('2000', 18) }, [port, weth, dai], [v2]],
    ['a token for a token, in the cheapest pool of V3', { from: usdc, to: dai, amount: parseUnits('2000', 6) }, [usdc, dai], [v3]],
    ['a token for a coin, over two pools of V3', { from: dai, to: native, amount: parseUnits('90', 18) }, [dai, usdc, weth], [v3, unwraps]],
    ['a coin for a token, in one pool of V3', { from: native, to: usdc, amount: parseEther('0.1') }, [weth, usdc], [v3]],
    ['split over a pool of each kind', { from: native, to: usdc, amount: parseEther('30') }, [weth, usdc], [v2, v3]],
  ])('gives what was quoted, to the wei: %s', async (_, pair, path, parts) => expect(await gives(pair, path)).toEqual(parts))

  test('a split gives more than any pool alone', async () => {
    const amountIn = parseEther('100')
    const [quote] = (await get('quotes', { ...questionOf({ from: native, to: usdc, amount: amountIn }), gasPrice: '1000000000' }, quotes))
      .quotes
    const alone = await Promise.all([
      ...[500, 3000].map(async (fee) => {
        const params = { tokenIn: weth, tokenOut: usdc, amountIn, fee, sqrtPriceLimitX96: 0n }
        const asked = { address: addresses.quoter, abi: quoterWords, functionName: 'quoteExactInputSingle', args: [params] } as const
        return (await reads().simulateContract(asked)).result[0]
      }),
      reads()
        .readContract({ address: addresses.router, abi: routerAbi, functionName: 'getAmountsOut', args: [amountIn, [weth, usdc]] })
        .then((amounts) => amounts[1] ?? 0n),
    ])
    for (const one of alone) expect(quote?.toAmount).toBeGreaterThan(one)
  })

  test('goes three hops where that gives more, and gives that to the wei', async () => {
    // In the pool of V2 DAI becomes dear for the coin, and stays cheap for the other dollar.
    const args = [0n, [weth, dai], user.address, maxUint256] as const
    const router = { address: addresses.router, abi: routerAbi, functionName: 'swapExactETHForTokens' } as const
    await mined(await wallet().writeContract({ ...router, args, value: parseEther('500') }))
    await gives({ from: addresses.port, to: addresses.dai, amount: parseUnits('1000', 18) }, [
      addresses.port,
      addresses.weth,
      addresses.usdc,
      addresses.dai,
    ])
  })

  test('V3: the router refuses what is late, too little, or by a pool that is not there, and nobody makes a pool twice', async () => {
    const call = (data: Hex, value = 0n) => reads().call({ account: user.address, to: addresses.router02, data, value })
    const words = { abi: router02Abi, address: addresses.router02 } as const
    const one = { tokenIn: weth, tokenOut: usdc, fee: 500, recipient: user.address, amountIn: 10n ** 15n, sqrtPriceLimitX96: 0n }
    const single = (more: Partial<typeof one> & { amountOutMinimum?: bigint } = {}) => {
      const params = { ...one, amountOutMinimum: 1n, ...more }
      return reads().simulateContract({ ...words, functionName: 'exactInputSingle', args: [params], account: user, value: one.amountIn })
    }
    expect((await single()).result).toBeGreaterThan(3_000_000n)
    await expect(single({ amountOutMinimum: 4_000_000n })).rejects.toThrow('InsufficientAmount')
    await expect(single({ fee: 10_000 })).rejects.toThrow('PoolNotFound')
    await expect(single({ sqrtPriceLimitX96: 1n })).rejects.toThrow('PriceLimitUnsupported')
    const late = { ...words, functionName: 'multicall', args: [1n, []] } as const
    await expect(reads().simulateContract(late)).rejects.toThrow('Expired')
    await expect(call('0x')).rejects.toThrow()
    const again = {
      address: addresses.poolFactory,
      abi: poolFactoryAbi,
      functionName: 'createPool',
      args: [usdc, weth, 500, 1n, 1n],
    } as const
    await expect(reads().simulateContract(again)).rejects.toThrow('PoolExists')
  })

  test('tells a price impact that grows with the amount, without the pools’ fees', async () => {
    const impactOf = async (ether: string) =>
      (await get('quotes', questionOf({ from: native, to: addresses.usdc, amount: parseEther(ether) }), quotes)).quotes[0]?.impact
    expect(await impactOf('0.01')).toBeLessThan(0.0001)
    expect(await impactOf('200')).toBeGreaterThan(0.05)
  })

  test('needs no quote: what existing clients ask for is built by the usual spender', async () => {
    const { status, body } = await build({ from: native, to: addresses.usdc, amount: 10n ** 15n })
    expect(status).toBe(200)
    const { tx } = built.parse(body)
    await mined(await wallet().sendTransaction({ to: plain(tx.to), data: tx.data, value: tx.amount, gas: tx.eip155.gas }))
  })

  test('reverts when less would come out than was promised', async () => {
    const pair = { from: native, to: addresses.usdc, amount: parseEther('10') }
    const [quote] = (await get('quotes', { ...questionOf(pair), slippage: '0.1' }, quotes)).quotes
    const { tx } = built.parse((await build(pair, { quoteId: quote?.id })).body)
    const other = built.parse((await build({ from: native, to: addresses.usdc, amount: parseEther('50') })).body).tx
    await mined(await wallet().sendTransaction({ to: plain(other.to), data: other.data, value: other.amount, gas: other.eip155.gas }))
    const sent = reads().call({ account: user.address, to: plain(tx.to), data: tx.data, value: tx.amount })
    await expect(sent).rejects.toThrow('revert')
  })
})

describe('what is refused', () => {
  const reasons = z.object({
    error: z.object({ code: z.string() }),
    reasons: z.array(z.object({ name: z.string(), description: z.string() })),
  })
  const refused = async (path: string) => {
    const response = await fetch(`${sandbox.urls.gateway}/v1/convert/${path}`)
    return [response.status, reasons.parse(await response.json()).reasons[0]] as const
  }
  const ask = (more: Record<string, string>) =>
    refused(`quotes?${new URLSearchParams({ ...questionOf({ from: native, to: addresses.usdc, amount: 1n }), ...more })}`)

  test('a pair without pools, a chain that is not served, and fields that are wrong', async () => {
    const noRoute = { name: 'noRoute', description: 'Insufficient liquidity' }
    expect(await ask({ to: idOf(operator) })).toEqual([400, noRoute])
    expect(await ask({ to: idOf(addresses.weth) })).toEqual([400, noRoute])
    const nowhere = { from: `eip155:5:${native}`, to: `eip155:5:${addresses.usdc}` }
    expect(await ask(nowhere)).toEqual([400, { name: 'unsupportedNetwork', description: 'Network not supported for Swaps' }])
    expect(await refused('gas-price?chainId=eip155:5')).toEqual([
      400,
      { name: 'unsupportedNetworkForGasPrice', description: 'Network not supported for Gas Price' },
    ])
    for (const wrong of [
      { amount: '0' },
      { amount: '1.5' },
      { amount: '9'.repeat(40) },
      { slippage: '6' },
      { slippage: '0' },
      { userAddress: 'x' },
    ]) {
      expect(await ask(wrong), JSON.stringify(wrong)).toMatchObject([400, { name: 'invalid-query' }])
    }
  })

  test('an approval for a contract that swaps nothing here', async () => {
    const asked = { ...questionOf({ from: addresses.usdc, to: addresses.dai, amount: 1n }), spender: idOf(operator) }
    expect(await refused(`build-approve?${new URLSearchParams(asked)}`)).toMatchObject([400, { name: 'unknownSpender' }])
  })

  test('a quote of another swap, and one whose time is over', async () => {
    const pair = { from: native, to: addresses.usdc, amount: parseEther('1') }
    const [quote] = (await get('quotes', questionOf(pair), quotes)).quotes
    const asked = [
      [{ ...pair, amount: pair.amount + 1n }, quote?.id],
      [{ ...pair, to: addresses.dai }, quote?.id],
      [pair, quote?.id.replace(/^0~[^~]+/, `0~${(Date.now() - 1).toString(36)}`)],
      [pair, quote?.id.replace(/^0~[^~]+/, `0~${(Date.now() + 60_000).toString(36)}`)],
      [pair, 'nonsense'],
    ] as const
    for (const [swap, quoteId] of asked) {
      const { status, body } = await build(swap, { quoteId })
      expect([status, reasons.parse(body).reasons[0]?.name], quoteId).toEqual([400, 'quoteExpired'])
    }
  })
})

test('lists what can be swapped, and the price of gas', async () => {
  const listed = await get(
    'tokens',
    { chainId: 'eip155:8453' },
    z.object({ tokens: z.array(z.object({ symbol: z.string(), address: z.string(), eip2612: z.boolean() })) }),
  ) // prettier-ignore
  expect(listed.tokens.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'DAI', 'PORT', 'WETH'])
  expect(listed.tokens[0]?.address).toBe(idOf(native))
  const units = z.string().transform(BigInt)
  const { standard, fast, instant } = await get(
    'gas-price',
    { chainId: 'eip155:8453' },
    z.object({ standard: units, fast: units, instant: units }),
  )
  expect([standard > 0n, fast >= standard, instant >= fast]).toEqual([true, true, true])
  const coin = await get('allowance', { tokenAddress: idOf(native), userAddress: idOf(user.address) }, z.object({ allowance: z.string() }))
  expect(coin.allowance).toBe(String(maxUint256))
})
