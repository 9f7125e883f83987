import { fakeAdapter, fakeAddress, fakeFetch, testPortico, type FakeCall } from '@portico/testing'
import { InfiniteQueryObserver } from '@tanstack/query-core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { queryClientOf } from '../../portico/query.js'
import { openModal } from '../../router/store.js'
import { toastStore } from '../../toast/toast.js'
import { activityQuery, getActivity, monthsOf, rowsOf, withOrders, type ActivityRow } from './index.js'

const networkId = 'eip155:1'
const holder = { address: fakeAddress, networkId } as const
const token = (change: object = {}) => ({
  fungible_info: { name: 'USD Coin', symbol: 'USDC', icon: { url: '/v1/tokens/usdc' }, address: `${networkId}:0xa0` },
  direction: 'out',
  quantity: { numeric: '250.5' },
  value: 250.5,
  price: 1,
  recipient: '0x91',
  ...change,
})
const nft = (is_spam: boolean) => ({
  nft_info: { name: 'Colonnade #204', content: { preview: { url: '/v1/nfts/1', content_type: null }, detail: null }, flags: { is_spam } },
  direction: 'in',
  quantity: { numeric: '1' },
  value: null,
  price: null,
})
const entry = (
  id: string,
  minedAt = '2026-03-14T18:22:00Z',
  { transfers = [token()] as readonly unknown[], ...change }: Record<string, unknown> & { transfers?: readonly unknown[] } = {},
) => ({
  id,
  metadata: {
    operationType: 'send',
    hash: `0x${id}`,
    minedAt,
    sentFrom: fakeAddress,
    sentTo: '0x91',
    status: 'confirmed',
    nonce: 1,
    chain: networkId,
    application: { name: null, iconUrl: null },
    fee: { numeric: '0.000042', symbol: 'ETH' },
    ...change,
  },
  transfers,
})

function setUp(answer: (call: FakeCall) => Response) {
  const inits: (RequestInit | undefined)[] = []
  const server = fakeFetch((call) =>
    call.url.pathname.endsWith('/v1/supported-chains') ? Response.json({ http: [networkId], ws: [] }) : answer(call),
  )
  const portico = testPortico({
    apiUrl: 'https://api.example',
    fetch: (input, init) => {
      inits.push(init)
      return server.fetch(input, init)
    },
  })
  return { portico, server, inits }
}
const page = (data: readonly unknown[], next: string | null = null) => Response.json({ data, next })

/** Every page of a list. */
async function allOf(portico: ReturnType<typeof testPortico>) {
  const observer = new InfiniteQueryObserver(queryClientOf(portico), activityQuery(portico, holder))
  const stop = observer.subscribe(() => {})
  await observer.refetch()
  for (let count = 0; observer.getCurrentResult().hasNextPage && count < 50; count += 1) await observer.fetchNextPage()
  stop()
  return observer.getCurrentResult()
}

test('reads a row as the gateway tells it', async () => {
  const { portico, server } = setUp(() => page([entry('a')]))
  expect(await getActivity(portico, { ...holder, cursor: 'x' })).toEqual({
    rows: [
      {
        id: 'a',
        networkId,
        hash: '0xa',
        operation: 'send',
        status: 'confirmed',
        minedAt: Date.UTC(2026, 2, 14, 18, 22),
        from: fakeAddress,
        to: '0x91',
        fee: { amount: '0.000042', symbol: 'ETH' },
        transfers: [
          {
            kind: 'token',
            direction: 'out',
            name: 'USD Coin',
            symbol: 'USDC',
            units: 2505n,
            decimals: 1,
            value: 250_500_000_000_000_000_000n,
            icon: 'https://api.example/v1/tokens/usdc',
            address: '0xa0',
            recipient: '0x91',
            spam: false,
          },
        ],
      },
    ],
    cursor: undefined,
    isEmpty: false,
    missing: [],
  })
  expect(Object.fromEntries(server.calls[1]?.url.searchParams ?? [])).toMatchObject({ chainId: networkId, cursor: 'x' })
})

test('R21: a row whose transfers are all spam is dropped, one that moves nothing is kept, and those of other networks are not shown', async () => {
  const { portico } = setUp(() =>
    page([
      entry('spam', undefined, { transfers: [nft(true), nft(true)] }),
      entry('half', undefined, { transfers: [nft(true), nft(false)] }),
      entry('approval', undefined, { transfers: [] }),
      entry('elsewhere', undefined, { chain: 'eip155:10' }),
      entry('undated', 'yesterday'),
      entry('unknown', undefined, { operationType: 'teleport' }),
      null,
    ]),
  )
  const { rows } = await getActivity(portico, holder)
  expect(rows.map(({ id, operation }) => [id, operation])).toEqual([
    ['half', 'send'],
    ['approval', 'send'],
    ['unknown', 'execute'],
  ])
})

test('R21: a duplicate id replaces the earlier one everywhere, also in another month, and months are newest first', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e'), minedAt: fc.integer({ min: 0, max: 2e12 }) }))),
      (pages) => {
        const rows = rowsOf(pages.map((some) => ({ rows: some as unknown as ActivityRow[] })))
        const told = pages.flat()
        expect(rows.length).toBe(new Set(told.map(({ id }) => id)).size)
        for (const row of rows) expect(row.minedAt).toBe(told.findLast(({ id }) => id === row.id)?.minedAt)
        const months = monthsOf(rows)
        expect(months.flatMap((month) => month.rows)).toEqual(rows)
        expect(new Set(months.map(({ year, month }) => `${year}-${month}`)).size).toBe(months.length)
        for (const { year, month, rows: some } of months)
          for (const { minedAt } of some) expect([new Date(minedAt).getFullYear(), new Date(minedAt).getMonth()]).toEqual([year, month])
      },
    ),
  )
})

test('R21: a list that points at itself ends, and so does one with an empty page', async () => {
  const loop = setUp(({ url }) => {
    const cursor = url.searchParams.get('cursor') ?? '0'
    return page([entry(cursor)], String((Number(cursor) + 1) % 3))
  })
  expect((await allOf(loop.portico)).data?.pages).toHaveLength(4)
  const empty = setUp(({ url }) => (url.searchParams.get('cursor') ? page([], 'further') : page([entry('a')], 'next')))
  expect((await allOf(empty.portico)).data?.pages).toHaveLength(2)
})

test('R21: a list of nothing but spam ends', async () => {
  let at = 0
  const { portico } = setUp(() => page([entry('spam', undefined, { transfers: [nft(true)] })], String((at += 1))))
  expect((await allOf(portico)).data?.pages).toHaveLength(5)
})

test("'Failed to fetch transactions' is said while the modal is open", async () => {
  const { portico } = setUp(() => new Response('', { status: 400 }))
  openModal(portico, { view: 'Account' })
  await expect(getActivity(portico, holder)).rejects.toMatchObject({ message: 'Failed to fetch transactions', cause: { status: 400 } })
  expect(toastStore(portico).getState().toast?.message).toBe('Failed to fetch transactions')
  await expect(getActivity(portico, { ...holder, address: '' })).rejects.toMatchObject({ name: 'InvalidOptionError' })
})

test('what was bought is a list of its own, asked past every cache', async () => {
  const bought = entry('a', undefined, { operationType: 'buy', status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', sentFrom: 'Coinbase' })
  const { portico, server, inits } = setUp(() => page([bought]))
  const { rows } = await getActivity(portico, { ...holder, onramp: 'coinbase' })
  expect(rows).toMatchObject([{ operation: 'buy', status: 'pending', from: 'Coinbase' }])
  expect(server.calls[0]?.url.searchParams.get('onramp')).toBe('coinbase')
  expect(inits[0]?.cache).toBe('no-cache')
  expect(activityQuery(portico, { ...holder, onramp: 'coinbase' }).queryKey).not.toEqual(activityQuery(portico, holder).queryKey)
})

test('asks the chain where no gateway serves the network', async () => {
  const transactions = [
    { hash: 'out', change: -1_100n, fee: 100n, time: 1_770_000_000, blockNumber: 1n },
    { hash: 'in', change: 5n },
  ]
  const portico = testPortico({ adapters: [fakeAdapter({ getTransactions: () => Promise.resolve({ transactions, cursor: 'next' }) })] })
  expect(await getActivity(portico, holder)).toMatchObject({
    rows: [
      {
        hash: 'out',
        operation: 'send',
        status: 'confirmed',
        transfers: [{ units: 1000n, decimals: 18, direction: 'out', symbol: 'ETH' }],
        fee: { amount: '0.0000000000000001' },
      },
      { hash: 'in', operation: 'receive', status: 'pending', transfers: [{ units: 5n, direction: 'in' }] },
    ],
    cursor: 'next',
  })
  await expect(getActivity(testPortico(), holder)).rejects.toMatchObject({
    name: 'ActivityUnavailableError',
    cause: { name: 'CapabilityMissingError' },
  })
})

test('what waits stands above what is in a block, also where the clock of who found the block is ahead of the visitor’s', async () => {
  const inAnHour = Math.floor(Date.now() / 1_000) + 3_600
  const transactions = [
    { hash: 'b2', change: 7n },
    { hash: 'b1', change: 5n, time: inAnHour, blockNumber: 800_000n },
  ]
  const portico = testPortico({ adapters: [fakeAdapter({ getTransactions: () => Promise.resolve({ transactions }) })] })
  const page = await getActivity(portico, holder)
  expect(rowsOf([page]).map(({ hash, status }) => [hash, status])).toEqual([
    ['b2', 'pending'],
    ['b1', 'confirmed'],
  ])
})

test('never throws a raw error, whatever the gateway answers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), async (text) => {
      const { portico } = setUp(() => new Response(text))
      const answer = await getActivity(portico, holder).catch((error: unknown) => error)
      expect(answer).toSatisfy((said: object) => 'rows' in said || (said as Error).name === 'ActivityUnavailableError')
    }),
    { numRuns: 100 },
  )
})

test('what was bought stands in its place in time, once, and none of it below what the history has not told yet', () => {
  const line = (id: string, minedAt: number, more: Partial<ActivityRow> = {}) =>
    ({ id, minedAt, hash: id, operation: 'send', status: 'confirmed', transfers: [], ...more }) as unknown as ActivityRow
  const transfers = [{ kind: 'token', units: 1n }] as unknown as ActivityRow['transfers']
  const history = [line('new', 9), line('arrived', 6, { operation: 'receive', hash: '0xh', transfers }), line('old', 4)]
  const orders = [
    line('on its way', 8, { operation: 'buy', status: 'pending', hash: '' }),
    line('bought', 6, { operation: 'buy', hash: '0xh', transfers }),
    line('long ago', 1, { operation: 'buy', hash: '0xo', transfers }),
  ]
  const ids = (isWhole: boolean) => withOrders(history, orders, isWhole).map(({ id }) => id)
  expect(ids(false)).toEqual(['new', 'on its way', 'bought', 'old'])
  expect(ids(true)).toEqual(['new', 'on its way', 'bought', 'old', 'long ago'])
  expect(withOrders([], orders, true)).toHaveLength(3)
  // One that sends or swaps in the same transaction is something else.
  expect(withOrders([line('x', 6, { hash: '0xh', operation: 'trade' })], orders, true).map(({ id }) => id)).toContain('x')
})
