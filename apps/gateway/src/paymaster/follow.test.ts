import { openDatabase } from '@portico/service/database'
import { sqlite } from '@portico/service/test'
import { toHex } from 'viem'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createBundlerChain } from '../bundler/chain.js'
import { providerMigrations } from '../providers/migrations.js'
import { createNode } from '../rpc/node.js'
import { createBudget } from './budget.js'
import { beginFollowing, followPayments } from './follow.js'

const paymaster = '0x00000000000000000000000000000000000000aa'
const { fresh, drop } = sqlite(providerMigrations)
afterAll(drop)
type Call = { id: number; method: string; params: [{ fromBlock: string; toBlock: string }] }

/** What is followed on a chain whose node tells of so many blocks at once. */
async function setUp(mostBlocks: () => number) {
  const db = openDatabase(await fresh())
  onTestFinished(() => db.destroy())
  const asked: [number, number][] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { id, method, params } = (await new Request(input, init).json()) as Call
    const reply = (said: object) => Response.json({ jsonrpc: '2.0', id, ...said })
    if (method === 'eth_getBlockByNumber') return reply({ result: { number: toHex(2500), timestamp: toHex(1000) } })
    const range: [number, number] = [Number(params[0].fromBlock), Number(params[0].toBlock)]
    if (range[1] - range[0] >= mostBlocks()) return reply({ error: { code: -32_602, message: 'block range is too large' } })
    asked.push(range)
    return reply({ result: [] })
  }
  const node = createNode({ urls: ['https://node.example'], fetch })
  const budget = createBudget({ db, chain: 1, paymaster, clock: () => 0 })
  const parameters = { db, chain: createBundlerChain(1, node), paymaster, budget, log: () => {} } as const
  await beginFollowing(parameters, 16)
  const policy = { id: 'all', perDay: 10n, perAccount: 10n } as Parameters<typeof budget.reserve>[0]['policy']
  await budget.reserve({ policy, sender: paymaster, nonce: 0n, cost: 1n, validUntil: 999 })
  return {
    asked,
    follow: () => followPayments(parameters),
    left: async () => (await db.selectFrom('paymaster_grants').select('nonce').execute()).length,
  }
}

test('after a pause it reads on with a node that tells of few blocks at once, and budgets come back', async () => {
  const { asked, follow, left } = await setUp(() => 100)
  await follow()
  expect(asked[0]?.[0]).toBe(0)
  for (const [at, [from]] of asked.slice(1).entries()) expect(from).toBe((asked[at]?.[1] ?? 0) + 1)
  expect(asked.at(-1)?.[1]).toBe(2500)
  expect(await left()).toBe(0)
})

test('goes on where it was when a node breaks off', async () => {
  let isAway = true
  const { asked, follow, left } = await setUp(() => (isAway && asked.length === 1 ? 0 : 1000))
  await expect(follow()).rejects.toMatchObject({ name: 'RpcError' })
  expect(await left()).toBe(1)
  isAway = false
  asked.splice(0)
  await follow()
  expect(asked[0]?.[0]).toBe(1000 - 1 - 16)
  expect(await left()).toBe(0)
})
