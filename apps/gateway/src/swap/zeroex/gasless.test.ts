import { Hono, type Context } from 'hono'
import { recoverTypedDataAddress, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AccountChain, Accounts } from '../../account/accounts.js'
import { refuseAccount } from '../../http/refuseAccount.js'
import { chainOf, ethereum, standIn } from '../../providers/test/standIn.js'
import { createNode } from '../../rpc/node.js'
import { swapRoutes } from '../routes.js'
import { createSwaps } from '../swaps.js'
import { tradeTypes } from '../trade.js'

const signer = privateKeyToAccount(generatePrivateKey())
const user = signer.address.toLowerCase()
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
const settler = '0x5ce929ddb01804bff35b2f5c77b735bdb094aac8'
const id = `0x${'95'.repeat(32)}`
const hash = `0x${'c6'.repeat(32)}`

/** What 0x has signed, as its documentation shows it: numbers as text, addresses in small letters. */
const trade = (message: object = {}, swap: object = {}, domain: object = {}) => ({
  type: 'settler_metatransaction',
  hash: id,
  eip712: {
    types: tradeTypes,
    domain: { name: 'Permit2', chainId: 1, verifyingContract: permit2, ...domain },
    primaryType: 'PermitWitnessTransferFrom',
    message: {
      permitted: { token: usdc, amount: '1000000' },
      spender: settler,
      nonce: '2241959297937691820908574931991581',
      deadline: '1800000300',
      slippageAndActions: { recipient: user, buyToken: weth, minAmountOut: '990', actions: ['0x0dfeb419', '0x38c9c147'], ...swap },
      ...message,
    },
  },
})

const calls = z.array(z.object({ id: z.unknown() }))

type Answer = (context: Context) => Response | Promise<Response>
interface World {
  offer: object
  status: object
  /** Answers in the place of 0x's own, by the last part of the path. */
  readonly instead: Record<string, Answer>
  readonly asked: Request[]
}

function setUp(more: Partial<World> = {}) {
  const world: World = { offer: trade(), status: { status: 'pending' }, instead: {}, asked: [], ...more }
  const fees = { integratorFee: null, zeroExFee: null, gasFee: { amount: '13226', token: usdc, type: 'gas' } }
  const amounts = { liquidityAvailable: true, buyAmount: '1000', minBuyAmount: '990', allowanceTarget: permit2, fees }
  const approval = { type: 'permit', eip712: { message: { spender: permit2, value: String(2n ** 256n - 1n) } } }
  const answer =
    (own: Answer): Answer =>
    async (context) =>
      (await world.instead[new URL(context.req.url).pathname.split('/')[2] ?? '']?.(context)) ?? (await own(context))
  const service = new Hono()
    .get(
      '/gasless/price',
      answer((context) => context.json(amounts)),
    ) // prettier-ignore
    .get(
      '/gasless/quote',
      answer((context) => context.json({ ...amounts, approval, trade: world.offer })),
    )
    .post(
      '/gasless/submit',
      answer((context) => context.json({ tradeHash: id, type: 'settler_metatransaction', zid: '0x1' }, 201)),
    )
    .get(
      '/gasless/status/:id',
      answer((context) => context.json(world.status)),
    )
  const serve = standIn(service)
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    // The chain's own node, for the price of gas.
    if (new URL(request.url).host !== 'api.0x.org')
      return Response.json(calls.parse(await request.json()).map((call) => ({ jsonrpc: '2.0', id: call.id, result: '0x1' })))
    world.asked.push(request.clone())
    return serve(request)
  }
  const chain = chainOf({ ...ethereum, swap: { providers: [{ kind: 'zeroex-gasless', key: 'secret' }] } })
  const node = createNode({ urls: chain.rpc, fetch })
  const start = () => Promise.resolve()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of the accounts is looked at
  const accounts = { chains: new Map([[chain.id, { chain, node } as AccountChain]]), start } as unknown as Accounts
  const prices = () => Promise.resolve(new Map<string, number>())
  const swaps = createSwaps({ accounts, prices, fetch, clock: Date.now, log: () => {}, quoteMs: 500 })
  const app = new Hono().route('/v1/convert', swapRoutes(accounts, swaps))
  app.onError((error, context) => refuseAccount(context, error) ?? context.text('', 500))
  const ask = async (path: string, body?: object) => {
    const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await app.request(`/v1/convert/${path}`, init)
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const at = (address: string) => `eip155:1:${address}`
  const question = { from: at(usdc), to: at(weth), amount: '1000000', userAddress: at(user) }
  const quotes = z.object({ quotes: z.array(z.looseObject({ id: z.string() })) })
  const quote = async () => quotes.parse((await ask(`quotes?${new URLSearchParams({ ...question, gasPrice: '1' })}`)).body).quotes[0]
  const build = async () => ask('build-transaction', { ...question, quoteId: (await quote())?.id })
  return { ...world, world, ask, quote, build, at }
}

describe('0x gasless', () => {
  test('quotes without gas, and tells what sending it costs as a fee that is off already', async () => {
    const { quote, asked, at } = setUp()
    expect(await quote()).toMatchObject({
      provider: 'zeroex-gasless',
      toAmount: '1000',
      minAmount: '990',
      spender: permit2,
      target: null,
      gas: '0',
      fees: [{ name: 'Gas', amount: '13226', token: at(usdc) }],
    })
    const [price] = asked
    expect(price?.headers.get('0x-version')).toBe('v2')
    const query = { chainId: '1', sellToken: usdc, buyToken: weth, sellAmount: '1000000', taker: user, slippageBps: '100' }
    expect(Object.fromEntries(new URL(price?.url ?? '').searchParams)).toEqual(query)
  })

  test('has the swap itself signed, and never 0x’s allowance for everything', async () => {
    const { build } = setUp()
    const { status, body } = await build()
    const { types, ...said } = trade().eip712
    expect([status, body]).toMatchObject([200, { trade: said, minAmount: '990', spender: permit2 }])
    expect(types).toBe(tradeTypes)
    expect(JSON.stringify(body)).not.toContain(String(2n ** 256n - 1n))
  })

  test.each<[string, object]>([
    ['another token', trade({ permitted: { token: weth, amount: '1000000' } })],
    ['more than is swapped', trade({ permitted: { token: usdc, amount: '1000001' } })],
    ['somebody else’s swap', trade({}, { recipient: settler })],
    ['another token to get', trade({}, { buyToken: usdc })],
    ['less than is told', trade({}, { minAmountOut: '989' })],
    ['another chain', trade({}, {}, { chainId: 10 })],
    ['another contract than Permit2', trade({}, {}, { verifyingContract: settler })],
    ['another kind', { ...trade(), type: 'otc' }],
  ])('does not pass on what would have %s signed', async (_, offer) => {
    expect((await setUp({ offer }).build()).status).toBe(503)
  })

  test('hands in what was signed as 0x has it, and tells how far it is', async () => {
    const { ask, asked, world } = setUp()
    const { types: _, ...said } = trade().eip712
    const signature = await signer.signTypedData(trade().eip712 as Parameters<typeof signer.signTypedData>[0])
    expect(await ask('trades', { chainId: 'eip155:1', trade: said, signature })).toEqual({ status: 200, body: { id } })
    const sent = z
      .object({
        chainId: z.literal(1),
        trade: z.object({
          type: z.literal('settler_metatransaction'),
          eip712: z.looseObject({ message: z.unknown() }),
          signature: z.object({ v: z.number(), r: z.string(), s: z.string(), signatureType: z.literal(2) }),
        }),
      })
      .parse(await asked.at(-1)?.json())
    const { v, r, s } = sent.trade.signature
    const joined: Hex = `0x${r.slice(2)}${s.slice(2)}${v.toString(16)}`
    // It is signed by who signed it, as it stands there.
    const read = { ...sent.trade.eip712, signature: joined } as unknown as Parameters<typeof recoverTypedDataAddress>[0]
    expect((await recoverTypedDataAddress(read)).toLowerCase()).toBe(user)

    for (const [status, told] of [
      [{ status: 'pending' }, { status: 'pending', hash: null }],
      [
        { status: 'submitted', transactions: [{ hash, timestamp: 1 }] },
        { status: 'pending', hash },
      ],
      [
        { status: 'succeeded', transactions: [{ hash, timestamp: 1 }] },
        { status: 'pending', hash },
      ],
      [
        { status: 'confirmed', transactions: [{ hash, timestamp: 1 }] },
        { status: 'done', hash },
      ],
      [
        { status: 'failed', reason: 'transaction_simulation_failed' },
        { status: 'failed', hash: null },
      ],
    ] as const) {
      world.status = status
      expect(await ask(`trades/${id}?chainId=eip155:1`)).toEqual({ status: 200, body: told })
    }
  })

  test.each<[string, Answer]>([
    ['asks for patience', (context) => context.text('', 429, { 'retry-after': '7' })],
    ['refuses it', (context) => context.json({ name: 'SIGNATURE_INVALID' }, 400)],
    ['breaks off', (context) => context.body('{"tradeHash":', 200)],
    ['says something else', (context) => context.json({ ok: true })],
    ['is down', (context) => context.text('', 502)],
  ])('%s: said to be unavailable, when it is handed in and when it is asked about', async (_, fault) => {
    const { types: _types, ...said } = trade().eip712
    const body = { chainId: 'eip155:1', trade: said, signature: `0x${'1'.repeat(128)}1b` }
    const unavailable = { status: 503, body: { reasons: [{ name: 'unavailable' }] } }
    expect(await setUp({ instead: { submit: fault } }).ask('trades', body)).toMatchObject(unavailable)
    expect(await setUp({ instead: { status: fault } }).ask(`trades/${id}?chainId=eip155:1`)).toMatchObject(unavailable)
  })

  test('takes no trade of another kind, no half a signature, and on no chain where nobody takes any', async () => {
    const { ask, asked } = setUp()
    const { types: _, ...said } = trade().eip712
    const signature = `0x${'1'.repeat(128)}1b`
    const refused = [
      { chainId: 'eip155:1', trade: { ...said, primaryType: 'Permit' }, signature },
      { chainId: 'eip155:1', trade: said, signature: signature.slice(0, -2) },
      { chainId: 'eip155:10', trade: said, signature },
    ]
    for (const body of refused) expect((await ask('trades', body)).status).toBe(400)
    expect((await ask('trades/1?chainId=eip155:1')).status).toBe(400)
    expect(asked).toEqual([])
  })
})
