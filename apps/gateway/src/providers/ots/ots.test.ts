import { OptionsError } from '@portico/service'
import { openDatabase } from '@portico/service/database'
import { sqlite } from '@portico/service/test'
import { Hono } from 'hono'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIndexer } from '../../indexer/indexer.js'
import { type TestChain, chainOf, echoCode, erc20Log, startAnvil } from '../../test/anvil.js'
import { providerMigrations } from '../migrations.js'
import { nodeProvider } from '../node.js'
import { parametersOf, signal, standIn } from '../test/standIn.js'
import type { AccountProvider } from '../types.js'
import type { HistoryRow } from '../wire.js'
import { ots } from './ots.js'

const timeout = 60_000
const token: Hex = '0x1111111111111111111111111111111111111111'
let chain: TestChain
beforeAll(async () => {
  chain = await startAnvil()
  await chain.run('anvil_setCode', token, echoCode(3))
}, timeout)
afterAll(() => chain.stop())
const { fresh, drop } = sqlite(providerMigrations)
afterAll(drop)

const parameters = async () => {
  const options = chainOf(chain.options({ tokens: [{ address: token, name: 'Token', symbol: 'TKN', decimals: 6 }] }))
  const db = openDatabase(await fresh())
  return { ...parametersOf(fetch, { kind: 'ots' }, options), db, node: chain.node }
}

async function pagesOf(provider: AccountProvider, address: string, limit: number): Promise<readonly HistoryRow[]> {
  const rows: HistoryRow[] = []
  for (let cursor: string | undefined, page = 0; page < 100; page += 1) {
    const found = await provider.history?.({ address, cursor, limit, signal })
    expect(found?.missing).toBeUndefined()
    rows.push(...(found?.data ?? []))
    if (!found || found.next === null) return rows
    cursor = found.next
  }
  throw new Error('The pages do not end.')
}

test('tells of an account that acts what an index of the chain tells, page by page', { timeout }, async () => {
  const { alice, bob, send, run } = chain
  for (let at = 0; at < 7; at += 1) {
    await send({ to: bob, value: BigInt(at + 1) })
    await send({ to: token, data: erc20Log('transfer', alice, bob, BigInt(at)) })
  }
  await send({ data: '0x00' })
  // Several in one block, more than a page may have.
  await run('evm_setAutomine', false)
  const nonce = Number(await run('eth_getTransactionCount', alice, 'pending')) // the last one may not be in a block yet
  for (let at = 0; at < 6; at += 1)
    await run('eth_sendTransaction', { from: alice, to: bob, value: '0x9', nonce: `0x${(nonce + at).toString(16)}` })
  await run('evm_setAutomine', true)
  await chain.mine(1)
  const given = await parameters()
  const { chain: options, db, node } = given
  await createIndexer({ chain: options, db, node, clock: Date.now, log: () => {} }).catchUp()
  const expected = await pagesOf(nodeProvider(given), alice, 50)
  expect(expected).toHaveLength(21)
  for (const limit of [4, 50]) expect(await pagesOf(ots(given), alice, limit)).toEqual(expected)
})

const search = { txs: [], receipts: [], firstPage: true, lastPage: false }
const asking = (answer: unknown, status: 200 | 429 = 200, headers: Record<string, string> = {}) => {
  const app = new Hono().post('*', (context) => context.json(answer as object, status, headers))
  const provider = ots(parametersOf(standIn(app), { kind: 'ots', url: 'http://ots.example' }))
  return provider.history?.({ address: token, cursor: undefined, limit: 25, signal })
}
const failing = (code: number) => asking({ jsonrpc: '2.0', id: 0, error: { code, message: 'no' } })

test('its failures are told apart, and a page without rows is the last', async () => {
  await expect(failing(-32_601)).rejects.toMatchObject({ reason: 'refused' })
  await expect(failing(-32_005)).rejects.toMatchObject({ reason: 'rate-limited', retryAfter: 1 })
  await expect(asking({}, 429, { 'retry-after': '7' })).rejects.toMatchObject({ reason: 'rate-limited', retryAfter: 7 })
  await expect(asking({ jsonrpc: '2.0', id: 0, result: { txs: [{}], lastPage: true } })).rejects.toMatchObject({ reason: 'malformed' })
  expect(await asking({ jsonrpc: '2.0', id: 0, result: search })).toEqual({ data: [], next: null })
})

test('says so where the node does not tell what happens inside of transactions', { timeout }, async () => {
  const app = new Hono().post('*', async (context) => {
    const body = await context.req.text()
    const calls = JSON.parse(body) as { id: number; method: string }[]
    if (!body.includes('ots_getInternalOperations'))
      return await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const refused = (id: number) => ({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } })
    return context.json(Array.isArray(calls) ? calls.map(({ id }) => refused(id)) : refused(0))
  })
  await chain.send({ to: chain.bob, value: 1n })
  const given = { ...(await parameters()), fetch: standIn(app), options: { kind: 'ots', url: 'http://ots.example' } }
  const page = await ots(given).history?.({ address: chain.alice, cursor: undefined, limit: 2, signal })
  expect(page?.missing).toEqual(['internal-transfers'])
  expect(page?.data.length).toBeGreaterThan(0)
  const solana = chainOf({ ...chain.options(), id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })
  expect(() => ots({ ...given, chain: solana })).toThrow(OptionsError)
})
