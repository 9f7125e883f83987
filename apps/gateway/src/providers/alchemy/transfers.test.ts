import { openDatabase } from '@portico/service/database'
import { sqlite } from '@portico/service/test'
import { Hono } from 'hono'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { topics } from '../../indexer/decodeLogs.js'
import { createIndexer } from '../../indexer/indexer.js'
import { type TestChain, chainOf, echoCode, erc20Log, startAnvil } from '../../test/anvil.js'
import { providerMigrations } from '../migrations.js'
import { nodeProvider } from '../node.js'
import { parametersOf, signal, standIn } from '../test/standIn.js'
import type { AccountProvider } from '../types.js'
import type { HistoryRow } from '../wire.js'
import { alchemy } from './alchemy.js'

const timeout = 60_000
const token: Hex = '0x1111111111111111111111111111111111111111'
let chain: TestChain
beforeAll(async () => {
  chain = await startAnvil(1)
  await chain.run('anvil_setCode', token, echoCode(3))
}, timeout)
afterAll(() => chain.stop())

interface Transfer {
  readonly blockNum: string
  readonly uniqueId: string
  readonly hash: string
  readonly from: string
  readonly to: string | null
  readonly category: string
  readonly rawContract: { readonly value: string | null; readonly address: string | null; readonly decimal: string | null }
}

const block = z.object({
  transactions: z.array(z.object({ hash: z.string(), from: z.string(), to: z.nullable(z.string()), value: z.string() })),
})
const receipts = z.array(
  z.object({
    transactionHash: z.string(),
    logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
  }),
)

/** What moved on the local chain, newest first, as Alchemy tells of it. */
async function transfersOf({ run }: TestChain): Promise<readonly Transfer[]> {
  const found: Transfer[] = []
  const head = Number(await run('eth_blockNumber'))
  for (let at = 0; at <= head; at += 1) {
    const blockNum = `0x${at.toString(16)}`
    for (const { hash, from, to, value } of block.parse(await run('eth_getBlockByNumber', blockNum, true)).transactions) {
      const coin = { value, address: null, decimal: '0x12' }
      found.push({ blockNum, uniqueId: `${hash}:external`, hash, from, to, category: 'external', rawContract: coin })
    }
    for (const { transactionHash: hash, logs } of receipts.parse(await run('eth_getBlockReceipts', blockNum))) {
      for (const [
        index,
        {
          address,
          topics: [topic, from = '', to = ''],
          data,
        },
      ] of logs.entries()) {
        if (topic !== topics.transfer) continue
        const ends = { from: `0x${from.slice(26)}`, to: `0x${to.slice(26)}` }
        const rawContract = { value: data, address, decimal: null }
        found.push({ blockNum, uniqueId: `${hash}:log:${index}`, hash, ...ends, category: 'erc20', rawContract })
      }
    }
  }
  return found.toReversed()
}

const question = z.object({
  fromBlock: z.literal('0x0'),
  toBlock: z.string(),
  fromAddress: z.optional(z.string()),
  toAddress: z.optional(z.string()),
  category: z.array(z.string()),
  order: z.literal('desc'),
  excludeZeroValue: z.literal(false),
  maxCount: z.string().transform(Number),
  pageKey: z.optional(z.string()),
})

/** Speaks as Alchemy does, on top of the local chain: the address is the key, and both sides of a filter have to hold. */
async function app(more: readonly Transfer[] = [], asked: z.output<typeof question>[] = []) {
  const transfers = [...(await transfersOf(chain)), ...more].toSorted((one, other) => Number(other.blockNum) - Number(one.blockNum))
  return new Hono().post('/v2/secret', async (context) => {
    const body = await context.req.text()
    const call = JSON.parse(body) as { id: number; method?: string; params: unknown[] }
    if (call.method !== 'alchemy_getAssetTransfers')
      return await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const wanted = question.parse(call.params[0])
    asked.push(wanted)
    const { fromAddress, toAddress, toBlock, category, maxCount, pageKey } = wanted
    const all = transfers
      .filter((each) => toBlock === 'latest' || Number(each.blockNum) <= Number(toBlock))
      .filter((each) => category.includes(each.category))
      .filter((each) => (fromAddress ?? each.from) === each.from && (toAddress ?? each.to) === each.to)
    const start = Number(pageKey ?? 0)
    const rest = start + maxCount < all.length ? { pageKey: String(start + maxCount) } : {}
    return context.json({ jsonrpc: '2.0', id: call.id, result: { transfers: all.slice(start, start + maxCount), ...rest } })
  })
}

const { fresh, drop } = sqlite(providerMigrations)
afterAll(drop)

const parameters = async (fetched: typeof fetch, id = 'eip155:1') => {
  const options = chainOf(chain.options({ id, tokens: [{ address: token, name: 'Token', symbol: 'TKN', decimals: 6 }] }))
  const db = openDatabase(await fresh())
  const given = parametersOf(fetched, { kind: 'alchemy', key: 'secret', url: 'http://alchemy.example' }, options)
  return { ...given, db, node: chain.node }
}

async function pagesOf(provider: AccountProvider, address: string, limit: number): Promise<readonly HistoryRow[]> {
  const rows: HistoryRow[] = []
  for (let cursor: string | undefined, page = 0; page < 100; page += 1) {
    const found = await provider.history?.({ address, cursor, limit, signal })
    rows.push(...(found?.data ?? []))
    if (!found || found.next === null) return rows
    cursor = found.next
  }
  throw new Error('The pages do not end.')
}

test('tells of an account what an index of the chain tells, what others sent to it too, page by page', { timeout }, async () => {
  const { alice, bob, send, run } = chain
  for (let at = 0; at < 7; at += 1) {
    await send({ to: bob, value: BigInt(at + 1) })
    await send({ from: bob, to: token, data: erc20Log('transfer', bob, alice, BigInt(at)) })
  }
  await send({ to: alice, value: 3n })
  await send({ data: '0x00' })
  await send({ to: token, data: erc20Log('approval', alice, bob, 5n) })
  // Several in one block, more than a page may have.
  await run('evm_setAutomine', false)
  const nonce = Number(await run('eth_getTransactionCount', alice, 'pending')) // the last one may not be in a block yet
  for (let at = 0; at < 6; at += 1)
    await run('eth_sendTransaction', { from: alice, to: bob, value: '0x9', nonce: `0x${(nonce + at).toString(16)}` })
  await run('evm_setAutomine', true)
  await chain.mine(1)
  const given = await parameters(standIn(await app()))
  const { chain: options, db, node } = given
  await createIndexer({ chain: options, db, node, clock: Date.now, log: () => {} }).catchUp()
  const expected = await pagesOf(nodeProvider(given), alice, 50)
  expect(expected).toHaveLength(23)
  for (const limit of [4, 50]) expect(await pagesOf(alchemy(given), alice, limit)).toEqual(expected)
})

test('coins that moved inside of transactions are told where Alchemy has them, and are said to be missing elsewhere', {
  timeout,
}, async () => {
  const { alice, bob, send, run } = chain
  const hash = await send({ from: bob, to: token, value: 7n, data: erc20Log('transfer', bob, bob, 1n) })
  const blockNum = `0x${Number(await run('eth_blockNumber')).toString(16)}`
  const rawContract = { value: '0xde0b6b3a7640000', address: null, decimal: '0x12' }
  const inside = { blockNum, uniqueId: `${hash}:internal:0`, hash, from: token, to: alice, category: 'internal', rawContract }
  const asked: z.output<typeof question>[] = []
  const fetched = standIn(await app([inside], asked))
  const page = { address: alice, cursor: undefined, limit: 2, signal }
  const first = await alchemy(await parameters(fetched)).history?.(page)
  expect(first?.missing).toBeUndefined()
  expect(first?.data[0]).toMatchObject({
    id: hash,
    metadata: { operationType: 'receive' },
    transfers: [{ direction: 'in', quantity: { numeric: '1' }, sender: token }],
  })
  expect(asked[0]?.category).toEqual(['external', 'internal', 'erc20', 'erc721', 'erc1155'])
  const elsewhere = await alchemy(await parameters(fetched, 'eip155:8453')).history?.(page)
  expect(elsewhere?.missing).toEqual(['internal-transfers'])
  expect(elsewhere?.data.map(({ id }) => id)).not.toContain(hash)
  expect(asked.at(-1)?.category).not.toContain('internal')
})

describe('failures', () => {
  const asking = async (answer: (call: number) => object, status: 200 | 429 = 200, headers: Record<string, string> = {}) => {
    let calls = 0
    const failing = new Hono().post('*', (context) => context.json(answer((calls += 1)), status, headers))
    const provider = alchemy(await parameters(standIn(failing)))
    const page = await provider.history?.({ address: chain.alice, cursor: '9', limit: 2, signal })
    return { page, calls }
  }
  const refusing = (code: number) => asking(() => ({ jsonrpc: '2.0', id: 0, error: { code, message: 'no' } }))
  const result = (transfers: readonly object[], pageKey?: string) => ({ jsonrpc: '2.0', id: 0, result: { transfers, pageKey } })
  const row = (at: number) => ({
    blockNum: `0x${at.toString(16)}`,
    uniqueId: String(at),
    hash: `0x${at.toString(16).padStart(64, '0')}`,
    from: token,
    to: null,
    category: 'external',
    rawContract: null,
  })

  test('patience is asked for by status, and inside of an answer of 200', async () => {
    await expect(asking(() => ({}), 429, { 'retry-after': '7' })).rejects.toMatchObject({ reason: 'rate-limited', retryAfter: 7 })
    await expect(refusing(429)).rejects.toMatchObject({ reason: 'rate-limited', retryAfter: 1 })
    await expect(refusing(-32_602)).rejects.toMatchObject({ reason: 'refused' })
  })

  test('half a page is none, and neither is one that goes upwards, or past where it was asked to begin', async () => {
    await expect(asking(() => result([{ hash: '0x1' }]))).rejects.toMatchObject({ reason: 'malformed' })
    const order = { reason: 'malformed', message: 'alchemy answered in another order.' }
    await expect(asking(() => result([row(3), row(4)]))).rejects.toMatchObject(order)
    await expect(asking(() => result([row(10)]))).rejects.toMatchObject(order)
  })

  test('a page key that loops ends', async () => {
    const { page, calls } = await asking(() => result([], 'again'))
    expect(page).toEqual({ data: [], next: null })
    expect(calls).toBe(4) // each list, and once more
  })
})
