import { OptionsError } from '@portico/service'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { type AccountChain, type Accounts } from '../account/accounts.js'
import type { ChainOptions } from '../chains/chains.js'
import { createNode } from '../rpc/node.js'
import { chainOf, ethereum, standIn } from '../providers/test/standIn.js'
import { createSwaps } from './swaps.js'
import { native } from './types.js'

const user = `0x${'a'.repeat(40)}` as const
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const coin = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const oneinchRouter = '0x111111125421ca6dc452d289314280a0f8842a65'
const allowanceHolder = '0x0000000000001ff3684f28c67538d4d072c22734'
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const settler = '0x5ce929ddb01804bff35b2f5c77b735bdb094aac8'
const diamond = '0x1231deb6f5749ef6ce6943a275a1d3e7486f4eae'
const solana = { id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', name: 'Solana', native: { name: 'Solana', symbol: 'SOL', decimals: 9 } }
const [mint, owner] = ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM']

const swapAbi = parseAbi([
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256, uint256)',
])
const oneinchData = (least: bigint, amount = 1_000_000n) =>
  encodeFunctionData({
    abi: swapAbi,
    functionName: 'swap',
    args: [user, { srcToken: usdc, dstToken: coin, srcReceiver: user, dstReceiver: user, amount, minReturnAmount: least, flags: 0n }, '0x'],
  })

type Kind = 'oneinch' | 'zeroex' | 'zeroex-permit2' | 'lifi' | 'jupiter'
type Answer = (context: Context) => Response | Promise<Response>
interface World {
  /** What each service gives, in the smallest unit of what is bought. */
  readonly gives: Record<Kind, bigint>
  /** Answers in the place of a service's own. */
  readonly instead: Partial<Record<Kind, Answer>>
  readonly asked: Request[]
}

/** What 0x would have signed. */
const permitFor = (more: Record<string, unknown> = {}, domain: Record<string, unknown> = {}) => ({
  type: 'Permit2',
  hash: `0x${'1'.repeat(64)}`,
  eip712: {
    types: {},
    domain: { name: 'Permit2', chainId: 1, verifyingContract: permit2, ...domain },
    primaryType: 'PermitTransferFrom',
    message: {
      permitted: { token: usdc, amount: '1000000' },
      spender: settler,
      nonce: '2241959297937691',
      deadline: '1800000300',
      ...more,
    },
  },
})

/** The services, as their documentation has them, by their hosts. */
function servicesOf({ gives, instead, asked }: World): typeof fetch {
  const slipped = (amount: bigint, share: number): string => String((amount * BigInt(Math.round((1 - share) * 10_000))) / 10_000n)
  const oneinch = new Hono()
    .get('/swap/v6.1/1/approve/spender', (context) => context.json({ address: oneinchRouter }))
    .use(async (context, next) => (instead.oneinch ? await instead.oneinch(context) : await next()))
    .get('/swap/v6.1/1/quote', (context) => context.json({ dstAmount: String(gives.oneinch), gas: 200_000 }))
    .get('/swap/v6.1/1/swap', (context) => {
      const least = BigInt(slipped(gives.oneinch, Number(context.req.query('slippage')) / 100))
      const tx = { from: user, to: oneinchRouter, data: oneinchData(least), value: '0', gas: 300_000, gasPrice: '1' }
      return context.json({ dstAmount: String(gives.oneinch), tx })
    })
  const zeroex = new Hono()
    .use('/swap/allowance-holder/*', async (context, next) => (instead.zeroex ? await instead.zeroex(context) : await next()))
    .use('/swap/permit2/*', async (context, next) => (instead['zeroex-permit2'] ? await instead['zeroex-permit2'](context) : await next()))
    .get('/swap/permit2/:what', (context) => {
      const least = slipped(gives['zeroex-permit2'], Number(context.req.query('slippageBps')) / 10_000)
      const common = { liquidityAvailable: true, buyAmount: String(gives['zeroex-permit2']), minBuyAmount: least, allowanceTarget: permit2 }
      if (context.req.param('what') === 'price') return context.json({ ...common, gas: '250000', gasPrice: '1' })
      const transaction = { to: settler, data: '0x1fff991f', gas: '300000', gasPrice: '1', value: '0' }
      return context.json({ ...common, transaction, permit2: permitFor() })
    })
    .get('/swap/allowance-holder/:what', (context) => {
      const least = slipped(gives.zeroex, Number(context.req.query('slippageBps')) / 10_000)
      const fees = { integratorFee: null, zeroExFee: { amount: '15', token: usdc, type: 'volume' }, gasFee: null }
      const common = {
        liquidityAvailable: true,
        buyAmount: String(gives.zeroex),
        minBuyAmount: least,
        allowanceTarget: allowanceHolder,
        fees,
      }
      if (context.req.param('what') === 'price') return context.json({ ...common, gas: '210000', gasPrice: '1' })
      return context.json({ ...common, transaction: { to: allowanceHolder, data: '0x2213bc0b', gas: '300000', gasPrice: '1', value: '0' } })
    })
  const lifi = new Hono()
    .use(async (context, next) => (instead.lifi ? await instead.lifi(context) : await next()))
    .get('/v1/quote', (context) => {
      const least = slipped(gives.lifi, Number(context.req.query('slippage')))
      const onTop = { name: 'Relay', amount: '1000', token: { address: `0x${'0'.repeat(40)}` }, included: false }
      const estimate = {
        toAmount: String(gives.lifi),
        toAmountMin: least,
        approvalAddress: diamond,
        feeCosts: [onTop],
        gasCosts: [{ estimate: '220000' }],
      }
      return context.json({
        tool: 'sushiswap',
        estimate,
        transactionRequest: { to: diamond, data: '0x12', value: '0x0', gasLimit: '0x493e0' },
      })
    })
  const jupiter = new Hono()
    .use(async (context, next) => (instead.jupiter ? await instead.jupiter(context) : await next()))
    .get('/swap/v2/order', (context) =>
      context.json({ transaction: 'AQID', requestId: 'r', outAmount: String(gives.jupiter), router: 'iris', mode: 'manual', feeBps: 10 }),
    )
  const hosts: Record<string, typeof fetch> = {
    'api.1inch.dev': standIn(oneinch),
    'api.0x.org': standIn(zeroex),
    'li.quest': standIn(lifi),
    'api.jup.ag': standIn(jupiter),
  }
  return (input, init) => {
    const request = new Request(input, init)
    asked.push(request)
    const host = hosts[new URL(request.url).host]
    return host ? host(request) : Promise.reject(new TypeError('fetch failed'))
  }
}

function setUp(kinds: readonly Kind[], { gives, instead }: Partial<World> = {}) {
  const world: World = {
    gives: { oneinch: 1000n, zeroex: 1000n, 'zeroex-permit2': 1000n, lifi: 1000n, jupiter: 1000n, ...gives },
    instead: { ...instead },
    asked: [],
  }
  const fetch = servicesOf(world)
  const isSolana = kinds.includes('jupiter')
  const options: ChainOptions = {
    ...ethereum,
    ...(isSolana && solana),
    swap: { providers: kinds.map((kind) => ({ kind, key: 'secret' })) },
  }
  const chain = chainOf(options)
  let now = 1_800_000_000_000
  const node = createNode({ urls: chain.rpc, fetch })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of the accounts is looked at
  const accounts = { chains: new Map([[chain.id, { chain, node } as AccountChain]]) } as unknown as Accounts
  const prices = () => Promise.resolve(new Map<string, number>())
  const { chains } = createSwaps({ accounts, prices, fetch, clock: () => now, log: () => {}, quoteMs: 60 })
  const swaps = chains.get(chain.id)
  if (!swaps) throw new Error('There are no swaps.')
  const question = {
    from: isSolana ? mint : usdc,
    to: native,
    amount: 1_000_000n,
    user: isSolana ? owner : user,
    slippage: 100,
    gasPrice: 0n,
    signal: new AbortController().signal,
  }
  return { ...world, swaps, question, quotes: () => swaps.quotes(question), wait: (milliseconds: number) => (now += milliseconds) }
}
const kindsOf = (quotes: readonly { provider: string }[]) => quotes.map(({ provider }) => provider)
const refused = (reason: string) => ({ name: 'SwapRefusedError', reason })

describe.each<[Kind, string, (string | null)?, string?]>([
  ['oneinch', oneinchRouter],
  ['zeroex', allowanceHolder],
  ['zeroex-permit2', permit2, null, settler],
  ['lifi', diamond],
])('%s', (kind, contract, target = contract, to = contract) => {
  test('quotes, and makes the transaction of its quote', async () => {
    const { quotes, swaps, question } = setUp([kind])
    const [quote] = await quotes()
    expect(quote).toMatchObject({ amountOut: 1000n, minOut: 990n, spender: contract, target, provider: kind })
    const built = await swaps.build(question, quote?.id)
    expect(built).toMatchObject({ to, minOut: 990n, spender: contract, value: 0n, gas: 300_000n })
  })

  test('keeps what it promised when the price has moved a little, and refuses when it has moved further', async () => {
    const { quotes, swaps, question, gives } = setUp([kind])
    const [quote] = await quotes()
    gives[kind] = 995n
    expect((await swaps.build(question, quote?.id)).minOut).toBeGreaterThanOrEqual(990n)
    gives[kind] = 989n
    await expect(swaps.build(question, quote?.id)).rejects.toMatchObject(refused('priceMoved'))
  })

  test.each<[string, Answer, object]>([
    ['asks for patience', (context) => context.text('', 429, { 'retry-after': '7' }), { reason: 'rate-limited', retryAfter: 7 }],
    ['refuses the key', (context) => context.json({ message: 'Unauthorized' }, 401), { reason: 'refused' }],
    ['breaks off', (context) => context.body('{"dstAmount":', 200), { reason: 'malformed' }],
    ['says something else', (context) => context.json({ ok: true }), { reason: 'malformed' }],
    ['is down', (context) => context.text('', 502), { reason: 'unavailable' }],
    ['is slow', () => new Promise<Response>(() => {}), { reason: 'unavailable' }],
  ])('%s: told as what it is', async (_, answer, failure) => {
    await expect(setUp([kind], { instead: { [kind]: answer } }).quotes()).rejects.toMatchObject({ name: 'ProviderError', ...failure })
  })

  test('does not take a transaction to another contract', async () => {
    const { quotes, swaps, question, instead } = setUp([kind])
    const [quote] = await quotes()
    const other = `0x${'b'.repeat(40)}`
    const tx = { to: other, data: oneinchData(990n), value: '0', gas: '1', gasLimit: '0x1' }
    const estimate = { toAmount: '1000', toAmountMin: '990', approvalAddress: other }
    const allowanceTarget = kind === 'zeroex' ? allowanceHolder : permit2
    const amounts = { liquidityAvailable: true, buyAmount: '1000', minBuyAmount: '990', allowanceTarget, permit2: permitFor() }
    instead[kind] = (context) => context.json({ dstAmount: '1000', tx, transaction: tx, transactionRequest: tx, estimate, ...amounts })
    await expect(swaps.build(question, quote?.id)).rejects.toMatchObject({ name: 'ProviderError', reason: 'malformed' })
  })
})

test.each<[Kind, Answer]>([
  ['oneinch', (context) => context.json({ error: 'Bad Request', description: 'insufficient liquidity', statusCode: 400 }, 400)],
  ['zeroex', (context) => context.json({ liquidityAvailable: false, zid: '0x1' })],
  ['zeroex-permit2', (context) => context.json({ liquidityAvailable: false, zid: '0x1' })],
  ['lifi', (context) => context.json({ message: 'No available quotes for the requested transfer', code: 1002 }, 404)],
  ['jupiter', (context) => context.json({ error: 'Failed to get quotes' }, 400)],
])('%s has no route', async (kind, answer) => {
  await expect(setUp([kind], { instead: { [kind]: answer } }).quotes()).rejects.toMatchObject(refused('noRoute'))
})

describe('0x by Permit2', () => {
  test('tells what is to be signed for the transaction, and asks for that as its documentation says', async () => {
    const { quotes, swaps, question, asked } = setUp(['zeroex-permit2'])
    const [quote] = await quotes()
    const permit = { spender: settler, nonce: 2_241_959_297_937_691n, deadline: 1_800_000_300n }
    expect(await swaps.build(question, quote?.id)).toMatchObject({ permit2: permit })
    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(['/swap/permit2/price', '/swap/permit2/quote'])
    expect(new URL(asked[1]?.url ?? '').searchParams.get('taker')).toBe(user)
  })

  test.each<[string, object]>([
    ['another token', permitFor({ permitted: { token: allowanceHolder, amount: '1000000' } })],
    ['more than is swapped', permitFor({ permitted: { token: usdc, amount: '1000001' } })],
    ['everything', permitFor({ permitted: { token: usdc, amount: String(2n ** 256n - 1n) } })],
    ['somebody else to take it', permitFor({ spender: user })],
    ['another chain', permitFor({}, { chainId: 10 })],
    ['another contract than Permit2', permitFor({}, { verifyingContract: user })],
  ])('does not pass on what would have %s signed', async (_, permit) => {
    const { quotes, swaps, question, instead } = setUp(['zeroex-permit2'])
    const [quote] = await quotes()
    const transaction = { to: settler, data: '0x1fff991f', gas: '300000', gasPrice: '1', value: '0' }
    const amounts = { liquidityAvailable: true, buyAmount: '1000', minBuyAmount: '990', allowanceTarget: permit2 }
    instead['zeroex-permit2'] = (context) => context.json({ ...amounts, transaction, permit2: permit })
    await expect(swaps.build(question, quote?.id)).rejects.toMatchObject({ name: 'ProviderError', reason: 'malformed' })
  })

  test('is nothing for clients that do not know what to sign: they get another’s, or none', async () => {
    const { swaps, question } = setUp(['zeroex-permit2', 'zeroex'], {
      gives: { oneinch: 0n, zeroex: 990n, 'zeroex-permit2': 1000n, lifi: 0n, jupiter: 0n },
    })
    expect(await swaps.build(question, undefined)).toMatchObject({ to: allowanceHolder, spender: allowanceHolder })
    const alone = setUp(['zeroex-permit2'])
    await expect(alone.swaps.build(alone.question, undefined)).rejects.toMatchObject(refused('unknownSpender'))
  })

  test('has no route for the coin, which needs no permit', async () => {
    const { swaps, question } = setUp(['zeroex-permit2'])
    await expect(swaps.quotes({ ...question, from: native, to: usdc })).rejects.toMatchObject(refused('noRoute'))
  })
})

test('each is asked as its documentation says', async () => {
  const { quotes, asked } = setUp(['oneinch', 'zeroex', 'lifi'])
  await quotes()
  const of = (host: string, path: string) => asked.find(({ url }) => new URL(url).host === host && new URL(url).pathname.endsWith(path))
  const queryOf = (request: Request | undefined) => Object.fromEntries(new URL(request?.url ?? '').searchParams)
  const [oneinch, zeroex, lifi] = [of('api.1inch.dev', '/quote'), of('api.0x.org', '/price'), of('li.quest', '/quote')]
  expect(oneinch?.headers.get('authorization')).toBe('Bearer secret')
  expect(queryOf(oneinch)).toMatchObject({ src: usdc, dst: coin, amount: '1000000' })
  expect([zeroex?.headers.get('0x-api-key'), zeroex?.headers.get('0x-version')]).toEqual(['secret', 'v2'])
  expect(queryOf(zeroex)).toEqual({ chainId: '1', sellToken: usdc, buyToken: coin, sellAmount: '1000000', taker: user, slippageBps: '100' })
  expect(queryOf(lifi)).toEqual({
    fromChain: '1',
    toChain: '1',
    fromToken: usdc,
    toToken: `0x${'0'.repeat(40)}`,
    fromAmount: '1000000',
    fromAddress: user,
    slippage: '0.01',
  })
})

describe('several together', () => {
  test('the best comes first, by what is left after gas and fees that are paid on top', async () => {
    const { quotes, swaps, question } = setUp(['oneinch', 'zeroex', 'lifi'], {
      gives: { oneinch: 100_000n, zeroex: 100_100n, 'zeroex-permit2': 0n, lifi: 100_900n, jupiter: 0n },
    })
    // LI.FI takes 1000 of the coin on top.
    expect(kindsOf(await quotes())).toEqual(['zeroex', 'oneinch', 'lifi'])
    // 0x takes 10,000 units of gas more than 1inch.
    expect(kindsOf(await swaps.quotes({ ...question, gasPrice: 1n }))).toEqual(['oneinch', 'zeroex', 'lifi'])
  })

  test('who fails or is slow does not hurt the others', async () => {
    const { quotes } = setUp(['oneinch', 'zeroex', 'lifi'], {
      instead: { oneinch: (context) => context.text('', 500), zeroex: () => new Promise<Response>(() => {}) },
    })
    expect(kindsOf(await quotes())).toEqual(['lifi'])
  })

  test('who asks for patience is left alone for as long', async () => {
    const { quotes, instead, asked, wait } = setUp(['zeroex', 'lifi'], {
      instead: { zeroex: (context) => context.text('', 429, { 'retry-after': '7' }) },
    })
    const times = () => asked.filter(({ url }) => url.includes('0x.org')).length
    await quotes()
    delete instead.zeroex
    wait(6999)
    expect(kindsOf(await quotes())).toEqual(['lifi'])
    expect(times()).toBe(1)
    wait(1)
    expect(kindsOf(await quotes())).toContain('zeroex')
  })

  test('that there is no route is said where everybody has answered so, and nothing is sure where somebody failed', async () => {
    const none: Answer = (context) => context.json({ liquidityAvailable: false })
    const no: Answer = (context) => context.json({ message: 'none', code: 1002 }, 404)
    await expect(setUp(['zeroex', 'lifi'], { instead: { zeroex: none, lifi: no } }).quotes()).rejects.toMatchObject(refused('noRoute'))
    const down: Answer = (context) => context.text('', 503)
    const half = setUp(['zeroex', 'lifi'], { instead: { zeroex: none, lifi: down } })
    await expect(half.quotes()).rejects.toMatchObject({ name: 'ProviderError' })
  })
})

test('Jupiter: a transaction of Solana, and no allowance', async () => {
  const { quotes, swaps, question, asked } = setUp(['jupiter'])
  const [quote] = await quotes()
  expect(quote).toMatchObject({ amountOut: 1000n, minOut: 990n, spender: null, fees: [{ amount: 1n, included: true }] })
  expect(asked[0]?.headers.get('x-api-key')).toBe('secret')
  expect(await swaps.build(question, quote?.id)).toMatchObject({ data: 'AQID', minOut: 990n })
  expect(await swaps.allowance({ token: mint, user: owner, spender: undefined, signal: question.signal })).toBe(2n ** 256n - 1n)
})

test('a provider of another chain, without its key, or of no kind is refused at the start', () => {
  const make = (swap: ChainOptions['swap'], more: Partial<ChainOptions> = {}) => {
    const chain = chainOf({ ...ethereum, ...more, swap })
    const node = createNode({ urls: chain.rpc, fetch })
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of the accounts is looked at
    const accounts = { chains: new Map([[chain.id, { chain, node } as AccountChain]]) } as unknown as Accounts
    return () => createSwaps({ accounts, prices: () => Promise.resolve(new Map<string, number>()), fetch, clock: Date.now, log: () => {} })
  }
  expect(make({})).not.toThrow()
  for (const kind of ['oneinch', 'zeroex', 'zeroex-gasless', 'zeroex-permit2'])
    expect(make({ providers: [{ kind }] })).toThrow('needs a key')
  expect(make({ providers: [{ kind: 'jupiter', key: 'x' }] })).toThrow(OptionsError)
  expect(make({ providers: [{ kind: 'lifi' }] }, solana)).toThrow(OptionsError)
  expect(make({ providers: [{ kind: 'nobody' }] })).toThrow('jupiter, lifi, onchain, oneinch, zeroex, zeroex-gasless, zeroex-permit2')
  expect(make({}, { id: 'eip155:100' })).toThrow('needs routers')
})
