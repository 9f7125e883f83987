import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { chainOf, ethereum, parametersOf, signal, standIn } from '../test/standIn.js'
import { coingecko } from './coingecko.js'
import { llama } from './llama.js'

const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const ask = { currency: 'usd', signal } as const

test('DefiLlama: coins and contracts in one request, with age and confidence', async () => {
  const asked: string[] = []
  const app = new Hono().get('/prices/current/:coins', (context) => {
    asked.push(context.req.param('coins'))
    return context.json({
      coins: {
        'coingecko:ethereum': { price: 3000, symbol: 'ETH', timestamp: 1_700_000_000, confidence: 0.99 },
        [`ethereum:${usdc}`]: { price: 1, symbol: 'USDC', decimals: 6, timestamp: 1_700_000_000 },
      },
    })
  })
  const { prices } = llama(parametersOf(standIn(app), { kind: 'llama' }))
  expect(await prices?.({ tokens: ['native', usdc, '0xdead'], ...ask })).toEqual([
    { token: 'native', price: 3000, at: 1_700_000_000_000, confidence: 0.99 },
    { token: usdc, price: 1, at: 1_700_000_000_000 },
  ])
  expect(asked).toEqual([`coingecko:ethereum,ethereum:${usdc},ethereum:0xdead`])
})

test('DefiLlama: many tokens are several requests', async () => {
  let requests = 0
  const app = new Hono().get('/prices/current/:coins', (context) => {
    requests += 1
    const coins = context.req.param('coins').split(',')
    return context.json({ coins: Object.fromEntries(coins.map((coin) => [coin, { price: 2, timestamp: 1 }])) })
  })
  const tokens = Array.from({ length: 200 }, (_, at) => `0x${String(at).padStart(40, '0')}`)
  expect(await llama(parametersOf(standIn(app), { kind: 'llama' })).prices?.({ tokens, ...ask })).toHaveLength(200)
  expect(requests).toBe(3)
})

test('CoinGecko: the coin by its id, contracts by platform; the key goes to the paid host alone', async () => {
  const asked: { url: URL; key: string | undefined }[] = []
  const app = new Hono()
    .use(async (context, next) => {
      asked.push({ url: new URL(context.req.url), key: context.req.header('x-cg-pro-api-key') })
      await next()
    })
    .get('/api/v3/simple/price', (context) => context.json({ ethereum: { usd: 3000, last_updated_at: 1_700_000_000 } }))
    .get('/api/v3/simple/token_price/ethereum', (context) =>
      context.json({ [usdc]: { usd: 1.001 }, '0xdead': {}, '0xbeef': { usd: null, last_updated_at: null } }),
    )
  const all = { tokens: ['native', usdc, '0xdead', '0xbeef'], ...ask }
  // A price without its age is a stale one.
  const expected = [
    { token: 'native', price: 3000, at: 1_700_000_000_000 },
    { token: usdc, price: 1.001, at: 0 },
  ]
  expect(await coingecko(parametersOf(standIn(app), { kind: 'coingecko' })).prices?.(all)).toEqual(expected)
  expect(asked.map(({ url, key }) => [url.host, key])).toEqual([
    ['api.coingecko.com', undefined],
    ['api.coingecko.com', undefined],
  ])
  asked.length = 0
  await coingecko(parametersOf(standIn(app), { kind: 'coingecko', key: 'paid' })).prices?.(all)
  expect(asked.map(({ url, key }) => [url.host, key])).toEqual([
    ['pro-api.coingecko.com', 'paid'],
    ['pro-api.coingecko.com', 'paid'],
  ])
})

test.each([
  ['llama', llama],
  ['coingecko', coingecko],
])('%s leaves chains that it does not know to the next', (kind, make) => {
  const chain = chainOf({ ...ethereum, id: 'eip155:31337' })
  expect(make(parametersOf(standIn(new Hono()), { kind }, chain)).prices).toBeUndefined()
})

test.each([
  ['llama', llama],
  ['coingecko', coingecko],
])('%s: patience, silence and nonsense are told apart', async (kind, make) => {
  const asking = (app: Hono) => make(parametersOf(standIn(app), { kind })).prices?.({ tokens: ['native'], ...ask })
  const busy = new Hono().get('*', (context) => context.json({}, 429, { 'retry-after': '60' }))
  await expect(asking(busy)).rejects.toMatchObject({ reason: 'rate-limited', retryAfter: 60 })
  await expect(asking(new Hono().get('*', (context) => context.text('', 502)))).rejects.toMatchObject({ reason: 'unavailable' })
  const words = new Hono().get('*', (context) => context.json({ coins: { a: { price: 'many' } }, ethereum: { usd: 'many' } }))
  await expect(asking(words)).rejects.toMatchObject({ reason: 'malformed' })
})
