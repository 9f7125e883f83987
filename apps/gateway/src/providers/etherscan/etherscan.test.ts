import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { parametersOf, signal, standIn } from '../test/standIn.js'
import { historyPage } from '../wire.js'
import { etherscan } from './etherscan.js'

const me = '0x00000000000000000000000000000000000000aa'
const you = '0x00000000000000000000000000000000000000bb'
const token = '0x00000000000000000000000000000000000000cc'
const hash = (at: number) => `0x${at.toString(16).padStart(64, '0')}`

interface Row {
  readonly blockNumber: string
  readonly [field: string]: string
}
type Lists = Readonly<Record<string, readonly Row[]>>

const row = (block: number, rest: object = {}) => ({
  blockNumber: String(block),
  timeStamp: String(1_700_000_000 + block),
  hash: hash(block),
  from: me,
  to: you,
  nonce: '4',
  transactionIndex: '2',
  value: '1000000000000000000',
  input: '0x',
  contractAddress: '',
  gasUsed: '21000',
  gasPrice: '1000000000',
  isError: '0',
  ...rest,
})
const tokenRow = (block: number, rest: object = {}) =>
  row(block, {
    contractAddress: token,
    tokenName: 'Token',
    tokenSymbol: 'TKN',
    tokenDecimal: '6',
    value: '2500000',
    from: you,
    to: me,
    ...rest,
  })

/** Speaks as Etherscan does: pages by block, errors with status 200, an empty list as an error. */
function app(lists: Lists, asked: URL[] = []) {
  return new Hono().get('/v2/api', (context) => {
    const url = new URL(context.req.url)
    asked.push(url)
    const query = (name: string) => url.searchParams.get(name) ?? ''
    if (query('apikey') !== 'secret') return context.json({ status: '0', message: 'NOTOK', result: 'Invalid API Key (#err2)' })
    const upTo = query('endblock') === '' ? Number.POSITIVE_INFINITY : Number(query('endblock'))
    const rows = (lists[query('action')] ?? []).filter(({ blockNumber }) => Number(blockNumber) <= upTo).slice(0, Number(query('offset')))
    return context.json(
      rows.length > 0 ? { status: '1', message: 'OK', result: rows } : { status: '0', message: 'No transactions found', result: [] },
    )
  })
}
const make = (fetched: Hono, key = 'secret') =>
  etherscan(parametersOf(standIn(fetched), { kind: 'etherscan', key, url: 'http://scan.example/v2/api' }))
const page = (cursor?: string, limit = 50) => ({ address: me, cursor, limit, signal })

test('five lists are one history, each transaction once, with what it was for the viewer', async () => {
  const lists: Lists = {
    txlist: [
      row(9, { isError: '1', value: '5' }),
      row(8, { to: token, value: '0', input: '0xa9059cbb0000', hash: hash(8) }),
      row(5),
      row(4, { to: '', contractAddress: token, value: '0', input: '0x6080604052' }),
    ],
    tokentx: [tokenRow(8, { from: me, to: you }), tokenRow(6)],
    txlistinternal: [row(6, { from: you, to: me, value: '7' })],
    tokennfttx: [tokenRow(3, { tokenID: '12', from: '0x0000000000000000000000000000000000000000' })],
    token1155tx: [tokenRow(2, { tokenID: '1', tokenValue: '3' })],
  }
  const asked: URL[] = []
  const { data, next } = historyPage.parse(await make(app(lists, asked)).history?.(page()))
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
  expect(data[2]?.transfers).toHaveLength(2)
  expect(data[3]).toMatchObject({ metadata: { sentFrom: me, sentTo: you, nonce: 4, fee: { numeric: '0.000021', symbol: 'ETH' } } })
  expect(data[5]?.transfers).toMatchObject([{ nft_info: { token_id: '12' }, quantity: { numeric: '1' } }])
  expect(data[6]?.transfers).toMatchObject([{ quantity: { numeric: '3' } }])
  expect(asked.map((url) => url.searchParams.get('chainid'))).toEqual(['1', '1', '1', '1', '1'])
})

test('pages lose nothing and repeat nothing, whichever list is the long one', async () => {
  const txlist = Array.from({ length: 23 }, (_, at) => row(100 - at * 2))
  const tokentx = Array.from({ length: 40 }, (_, at) => tokenRow(101 - at * 2))
  const provider = make(app({ txlist, tokentx }))
  const seen: string[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < 50; pages += 1) {
    const { data, next } = historyPage.parse(await provider.history?.(page(cursor, 5)))
    seen.push(...data.map(({ metadata }) => metadata.hash))
    if (next === null) break
    cursor = next
  }
  expect(seen).toEqual(
    [...txlist, ...tokentx]
      .map((each) => each.hash)
      .toSorted()
      .toReversed(),
  )
})

test('a block that fills a page by itself does not hold the rest', async () => {
  const crowd = Array.from({ length: 9 }, (_, at) => row(50, { hash: hash(1000 + at), transactionIndex: String(at) }))
  const provider = make(app({ txlist: [...crowd, row(40), row(39)] }))
  const first = historyPage.parse(await provider.history?.(page(undefined, 4)))
  expect(first.data).toHaveLength(4)
  const second = historyPage.parse(await provider.history?.(page(first.next ?? '', 4)))
  expect(second.data.map(({ metadata }) => metadata.hash)).toEqual([hash(40), hash(39)])
  expect(second.next).toBeNull()
})

test('a token whose contract tells of impossible decimals keeps no history from being told', async () => {
  const odd = (at: number, tokenDecimal: string) =>
    tokenRow(at, { tokenDecimal, contractAddress: `0x${String(at).repeat(40)}`, value: '7' })
  const { data } = historyPage.parse(
    await make(app({ tokentx: [odd(3, String(2n ** 256n - 1n)), odd(2, ''), odd(1, '1')] })).history?.(page()),
  )
  expect(data.map(({ transfers }) => transfers[0]?.quantity.numeric)).toEqual(['7', '7', '0.7'])
})

describe('failures come with status 200', () => {
  test.each([
    ['Max rate limit reached, please use API Key for higher rate limit', 'rate-limited'],
    ['Invalid API Key (#err2)|', 'refused'],
    ['Free API access is not supported for this chain', 'refused'],
    ['Something went wrong', 'unavailable'],
  ])('%s', async (result, reason) => {
    const busy = new Hono().get('*', (context) => context.json({ status: '0', message: 'NOTOK', result }))
    await expect(make(busy).history?.(page())).rejects.toMatchObject({ reason })
  })

  test('a list of something else', async () => {
    const odd = new Hono().get('*', (context) => context.json({ status: '1', message: 'OK', result: [{ hash: 'x' }] }))
    await expect(make(odd).history?.(page())).rejects.toMatchObject({ reason: 'malformed' })
  })
})
