import { expect, test } from 'vitest'
import { createFeeWorths } from './worth.js'

const fee = { expected: '0.001', ceiling: '0.002', symbol: 'ETH' }
const networkId = 'eip155:1'

/** A gateway that answers with what the test says, and counts what it was asked. */
function setUp(said: () => Response | Promise<Response>, gatewayUrl: string | undefined = 'https://api.example') {
  const asked: unknown[] = []
  let time = 0
  const worths = createFeeWorths({
    gatewayUrl,
    now: () => time,
    fetch: async (url, init) => {
      asked.push([url, await new Request('https://api.example', init).json()])
      return said()
    },
  })
  return { worths, asked, pass: (ms: number) => (time += ms) }
}

const priced = (price: unknown) => () => Response.json({ fungibles: [{ address: 'x', price }] })

test('a fee is worth what the gateway says of the coin, which is asked once a minute', async () => {
  const { worths, asked, pass } = setUp(priced(2000))
  worths.warm(networkId)
  expect(await worths.of({ fee, networkId })).toEqual({ expected: 2, ceiling: 4 })
  expect(await worths.of({ fee, networkId })).toEqual({ expected: 2, ceiling: 4 })
  const coin = `${networkId}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`
  expect(asked).toEqual([['https://api.example/v1/fungible/price', { currency: 'usd', addresses: [coin] }]])
  pass(60_001)
  await worths.of({ fee, networkId })
  expect(asked).toHaveLength(2)
})

test('nothing is said without a gateway, of a fee in a token, and of what is free', async () => {
  const none = createFeeWorths({ gatewayUrl: undefined, fetch: () => expect.unreachable() })
  expect(await none.of({ fee, networkId })).toBeUndefined()
  const { worths, asked } = setUp(priced(2000))
  expect(await worths.of({ fee: { ...fee, isToken: true }, networkId })).toBeUndefined()
  expect(await worths.of({ networkId })).toBeUndefined()
  expect(asked).toEqual([])
})

test.each<[string, () => Response | Promise<Response>]>([
  ['has no price', () => Response.json({ fungibles: [] })],
  ['has a price of nothing', priced(0)],
  ['has a price that is no number', priced('2000')],
  ['answers with something else', () => new Response('<html>')],
  ['refuses', () => new Response('', { status: 500 })],
  ['is away', () => Promise.reject(new TypeError('away'))],
])('where the gateway %s, the fee is shown in its coin', async (_, said) => {
  const { worths, asked } = setUp(said)
  expect(await worths.of({ fee, networkId })).toBeUndefined()
  expect(asked).toHaveLength(1)
})

test('S11: a price so high that no number is left keeps no request from being shown: the fee stands in its coin', async () => {
  const { worths } = setUp(priced(1e308))
  expect(await worths.of({ fee: { ...fee, ceiling: '20' }, networkId })).toBeUndefined()
  expect(await worths.of({ fee, networkId })).toEqual({ expected: 1e305, ceiling: 2e305 })
})

test('a gateway that failed is asked again with the next fee', async () => {
  let answers = false
  const { worths } = setUp(() => (answers ? priced(2000)() : new Response('', { status: 503 })))
  expect(await worths.of({ fee, networkId })).toBeUndefined()
  answers = true
  expect(await worths.of({ fee, networkId })).toEqual({ expected: 2, ceiling: 4 })
})

test('a gateway that is silent holds an approval up for a second at most', async () => {
  const { worths } = setUp(() => new Promise(() => {}))
  const from = performance.now()
  expect(await worths.of({ fee, networkId })).toBeUndefined()
  expect(performance.now() - from).toBeLessThan(3_000)
})
