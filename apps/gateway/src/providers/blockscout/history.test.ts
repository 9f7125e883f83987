import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { parametersOf, signal, standIn } from '../test/standIn.js'
import { historyPage } from '../wire.js'
import { blockscout } from './blockscout.js'

const me = '0x00000000000000000000000000000000000000aa'
const you = '0x00000000000000000000000000000000000000Bb'
const token = '0x00000000000000000000000000000000000000Cc'
const nobody = '0x0000000000000000000000000000000000000000'
const hash = (at: number) => `0x${at.toString(16).padStart(64, '0')}`
const minedAt = (block: number) => new Date(Date.UTC(2026, 0, 1) + block * 12_000).toISOString()
const party = (address: string) => ({ hash: address, is_contract: false, name: null })

interface Row {
  readonly block_number: number | null
  readonly [field: string]: unknown
}
type Lists = Readonly<Record<string, readonly Row[]>>

const transaction = (block: number, rest: object = {}) => ({
  hash: hash(block),
  block_number: block,
  timestamp: minedAt(block),
  position: 2,
  from: party(me),
  to: party(you),
  created_contract: null,
  nonce: 4,
  value: '1000000000000000000',
  fee: { type: 'actual', value: '21000000000000' },
  raw_input: '0x',
  status: 'ok',
  method: null,
  ...rest,
})
const facts = { address_hash: token, name: 'Token', symbol: 'TKN', decimals: '6', type: 'ERC-20', icon_url: null, exchange_rate: null }
const transfer = (block: number, rest: object = {}) => ({
  transaction_hash: hash(block),
  block_number: block,
  timestamp: minedAt(block),
  log_index: 1,
  from: party(you),
  to: party(me),
  token: facts,
  total: { value: '2500000', decimals: '6' },
  type: 'token_transfer',
  ...rest,
})
const inside = (block: number, rest: object = {}) => ({
  transaction_hash: hash(block),
  block_number: block,
  timestamp: minedAt(block),
  index: 3,
  from: party(token),
  to: party(me),
  created_contract: null,
  success: true,
  type: 'call',
  value: '7000000000000000000',
  ...rest,
})

/** Speaks as Blockscout does: pages of `size`, each with what has to be repeated for the next. */
function app(lists: Lists, { size = 3, asked = [] as URL[] } = {}) {
  return new Hono().get('/api/v2/addresses/:address/:list', (context) => {
    const url = new URL(context.req.url)
    asked.push(url)
    const rows = lists[context.req.param('list')] ?? []
    const start = Number(url.searchParams.get('items_count') ?? 0)
    const items = rows.slice(start, start + size)
    const last = items.at(-1)
    const more = start + size < rows.length
    const following = more ? { block_number: last?.block_number ?? null, index: 0, items_count: start + size, fiat: null } : null
    return context.json({ items, next_page_params: following })
  })
}
const make = (fetched: Hono) => blockscout(parametersOf(standIn(fetched), { kind: 'blockscout', url: 'http://scout.example' }))
const page = (cursor?: string, limit = 50) => ({ address: me, cursor, limit, signal })

async function hashesOf(fetched: Hono, limit: number): Promise<readonly string[]> {
  const provider = make(fetched)
  const seen: string[] = []
  for (let cursor: string | undefined, pages = 0; pages < 100; pages += 1) {
    const { data, next } = historyPage.parse(await provider.history?.(page(cursor, limit)))
    seen.push(...data.map(({ metadata }) => metadata.hash))
    if (next === null) return seen
    cursor = next
  }
  throw new Error('The pages do not end.')
}

test('three lists are one history, each transaction once, with what it was for the viewer', async () => {
  const nft = { ...facts, name: 'Cats', symbol: 'CAT', decimals: null, reputation: 'scam', address_hash: nobody.replace(/0$/, 'd') }
  const lists: Lists = {
    transactions: [
      transaction(10, { block_number: null, timestamp: null }),
      transaction(9, { status: 'error' }),
      transaction(8, { to: party(token), value: '0', raw_input: '0xa9059cbb0000' }),
      transaction(5),
      transaction(4, { to: null, created_contract: party(token), value: '0', raw_input: '0x6080604052' }),
    ],
    'token-transfers': [
      transfer(8, { from: party(me), to: party(you) }),
      transfer(6),
      transfer(3, { from: party(nobody), token: { ...nft, type: 'ERC-721' }, total: { token_id: '12', token_instance: null } }),
      transfer(2, { token: { ...nft, type: 'ERC-1155' }, total: { token_id: '1', value: '3', decimals: null } }),
      transfer(1, { token: { ...facts, type: 'ERC-7984' }, total: null }),
    ],
    'internal-transactions': [inside(6), inside(5, { success: false }), inside(4, { type: 'delegatecall' })],
  }
  const { data, next } = historyPage.parse(await make(app(lists, { size: 50 })).history?.(page()))
  expect(next).toBeNull()
  expect(data.map(({ metadata }) => [metadata.hash, metadata.operationType, metadata.status])).toEqual([
    [hash(9), 'send', 'failed'],
    [hash(8), 'send', 'confirmed'],
    [hash(6), 'receive', 'confirmed'],
    [hash(5), 'send', 'confirmed'],
    [hash(4), 'deploy', 'confirmed'],
    [hash(3), 'mint', 'confirmed'],
    [hash(2), 'receive', 'confirmed'],
  ])
  expect(data[1]?.transfers).toMatchObject([{ fungible_info: { symbol: 'TKN' }, direction: 'out', quantity: { numeric: '2.5' } }])
  expect(data[2]?.transfers).toMatchObject([{ quantity: { numeric: '7' } }, { quantity: { numeric: '2.5' } }])
  expect(data[3]).toMatchObject({
    metadata: { minedAt: minedAt(5), sentFrom: me, sentTo: you.toLowerCase(), nonce: 4, fee: { numeric: '0.000021', symbol: 'ETH' } },
    transfers: [{ quantity: { numeric: '1' } }],
  })
  expect(data[5]?.transfers).toMatchObject([{ nft_info: { token_id: '12', flags: { is_spam: true } }, quantity: { numeric: '1' } }])
  expect(data[6]?.transfers).toMatchObject([{ quantity: { numeric: '3' } }])
})

test('pages lose nothing and repeat nothing, whichever list is the long one', async () => {
  const lists: Lists = {
    transactions: Array.from({ length: 23 }, (_, at) => transaction(100 - at * 2)),
    'token-transfers': Array.from({ length: 40 }, (_, at) => transfer(101 - at * 2)),
    'internal-transactions': [inside(101), inside(60), inside(59), inside(58), inside(1)],
  }
  const all = new Set(Object.values(lists).flatMap((rows) => rows.map((row) => hash(row.block_number ?? 0))))
  const expected = [...all].toSorted().toReversed()
  for (const [size, limit] of [
    [2, 4],
    [3, 1],
    [7, 50],
    [50, 4],
  ] as const)
    expect(await hashesOf(app(lists, { size }), limit)).toEqual(expected)
})

test('what a page says is repeated goes back as it came, without what is null', async () => {
  const asked: URL[] = []
  const lists = { transactions: [9, 8, 7, 6].map((block) => transaction(block)) }
  expect(await hashesOf(app(lists, { asked }), 50)).toHaveLength(4)
  const repeated = asked.filter(({ pathname, search }) => pathname.endsWith('/transactions') && search !== '')
  expect(repeated.map(({ search }) => search)).toEqual(['?block_number=7&index=0&items_count=3'])
})

test('a block that fills several pages is told as a whole, and does not hold the rest', async () => {
  const crowd = Array.from({ length: 9 }, (_, at) => transaction(50, { hash: hash(1000 + at), position: 20 - at }))
  const lists = { transactions: [...crowd, transaction(40), transaction(39)] }
  const all = [...crowd.map((each) => each.hash), hash(40), hash(39)]
  expect(await hashesOf(app(lists), 4)).toEqual(all)
  const endless = { transactions: [...Array.from({ length: 40 }, () => crowd).flat(), transaction(40)] }
  const found = await hashesOf(app(endless), 4)
  expect(found.filter((each) => each === hash(1000))).toHaveLength(1)
  expect(found).toContain(hash(40))
})

test('a cursor of somebody else begins anew', async () => {
  const provider = make(app({ transactions: [transaction(9)] }))
  expect((await provider.history?.(page('nonsense')))?.data).toHaveLength(1)
})

describe('failures', () => {
  const failing = (answer: (at: number) => Response) => {
    let calls = 0
    return make(new Hono().get('*', () => answer((calls += 1)))).history?.(page())
  }

  test('patience, half a page, and an error inside of an answer of 200', async () => {
    const busy = failing(() => Response.json({}, { status: 429, headers: { 'retry-after': '9' } }))
    await expect(busy).rejects.toMatchObject({ reason: 'rate-limited', retryAfter: 9 })
    await expect(failing(() => new Response('{"items":[{"hash"'))).rejects.toMatchObject({ reason: 'malformed' })
    await expect(failing(() => Response.json({ message: 'Not found' }))).rejects.toMatchObject({ reason: 'malformed' })
    const half = failing(() => Response.json({ items: [{ hash: hash(1) }], next_page_params: null }))
    await expect(half).rejects.toMatchObject({ reason: 'malformed' })
  })

  test('a cursor that loops ends', async () => {
    for (const turns of [1, 3]) {
      const loop = new Hono().get('/api/v2/addresses/:address/:list', (context) => {
        const turn = (Number(context.req.query('turn') ?? 0) + 1) % turns
        const items = context.req.param('list') === 'transactions' ? [transaction(9)] : []
        return context.json({ items, next_page_params: { turn } })
      })
      expect(await hashesOf(loop, 50)).toEqual([hash(9)])
    }
  })
})
