import { randomBytes } from 'node:crypto'
import { createSolana } from '@portico/chains/solana'
import { base58 } from '@scure/base'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { chainOf, parametersOf, signal, standIn } from '../test/standIn.js'
import { balance, historyPage, pageCursor } from '../wire.js'
import { solanaNode } from './solanaNode.js'

const solana = createSolana({ port: 13_031, wsPort: 13_032 })
beforeAll(() => solana.start())
afterAll(() => solana.stop())

const options = {
  id: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  name: 'Solana',
  rpc: [solana.urls.http],
  native: { name: 'Solana', symbol: 'SOL', decimals: 9 },
}
const [token] = Object.values(solana.tokens)
const owner = solana.accounts[4]?.address ?? ''
const chain = chainOf({
  ...options,
  tokens: [{ address: token?.mint ?? '', name: 'Listed', symbol: 'LST', decimals: token?.decimals ?? 0 }],
})
const provider = solanaNode(parametersOf(fetch, { kind: 'node' }, chain))

test('coins and tokens of both programs, by the names of the list or their own', async () => {
  const found = (await provider.balances?.({ address: owner, fresh: true, signal })) ?? []
  for (const each of found) balance.parse(each)
  expect(found[0]).toMatchObject({ symbol: 'SOL', quantity: { decimals: '9' } })
  expect(found[0]?.address).toBeUndefined()
  const minted = 5n * 10n ** BigInt(token?.decimals ?? 0)
  solana.mintTo(token?.mint ?? '', owner, minted)
  solana.mine(40)
  const after = (await provider.balances?.({ address: owner, fresh: true, signal })) ?? []
  const numeric = (list: typeof found) => Number(list.find(({ symbol }) => symbol === 'LST')?.quantity.numeric ?? 0)
  expect(numeric(after) - numeric(found)).toBeCloseTo(5)
})

test('pages of what happened, what came to a token account too, each once', async () => {
  const sent = Array.from({ length: 7 }, (_, at) => {
    const id = at % 2 === 0 ? solana.airdrop(owner, 10_000_000n) : solana.mintTo(token?.mint ?? '', owner, 1000n)
    solana.mine(2)
    return id
  })
  solana.mine(40)
  const ids: string[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < 40; pages += 1) {
    const { data, next } = historyPage.parse(await provider.history?.({ address: owner, cursor, limit: 2, signal }))
    ids.push(...data.map(({ metadata }) => metadata.hash))
    if (pages === 0) {
      expect(data[0]).toMatchObject({ metadata: { hash: sent[6], operationType: 'receive', status: 'confirmed' } })
      expect(data[0]?.transfers).toMatchObject([{ fungible_info: { symbol: 'SOL' }, direction: 'in', quantity: { numeric: '0.01' } }])
      expect(data[1]?.transfers).toMatchObject([{ fungible_info: { symbol: 'LST' }, direction: 'in' }])
    }
    if (next === null) break
    cursor = next
  }
  expect(ids).toEqual(expect.arrayContaining(sent))
  expect(new Set(ids).size).toBe(ids.length)
})

test('whoever saw coins or a token come finds where they are from, though the past is surer than what an account holds', async () => {
  for (const round of [1, 2, 3]) {
    const viewer = base58.encode(randomBytes(32))
    const asked = { address: viewer, fresh: true, signal }
    const past = async () => (await provider.history?.({ address: viewer, cursor: undefined, limit: 10, signal }))?.data ?? []
    const [coin] = (await provider.balances?.(asked)) ?? []
    expect([coin?.quantity.numeric, (await past()).length]).toEqual(['0', 0])
    const hash = round === 3 ? solana.mintTo(token?.mint ?? '', viewer, 1000n) : solana.airdrop(viewer, 2_000_000_000n)
    expect((await provider.balances?.(asked))?.map(({ symbol, quantity }) => [symbol, quantity.numeric !== '0'])).toContainEqual([
      round === 3 ? 'LST' : 'SOL',
      true,
    ])
    expect((await past()).map(({ metadata }) => [metadata.hash, metadata.operationType])).toEqual([[hash, 'receive']])
  }
})

test('an account with many tokens has a next page, too: a cursor is no longer than the gateway takes', async () => {
  const keyOf = (bytes: number) => base58.encode(randomBytes(bytes))
  const accounts = Array.from({ length: 20 }, () => ({
    pubkey: keyOf(32),
    account: { data: { parsed: { info: { mint: keyOf(32), tokenAmount: { amount: '1', decimals: 0 } } } } },
  }))
  const node = new Hono().post('*', async (context) => {
    const { id, method } = z.object({ id: z.number(), method: z.string() }).parse(await context.req.json())
    const signatures = () => Array.from({ length: 25 }, (_, at) => ({ signature: keyOf(64), slot: 1000 - at, blockTime: 1 }))
    const result = method === 'getSignaturesForAddress' ? signatures() : method === 'getTokenAccountsByOwner' ? { value: accounts } : null
    return context.json({ jsonrpc: '2.0', id, result })
  })
  const provided = solanaNode(parametersOf(standIn(node), { kind: 'node' }, chain))
  let cursor: string | undefined
  for (let pages = 0; pages < 3; pages += 1) {
    cursor = (await provided.history?.({ address: owner, cursor, limit: 50, signal }))?.next ?? undefined
    expect(pageCursor.safeParse(`node:${cursor}`).success).toBe(true)
  }
  expect(cursor?.length).toBeGreaterThan(2048)
})

test('an account is asked for as surely as its past, which does not wait for a node that does not say how far it is', async () => {
  const calls: unknown[] = []
  const node = new Hono().post('*', async (context) => {
    const { id, method, params } = z
      .object({ id: z.number(), method: z.string(), params: z.array(z.unknown()) })
      .parse(await context.req.json())
    calls.push([method, z.object({ commitment: z.optional(z.string()) }).safeParse(params.at(-1)).data?.commitment])
    if (method === 'getSlot') return context.json({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } })
    const result = method === 'getSignaturesForAddress' ? [] : { context: { slot: 9 }, value: method === 'getBalance' ? 5 : [] }
    return context.json({ jsonrpc: '2.0', id, result })
  })
  const provided = solanaNode(parametersOf(standIn(node), { kind: 'node' }, chain))
  await provided.balances?.({ address: owner, fresh: true, signal })
  expect(await provided.history?.({ address: owner, cursor: undefined, limit: 10, signal })).toEqual({ data: [], next: null })
  expect(calls.filter((call) => !String(call).startsWith('getSlot')).every((call) => String(call).endsWith(',confirmed'))).toBe(true)
  expect(calls.filter((call) => String(call).startsWith('getSlot'))).toEqual([['getSlot', 'confirmed']])
})

test('a limit inside an answer of 200 asks for patience, and the next node is asked', async () => {
  const busy = new Hono().post('*', (context) => context.json({ jsonrpc: '2.0', id: 1, error: { code: -32_005, message: 'Too many' } }))
  const alone = solanaNode(parametersOf(standIn(busy), { kind: 'node' }, chainOf({ ...options, rpc: ['http://busy.example'] })))
  await expect(alone.balances?.({ address: owner, fresh: true, signal })).rejects.toMatchObject({ reason: 'rate-limited', retryAfter: 1 })
  const both: typeof fetch = (input, init) =>
    new Request(input, init).url.includes('busy') ? standIn(busy)(input, init) : fetch(input, init)
  const either = solanaNode(parametersOf(both, { kind: 'node' }, chainOf({ ...options, rpc: ['http://busy.example', solana.urls.http] })))
  expect(await either.balances?.({ address: owner, fresh: true, signal })).not.toHaveLength(0)
})

test('what makes no sense is malformed, and other chains are refused', async () => {
  const odd = new Hono().post('*', (context) => context.json({ jsonrpc: '2.0', id: 1, result: { value: 'much' } }))
  const provided = solanaNode(parametersOf(standIn(odd), { kind: 'node' }, chain))
  await expect(provided.balances?.({ address: owner, fresh: true, signal })).rejects.toMatchObject({ reason: 'malformed' })
  expect(() => solanaNode(parametersOf(fetch, { kind: 'node' }))).toThrow('node knows nothing of eip155:1')
})
