import { environmentManager, focusManager, QueryObserver } from '@tanstack/query-core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { queryClientOf } from '../../portico/query.js'
import { checkSwap, orderOfSwap } from './form/checkSwap.js'
import { setSwapAmount, setSwapToken } from './form/editSwap.js'
import { minimumOf, slippageLimits } from './order.js'
import { isFresh, swapQuotesQuery, type SwapQuote } from './quotes.js'
import { canSwap, findSwapToken, swapTokensQuery, withHoldings } from './tokens.js'
import { ether, fakeAddress, networkId, on, refusal, usdc, withSwaps } from './swap.test.helper.js'

beforeEach(() => {
  vi.useFakeTimers()
  environmentManager.setIsServer(() => false) // on a server nothing is asked twice
})
afterEach(() => {
  environmentManager.setIsServer(() => typeof window === 'undefined')
  vi.useRealTimers()
  focusManager.setFocused(undefined)
})

/** A form that somebody looks at. */
function look() {
  const setup = withSwaps()
  const { portico, form, server } = setup
  setSwapToken(portico, 'from', ether)
  setSwapToken(portico, 'to', usdc)
  const client = queryClientOf(portico)
  client.mount() // as the modal does: it hears of a page that is hidden
  const observer = new QueryObserver<readonly SwapQuote[]>(client, swapQuotesQuery(portico, undefined))
  const stop = observer.subscribe(() => undefined)
  const type = (amount: string) => {
    setSwapAmount(portico, amount)
    observer.setOptions(swapQuotesQuery(portico, orderOfSwap(form())))
  }
  const asked = () => server.asked.filter(({ path }) => path === '/v1/convert/quotes').map(({ query }) => query.get('amount'))
  const check = () => checkSwap(form(), observer.getCurrentResult())
  return { ...setup, type, asked, check, stop, observer }
}

test('asks once typing has rested for 200 ms, in base units and with the accounts of the wire', async () => {
  const { type, asked, check, server } = look()
  for (const amount of ['0', '0.', '0.2', '0.25']) {
    type(amount)
    await vi.advanceTimersByTimeAsync(150)
  }
  expect(asked()).toEqual([])
  expect(check().status).toBe('quoting')
  await vi.advanceTimersByTimeAsync(60)
  expect(asked()).toEqual(['250000000000000000'])
  const { query } = server.asked.find(({ path }) => path === '/v1/convert/quotes') ?? {}
  expect(Object.fromEntries(query ?? [])).toMatchObject({
    userAddress: on(fakeAddress),
    from: on('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'),
    to: on(usdc.address ?? ''),
    gasPrice: '1000',
    slippage: '1',
  })
  expect(check()).toMatchObject({ status: 'ready', swap: { units: 25n * 10n ** 16n, quote: { networkFee: 150_000_000n, impact: 0.0004 } } })
})

test('asks again every 10 s while somebody looks, not while the page is hidden, and no more once nobody does', async () => {
  const { type, asked, stop } = look()
  type('1')
  await vi.advanceTimersByTimeAsync(300)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked()).toHaveLength(3)
  focusManager.setFocused(false)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toHaveLength(3)
  focusManager.setFocused(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked().length).toBeGreaterThan(3)
  stop()
  const before = asked().length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toHaveLength(before)
})

test('S18: a price that is older than 30 s is none, and a newer one makes it good', async () => {
  const { type, check, server } = look()
  type('1')
  await vi.advanceTimersByTimeAsync(300)
  server.script = (path) => (path === '/v1/convert/quotes' ? refusal('unavailable', 404) : undefined)
  await vi.advanceTimersByTimeAsync(25_000)
  expect(check().status).toBe('ready')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(check().status).toBe('expired')
  server.script = () => undefined
  await vi.advanceTimersByTimeAsync(10_000)
  expect(check().status).toBe('ready')
})

test('S18: no clock of a gateway lengthens the 30 s, and one that was set back does not either', () => {
  const quote = { expiresAt: 100_000 } as SwapQuote
  expect(isFresh(quote, 99_999)).toBe(true)
  expect(isFresh(quote, 100_000)).toBe(false)
  expect(isFresh(quote, 60_000)).toBe(false)
})

describe('what there is to say instead of a price', () => {
  test.each([
    ['noRoute', '/v1/convert/quotes', 'noRoute'],
    ['unsupportedChain', '/v1/convert/quotes', 'unsupported'],
    ['unsupportedChain', '/v1/convert/gas-price', 'noGasPrice'],
    ['invalid-query', '/v1/convert/quotes', 'failed'],
  ])('%s of %s is %s', async (reason, where, status) => {
    const { type, check, server } = look()
    server.script = (path) => (path === where ? refusal(reason) : undefined)
    type('1')
    await vi.advanceTimersByTimeAsync(300)
    expect(check().status).toBe(status)
  })

  test('the form’s own, the first that is missing', async () => {
    const { type, check, portico } = look()
    expect(check().status).toBe('addAmount')
    for (const amount of ['x', '0', '1.0000000000000000001']) {
      type(amount)
      expect(check().status).toBe('incorrectValue')
    }
    type('2.1')
    await vi.advanceTimersByTimeAsync(300)
    expect(check().status).toBe('insufficientFunds') // and the price is there all the same
    setSwapToken(portico, 'to', ether)
    expect(check().status).toBe('addAmount') // turned round
  })
})

const answer = {
  id: 'a',
  fromAmount: '1000000000000000000',
  fromAccount: on('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'),
  toAmount: '1000',
  toAccount: on(usdc.address ?? ''),
}
test.each([
  ['as it was asked for', {}, 990n],
  ['with a minimum of its own', { minAmount: '995' }, 995n],
  ['with a minimum below what the visitor allows', { minAmount: '989' }, undefined],
  ['with a minimum above what comes out', { minAmount: '1001' }, undefined],
  ['of another amount', { fromAmount: '2000000000000000000' }, undefined],
  ['of another token', { toAccount: on('0x12') }, undefined],
  ['of another token to pay with', { fromAccount: on(usdc.address ?? '') }, undefined],
  ['of another network', { toAccount: `eip155:1:${usdc.address}` }, undefined],
  ['of nothing', { toAmount: '0' }, undefined],
  ['with a fraction', { toAmount: '1000.5' }, undefined],
])('S18: a quote %s', async (_, change, minimum) => {
  const { type, check, server } = look()
  server.script = (path) => (path === '/v1/convert/quotes' ? Response.json({ quotes: [{ ...answer, ...change }] }) : undefined)
  type('1')
  await vi.advanceTimersByTimeAsync(300)
  expect(check()).toMatchObject(minimum === undefined ? { status: 'failed' } : { status: 'ready', swap: { quote: { minimum } } })
})

test('S18: slippage is held between 0.1 % and 5 %, whatever is asked for', () => {
  expect(minimumOf(10_000n, slippageLimits.usual)).toBe(9_900n)
  for (const wild of [501, 10_000, Infinity]) expect(minimumOf(10_000n, wild)).toBe(9_500n)
  for (const tame of [0, -5]) expect(minimumOf(10_000n, tame)).toBe(9_990n)
})

test('tokens are those of the network, its own coin first, and what no list has is marked', async () => {
  const { portico } = withSwaps({
    getToken: ({ token }) => Promise.resolve({ address: token, symbol: 'USDC', name: 'Not the real one', units: 5n, decimals: 6 }),
  })
  const listed = await queryClientOf(portico).fetchQuery(swapTokensQuery(portico, networkId))
  expect(listed.map(({ symbol, address }) => [symbol, address])).toEqual([
    ['ETH', undefined],
    ['USDC', usdc.address],
  ])
  const dust = { ...usdc, address: `0x${'9'.repeat(40)}` }
  const { suggested, mine, others } = withHoldings(listed, [{ ...usdc, price: 1n }, dust, { ...ether, hidden: true }])
  expect(suggested.map(({ symbol, units }) => [symbol, units])).toEqual([
    ['ETH', ether.units],
    ['USDC', usdc.units],
  ])
  expect(mine).toMatchObject([{ symbol: 'USDC', price: 1n }, { unlisted: true }])
  expect(others.map(({ symbol }) => symbol)).toEqual(['ETH'])
  const sender = { namespace: 'eip155', address: fakeAddress, networkId } as const
  expect(await findSwapToken(portico, sender, dust.address)).toMatchObject({ units: 5n, unlisted: true })
  expect(await findSwapToken(portico, sender, usdc.address?.toUpperCase().replace('X', 'x'))).not.toHaveProperty('unlisted')
})

test('swaps are offered where the gateway has tokens and a contract is known, and nowhere else', async () => {
  expect(await canSwap(withSwaps().portico, networkId)).toBe(true)
  expect(await canSwap(withSwaps({ getRouters: () => Promise.resolve([]) }).portico, networkId)).toBe(false)
  const own = { swap: { routers: { [networkId]: [`0x${'1'.repeat(40)}`] } } }
  expect(await canSwap(withSwaps({ getRouters: () => Promise.resolve([]) }, own).portico, networkId)).toBe(true)
  expect(await canSwap(withSwaps({}, { apiUrl: '' }).portico, networkId)).toBe(false)
  const { portico, server } = withSwaps()
  server.script = () => refusal('unsupportedChain')
  expect(await canSwap(portico, networkId)).toBe(false)
})
