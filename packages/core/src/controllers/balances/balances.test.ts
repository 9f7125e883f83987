import { fakeAdapter, fakeAddress, fakeFetch, fakeNetworks, testPortico, type FakeCall } from '@portico/testing'
import { QueryObserver } from '@tanstack/query-core'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sliceSize } from '../../kit/slices.js'
import { queryClientOf } from '../../portico/query.js'
import type { PorticoOptions } from '../../portico/options.js'
import type { Network } from '../../adapter.js'
import { openModal } from '../../router/store.js'
import { toastStore } from '../../toast/toast.js'
import {
  addToken,
  balancesQuery,
  getBalances,
  getPortfolio,
  incompleteStore,
  isIncomplete,
  noteChange,
  portfolioQuery,
  refreshHoldings,
  watched,
} from './index.js'

const apiUrl = 'https://api.example'
const networkId = 'eip155:1'
const holder = { address: fakeAddress, networkId } as const
const dollar = 10n ** 18n
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const entry = (change: object = {}) => ({
  name: 'USD Coin',
  symbol: 'USDC',
  chainId: networkId,
  address: `${networkId}:${usdc}`,
  value: 310.5,
  price: 1,
  quantity: { decimals: '6', numeric: '310.5' },
  iconUrl: '/v1/tokens/usdc',
  ...change,
})
const { address: _, ...coin } = entry({
  name: 'Ether',
  symbol: 'ETH',
  price: 3470.5,
  quantity: { decimals: '18', numeric: '1.842' },
  iconUrl: '',
})

/** A gateway that serves Ethereum. `answer` is asked for balances. */
function setUp(answer: (call: FakeCall) => Response | Promise<Response>, options: Partial<PorticoOptions> = {}) {
  const server = fakeFetch((call) =>
    call.url.pathname === '/v1/supported-chains' ? Response.json({ http: [networkId, 'eip155:10'], ws: [] }) : answer(call),
  )
  const portico = testPortico({ apiUrl, fetch: server.fetch, ...options })
  const asked = () => server.calls.filter(({ url }) => url.pathname.endsWith('/balance'))
  return { portico, asked }
}

/** A chain that cannot be asked either. */
const noChain = { adapters: [fakeAdapter({ getBalance: () => Promise.reject(new Error('no chain')) })] }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('reads what the gateway says an account holds, the most valuable first', async () => {
  const { portico, asked } = setUp(() => Response.json({ balances: [entry(), coin] }))
  expect(await getBalances(portico, holder)).toEqual([
    {
      networkId,
      name: 'Ether',
      symbol: 'ETH',
      units: 1_842_000_000_000_000_000n,
      decimals: 18,
      price: 3_470_500_000_000_000_000_000n,
      value: 6_392_661_000_000_000_000_000n,
    },
    {
      networkId,
      address: usdc,
      name: 'USD Coin',
      symbol: 'USDC',
      units: 310_500_000n,
      decimals: 6,
      price: dollar,
      value: (3105n * dollar) / 10n,
      icon: `${apiUrl}/v1/tokens/usdc`,
    },
  ])
  expect(Object.fromEntries(asked()[0]?.url.searchParams ?? [])).toMatchObject({ currency: 'usd', chainId: networkId })
})

test('leaves out what has no decimals, is of another chain or cannot be read, and keeps one of each token', async () => {
  const wrong = [
    entry({ quantity: { decimals: '0', numeric: '1' } }),
    entry({ quantity: { decimals: '999', numeric: '1' } }),
    entry({ quantity: { decimals: '6', numeric: '-1' } }),
    entry({ quantity: { decimals: '6', numeric: '1e3' } }),
    entry({ quantity: { decimals: '6', numeric: 1 } }),
    entry({ chainId: 'eip155:10', address: `eip155:10:${usdc}` }),
    entry({ address: `eip155:10:${usdc}` }),
    null,
    'text',
  ]
  const { portico } = setUp(() => Response.json({ balances: [...wrong, entry(), entry({ name: 'The later one' })] }))
  expect(await getBalances(portico, holder)).toMatchObject([{ name: 'The later one', address: usdc }])
})

test("an address that stands for the chain's own coin is none, and a price of 0 is no price", async () => {
  const native = entry({ address: `${networkId}:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE`, price: 0 })
  const { portico } = setUp(() => Response.json({ balances: [native] }))
  const [token] = await getBalances(portico, holder)
  expect(token).not.toHaveProperty('address')
  expect(token).not.toHaveProperty('price')
  expect(token).not.toHaveProperty('value')
})

test('S35: asks for no picture but those below the gateway', async () => {
  const urls = [
    'https://tracker.example/a.png',
    '//tracker.example/a',
    '/\\tracker.example',
    'https://api.example.evil/a',
    'javascript:alert(1)',
    null,
  ]
  const { portico } = setUp(() =>
    Response.json({ balances: urls.map((iconUrl, at) => entry({ iconUrl, address: `${networkId}:0x${at}` })) }),
  )
  for (const token of await getBalances(portico, holder)) expect(token.icon).toBeUndefined()
})

test('never throws a raw error, whatever the gateway answers, and every amount is a bigint', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async (text) => {
      const { portico } = setUp(() => new Response(text))
      const answer = await getBalances(portico, holder).catch((error: unknown) => error)
      if (Array.isArray(answer)) for (const token of answer as { units: unknown }[]) expect(typeof token.units).toBe('bigint')
      else expect(answer).toMatchObject({ name: 'BalanceUnavailableError' })
    }),
    { numRuns: 100 },
  )
})

test('asks the chain where there is no gateway, and where it does not serve the network or knows no such call', async () => {
  const adapters = [
    fakeAdapter({
      getBalance: () => Promise.resolve(5n),
      getTokenBalances: () =>
        Promise.resolve([
          { address: usdc, symbol: 'USDC', units: 7n, decimals: 6 },
          { address: '0xnft', symbol: 'NFT', units: 1n, decimals: 0 },
        ]),
    }),
  ]
  const held = [
    { networkId, symbol: 'ETH', units: 5n, decimals: 18 },
    { networkId, symbol: 'USDC', address: usdc, units: 7n, decimals: 6 },
  ]
  expect(await getBalances(testPortico({ adapters }), holder)).toMatchObject(held)
  const directory = fakeFetch(() => new Response('', { status: 404 }))
  expect(await getBalances(testPortico({ adapters, apiUrl, fetch: directory.fetch }), holder)).toMatchObject(held)
  const { portico, asked } = setUp(() => Response.json({ balances: [] }), { adapters })
  expect(await getBalances(portico, { ...holder, networkId: 'eip155:8453' })).toHaveLength(2)
  expect(asked()).toEqual([])
})

test('R11: a failure is said once, and nothing is asked for 30 s, also when the clock goes back (R16)', async () => {
  let fails = true
  const { portico, asked } = setUp(() => (fails ? new Response('', { status: 400 }) : Response.json({ balances: [] })), noChain)
  openModal(portico, { view: 'Account' })
  await expect(getBalances(portico, holder)).rejects.toMatchObject({ name: 'BalanceUnavailableError', cause: { status: 400 } })
  expect(toastStore(portico).getState().toast?.message).toBe('Token Balance Unavailable')
  toastStore(portico).setState({ toast: undefined })
  fails = false
  vi.setSystemTime(Date.now() + 29_000)
  await expect(getBalances(portico, holder)).rejects.toMatchObject({ name: 'BalanceUnavailableError' })
  expect(asked()).toHaveLength(1)
  expect(toastStore(portico).getState().toast).toBeUndefined()
  vi.setSystemTime(Date.now() - 86_400_000)
  expect(await getBalances(portico, holder)).toEqual([])
})

test('several accounts are one portfolio, and one that cannot be read is said to be missing', async () => {
  const other = { address: '0xother', networkId: 'eip155:10' } as const
  const { portico } = setUp(
    ({ url }) =>
      url.pathname.includes('0xother')
        ? new Response('', { status: 400 })
        : Response.json({ balances: [entry({ chainId: url.searchParams.get('chainId'), address: undefined })] }),
    noChain,
  )
  const second = { address: '0xsecond', networkId } as const
  const portfolio = await getPortfolio(portico, { accounts: [holder, other, second] })
  expect(portfolio).toMatchObject({ total: 621n * dollar, missing: [other], tokens: [{ units: 621_000_000n, value: 621n * dollar }] })
  expect(portfolio.accounts.map(({ address }) => address)).toEqual([holder.address, second.address])
  await expect(getPortfolio(portico, { accounts: [other] })).rejects.toMatchObject({ name: 'BalanceUnavailableError' })
})

test('is fresh for 30 s', async () => {
  const { portico, asked } = setUp(() => Response.json({ balances: [entry()] }))
  const client = queryClientOf(portico)
  await client.fetchQuery(balancesQuery(portico, holder))
  await vi.advanceTimersByTimeAsync(29_000)
  await client.fetchQuery(balancesQuery(portico, holder))
  expect(asked()).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1100)
  await client.fetchQuery(balancesQuery(portico, holder))
  expect(asked()).toHaveLength(2)
})

test('an account that has nothing is watched more closely, until something comes', () => {
  const token = { networkId, symbol: 'ETH', units: 0n, decimals: 18 }
  const next = (data: unknown, error: unknown = null) => watched.refetchInterval({ state: { data, error } })
  expect([next([]), next([token])]).toEqual([1000, 1000])
  expect([next([token, { ...token, units: 1n }]), next(undefined), next([], new Error('away'))]).toEqual([10_000, 10_000, 10_000])
})

test('what is watched is asked for every 10 s, until the service answers 503', async () => {
  let status = 400
  const { portico } = setUp(() => new Response('', { status }), noChain)
  const next = async () =>
    watched.refetchInterval({ state: { error: await getBalances(portico, holder).catch((error: unknown) => error) } })
  expect(watched.refetchInterval({ state: { error: null } })).toBe(10_000)
  expect(await next()).toBe(10_000)
  status = 503
  vi.setSystemTime(Date.now() + 31_000)
  const asking = next()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await asking).toBe(false)
})

test('after a transaction of its own an account is asked for anew, past every cache, once', async () => {
  const { portico, asked } = setUp(() => Response.json({ balances: [entry()] }))
  const client = queryClientOf(portico)
  const stop = new QueryObserver(client, portfolioQuery(portico, { accounts: [holder] })).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(100)
  await refreshHoldings(portico, holder)
  await refreshHoldings(portico, { ...holder, address: '0xother' })
  stop()
  expect(asked().map(({ url }) => url.searchParams.get('forceUpdate'))).toEqual([null, `${networkId}:${fakeAddress}`, null])
})

test('R3: what changes while the gateway answers is not taken for told by that answer', async () => {
  const answers: (() => void)[] = []
  const { portico, asked } = setUp(() => new Promise((resolve) => answers.push(() => resolve(Response.json({ balances: [entry()] })))))
  const ask = async (meanwhile = () => {}) => {
    const asking = getBalances(portico, holder)
    await vi.advanceTimersByTimeAsync(0)
    meanwhile()
    answers.pop()?.()
    return asking
  }
  await ask(() => noteChange(portico, holder))
  await ask(() => noteChange(portico, holder))
  await ask()
  await ask()
  const id = `${networkId}:${fakeAddress}`
  expect(asked().map(({ url }) => url.searchParams.get('forceUpdate'))).toEqual([null, id, id, null])
})

test('what has not changed is the same object as before, and a list of which nothing has the same list', async () => {
  let said = [entry(), coin]
  const { portico } = setUp(() => Response.json({ balances: said }))
  const client = queryClientOf(portico)
  const ask = () => client.fetchQuery({ ...balancesQuery(portico, holder), staleTime: 0 })
  const first = await ask()
  expect(await ask()).toBe(first)
  said = [entry({ quantity: { decimals: '6', numeric: '311' } }), coin]
  const later = await ask()
  expect(later).not.toBe(first)
  expect(later[0]).toBe(first[0])
  expect(later[1]).toMatchObject({ units: 311_000_000n })
  said = [coin]
  expect(await ask()).toEqual([first[0]])
})

test('thousands of tokens are read, and compared with those that are known, a slice at a time', async () => {
  vi.useRealTimers()
  const count = sliceSize * 5
  const balances = Array.from({ length: count }, (_, at) => entry({ address: `${networkId}:0x${(at + 1).toString(16).padStart(40, '0')}` }))
  const { portico } = setUp(() => Response.json({ balances }))
  const client = queryClientOf(portico)
  const first = await client.fetchQuery(balancesQuery(portico, holder))
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  expect(await getBalances(portico, holder)).toBe(first)
  expect(first).toHaveLength(count)
  // Parsed on its own; then read, marked, and compared with the known ones, of which there are as many: each with four turns of others in between.
  expect(timers.mock.calls.filter(([, delay]) => delay === 0)).toHaveLength(1 + 4 * 4)
})

/** A chain that knows ether and one listed token. */
const chainTells = () =>
  fakeAdapter({
    getBalance: () => Promise.resolve(2n * 10n ** 18n),
    getTokenBalances: () => Promise.resolve([{ address: usdc, symbol: 'USDC', name: 'USD Coin', units: 5_000_000n, decimals: 6 }]),
    getToken: ({ token }) => Promise.resolve({ address: token, symbol: 'ADD', units: 3n, decimals: 2 }),
  })
const fails: readonly { name: string; answer: () => Response | Promise<Response> }[] = [
  { name: 'is away', answer: () => Promise.reject(new TypeError('Failed to fetch')) },
  { name: 'answers 500', answer: () => new Response('', { status: 500 }) },
  { name: 'answers 503', answer: () => new Response('', { status: 503 }) },
  { name: 'refuses', answer: () => new Response('', { status: 401 }) },
  { name: 'answers nonsense', answer: () => new Response('<html>') },
  { name: 'is silent', answer: () => new Promise<never>(() => undefined) },
]
for (const { name, answer } of fails) {
  test(`R11: where the gateway ${name}, the chain tells what it can, the toast comes, and the account is said to be incomplete`, async () => {
    const { portico } = setUp(answer, { adapters: [chainTells()] })
    openModal(portico, { view: 'Account' })
    const said: (string | undefined)[] = []
    toastStore(portico).subscribe(({ toast }) => said.push(toast?.message))
    const asking = getBalances(portico, holder)
    await vi.advanceTimersByTimeAsync(10_500)
    expect(await asking).toEqual([
      { networkId, name: 'Ether', symbol: 'ETH', units: 2n * 10n ** 18n, decimals: 18 },
      { networkId, address: usdc, symbol: 'USDC', name: 'USD Coin', units: 5_000_000n, decimals: 6 },
    ])
    expect(said).toContain('Token Balance Unavailable')
    expect(isIncomplete(incompleteStore(portico).getState(), holder)).toBe(true)
    expect(await getPortfolio(portico, { accounts: [holder] })).toMatchObject({ missing: [], incomplete: [holder] })
  })
}

test('where it cannot even be learned whom the gateway serves, the chain tells, with the tokens that the visitor has added', async () => {
  const server = fakeFetch(() => new Response('', { status: 502 }))
  const portico = testPortico({ apiUrl, fetch: server.fetch, adapters: [chainTells()] })
  const added = '0x1111111111111111111111111111111111111111'
  const asking = Promise.all([addToken(portico, { ...holder, token: added }), getBalances(portico, holder)])
  await vi.advanceTimersByTimeAsync(5000)
  await asking
  expect(await getBalances(portico, holder)).toMatchObject([{ symbol: 'ETH' }, { address: usdc }, { address: added, added: true }])
})

test('R11: a gateway that failed is left alone for 30 s while the chain goes on telling, and the full list comes when it is back', async () => {
  let fails = true
  let wei = 1n
  const { portico, asked } = setUp(() => (fails ? new Response('', { status: 400 }) : Response.json({ balances: [entry(), coin] })), {
    adapters: [fakeAdapter({ getBalance: () => Promise.resolve(wei) })],
  })
  openModal(portico, { view: 'Account' })
  expect(await getBalances(portico, holder)).toMatchObject([{ symbol: 'ETH', units: 1n }])
  toastStore(portico).setState({ toast: undefined })
  fails = false
  wei = 7n
  vi.setSystemTime(Date.now() + 29_000)
  expect(await getBalances(portico, holder)).toMatchObject([{ symbol: 'ETH', units: 7n }])
  expect(asked()).toHaveLength(1)
  expect(toastStore(portico).getState().toast).toBeUndefined()
  vi.setSystemTime(Date.now() + 2000)
  expect(await getBalances(portico, holder)).toMatchObject([{ symbol: 'ETH', value: 6_392_661_000_000_000_000_000n }, { symbol: 'USDC' }])
  expect(isIncomplete(incompleteStore(portico).getState(), holder)).toBe(false)
})

test('R11: an outage of the gateway is said once, however long it is, and the next one anew', async () => {
  let fails = true
  const { portico } = setUp(() => (fails ? new Response('', { status: 400 }) : Response.json({ balances: [entry()] })), {
    adapters: [chainTells()],
  })
  openModal(portico, { view: 'Account' })
  const said: string[] = []
  toastStore(portico).subscribe(({ toast }) => toast && said.push(toast.message))
  const askLater = async () => {
    await vi.advanceTimersByTimeAsync(31_000)
    await getBalances(portico, holder)
  }
  for (let minute = 0; minute < 4; minute += 1) await askLater()
  expect(said).toEqual(['Token Balance Unavailable'])
  fails = false
  await askLater()
  fails = true
  await askLater()
  expect(said).toHaveLength(2)
})

test('a gateway that answered 503 is left alone until somebody asks for it', async () => {
  let status = 503
  const { portico, asked } = setUp(() => (status === 200 ? Response.json({ balances: [entry()] }) : new Response('', { status })), {
    adapters: [chainTells()],
  })
  const first = getBalances(portico, holder)
  await vi.advanceTimersByTimeAsync(5000)
  await first
  const tries = asked().length
  status = 200
  vi.setSystemTime(Date.now() + 60_000)
  expect(await getBalances(portico, holder)).toHaveLength(2)
  expect(asked()).toHaveLength(tries)
  noteChange(portico, holder)
  expect(await getBalances(portico, holder)).toMatchObject([{ symbol: 'USDC', price: dollar }])
})

test('what the gateway told before it failed stays, with the amounts that the chain tells', async () => {
  let fails = false
  const other = entry({ address: `${networkId}:0x2222222222222222222222222222222222222222`, symbol: 'OTH' })
  const { portico } = setUp(() => (fails ? new Response('', { status: 400 }) : Response.json({ balances: [coin, entry(), other] })), {
    adapters: [chainTells()],
  })
  await getBalances(portico, holder)
  fails = true
  const tokens = await getBalances(portico, holder)
  expect(tokens).toMatchObject([
    { symbol: 'ETH', units: 2n * 10n ** 18n, value: 6941n * dollar },
    { symbol: 'OTH', units: 310_500_000n },
    { symbol: 'USDC', units: 5_000_000n, value: 5n * dollar },
  ])
  expect(isIncomplete(incompleteStore(portico).getState(), holder)).toBe(true)
})

test('R11: where the chain fails as well nothing is asked for 30 s, and what went wrong first is the cause', async () => {
  const adapter = fakeAdapter({ getBalance: () => Promise.reject(new Error('no chain')) })
  const { portico, asked } = setUp(() => new Response('', { status: 400 }), { adapters: [adapter] })
  await expect(getBalances(portico, holder)).rejects.toMatchObject({ name: 'BalanceUnavailableError', cause: { status: 400 } })
  vi.setSystemTime(Date.now() + 29_000)
  await expect(getBalances(portico, holder)).rejects.toMatchObject({ name: 'BalanceUnavailableError' })
  expect(asked()).toHaveLength(1)
  expect(adapter.calls.filter((name) => name === 'getBalance')).toHaveLength(1)
})

test.each([
  ['solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'SOL', 9],
  ['bip122', 'bip122:000000000019d6689c085ae165831e93', 'BTC', 8],
] as const)('where the gateway is away, %s tells of its coin as well', async (namespace, id, symbol, decimals) => {
  const [any] = fakeNetworks
  if (!any) throw new Error('No network')
  const network: Network = { ...any, id, namespace, nativeCurrency: { name: symbol, symbol, decimals } }
  const server = fakeFetch(() => Promise.reject(new TypeError('Failed to fetch')))
  const adapters = [fakeAdapter({ namespace, networks: [network], getBalance: () => Promise.resolve(7n) })]
  const asking = getBalances(testPortico({ apiUrl, fetch: server.fetch, adapters }), { address: 'somebody', networkId: id })
  await vi.advanceTimersByTimeAsync(5000)
  expect(await asking).toEqual([{ networkId: id, name: symbol, symbol, units: 7n, decimals }])
})
