import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrate, openDatabase } from '@portico/service/database'
import { createListener } from '@portico/service/http'
import { Hono } from 'hono'
import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestChain, chainOf, echoCode, erc20Log, startAnvil } from '../test/anvil.js'
import type { ChainOptions } from '../chains/chains.js'
import { createIndexer } from './indexer.js'
import { createOlder } from './older/older.js'
import { providerMigrations } from '../providers/migrations.js'
import { chainTables } from './tables.js'

/** How often the gateway is killed; `scripts/kill-indexer.mjs` is the long drill, and says what came of it. */
const drill = process.env['PORTICO_KILLS']
const kills = Number(drill ?? 3)
const timeout = 60_000 + kills * 15_000
const token: Hex = '0x1111111111111111111111111111111111111111'
const folder = mkdtempSync(join(tmpdir(), 'portico-kill-'))
let chain: TestChain
const program = fileURLToPath(new URL('../../bin/gateway.mjs', import.meta.url))

beforeAll(async () => {
  chain = await startAnvil()
  await chain.run('anvil_setCode', token, echoCode(3))
}, timeout)
afterAll(async () => {
  await chain.stop()
  await rm(folder, { recursive: true, force: true })
})

const rowsOf = async (file: string) => {
  const db = openDatabase(file)
  await migrate(db, providerMigrations)
  await createIndexer({ chain: chainOf(chain.options()), db, node: chain.node, clock: Date.now, log: () => {} }).catchUp()
  const tables = await Promise.all(chainTables.map((table) => db.selectFrom(table).selectAll().execute() as Promise<readonly object[]>))
  await db.destroy()
  return tables.map((rows) => rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted())
}

/** Rows of the one that are not in the other, each as often as it is there. */
function without(rows: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>()
  for (const row of others) left.set(row, (left.get(row) ?? 0) + 1)
  return rows.filter((row) => {
    const count = left.get(row) ?? 0
    left.set(row, count - 1)
    return count <= 0
  })
}

interface Drilled {
  readonly what: string
  readonly killed: readonly string[]
  readonly fresh: readonly string[]
  /** How many of the kills came before all was read. */
  readonly early: number
}

/** Holds what was read in many lives to what was read in one. */
function compare({ what, killed, fresh, early }: Drilled): void {
  const [lost, more] = [without(fresh, killed), without(killed, fresh)]
  if (drill !== undefined) {
    const figures = `${fresh.length} rows, ${lost.length} lost, ${more.length} there twice or wrong`
    process.stdout.write(`${what}: killed ${kills} times, ${early} of them before all was read: ${figures}\n`)
  }
  expect({ lost, more }).toEqual({ lost: [], more: [] })
}

test('nothing is lost and nothing is there twice when the gateway is killed at random points while it reads', { timeout }, async () => {
  const file = join(folder, 'killed.sqlite')
  const heights: number[] = []
  let early = 0
  for (let round = 0; round < kills; round += 1) {
    await chain.run('evm_setAutomine', false)
    for (let at = 0; at < 30; at += 1) await chain.send({ to: token, data: erc20Log('transfer', chain.alice, chain.bob, BigInt(at)) })
    await chain.run('evm_setAutomine', true)
    // In portions: a busy machine mines a few within the time that a node has to answer.
    for (let at = 0; at < 10; at += 1) await chain.mine(20)
    const child = startGateway(file)
    const gone = once(child, 'exit')
    await once(child.stdout ?? child, 'data')
    await pause(Math.random() * 800)
    child.kill('SIGKILL')
    await gone
    const db = openDatabase(file)
    const height = (await db.selectFrom('indexer_chains').select('number').executeTakeFirst())?.number ?? -1
    heights.push(height)
    if (height < Number(await chain.run('eth_blockNumber'))) early += 1
    await db.destroy()
  }
  // Each one went on where the last one was killed; else this would say little.
  expect(heights).toEqual(heights.toSorted((a, b) => a - b))
  expect(heights.at(-1)).toBeGreaterThan(0)
  const [killed, fresh] = [await rowsOf(file), await rowsOf(join(folder, 'fresh.sqlite'))]
  compare({ what: 'the index', killed: killed.flat(), fresh: fresh.flat(), early })
  expect(fresh[2]).toHaveLength(kills * 30)
})

test('nothing is lost or twice of older rows when the gateway is killed while it reads them', { timeout }, async () => {
  const startBlock = Number(await chain.run('eth_blockNumber')) - 5
  const older = async (file: string): Promise<readonly string[]> => {
    const db = openDatabase(file)
    await migrate(db, providerMigrations)
    const options = chainOf(chain.options({ startBlock }))
    await createIndexer({ chain: options, db, node: chain.node, clock: Date.now, log: () => {} }).catchUp()
    const reader = createOlder({ options, chain: 31_337, db, node: chain.node, isReading: () => true, log: () => {} })
    await reader.want(chain.bob, startBlock)
    while (await reader.step());
    const rows = await db.selectFrom('indexer_transfers').selectAll().where('block', '<', startBlock).execute()
    const touched = await db.selectFrom('indexer_touched').selectAll().where('block', '<', startBlock).execute()
    await db.destroy()
    return [...rows, ...touched].map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted()
  }
  const file = join(folder, 'killed-older.sqlite')
  const narrow = await startNarrow()
  const unread: number[] = []
  for (let round = 0; round < kills; round += 1) {
    const child = startGateway(file, { startBlock, rpc: [narrow.url] })
    const gone = once(child, 'exit')
    const [line] = (await once(child.stdout ?? child, 'data')) as [Buffer]
    const { url } = JSON.parse(line.toString().split('\n')[0] ?? '') as { url: string }
    const db = openDatabase(file)
    const place = async () => (await db.selectFrom('indexer_older').select('unread').executeTakeFirst())?.unread ?? startBlock
    const from = unread.at(-1) ?? startBlock - 1
    // Somebody wants the rest once the chain is known; it has gone a part of the way when it is killed.
    for (let asked = 0; asked < 600 && (await place()) >= from; asked += 1) {
      await fetch(`${url}/v1/account/${chain.bob}/history?chainId=eip155:31337`)
      await pause(50)
    }
    await pause(Math.random() * 50)
    child.kill('SIGKILL')
    await gone
    unread.push(await place())
    await db.destroy()
  }
  await narrow.close()
  // Each one went on where the last one was killed, and none came to the end.
  expect(unread).toEqual([...new Set(unread)].toSorted((a, b) => b - a))
  expect(unread.at(-1)).toBeGreaterThan(0)
  const [killed, fresh] = [await older(file), await older(join(folder, 'fresh-older.sqlite'))]
  compare({ what: 'older rows', killed, fresh, early: unread.filter((block) => block > 0).length })
  expect(fresh).toHaveLength(kills * 30 * 2)
})

/** The chain's node, which tells the logs of ten blocks at most. */
async function startNarrow() {
  const tooWide = ({ id, method, params }: { id: number; method: string; params: readonly { fromBlock: Hex; toBlock: Hex }[] }) => {
    const [range] = params
    const isTooWide = method === 'eth_getLogs' && range && Number(range.toBlock) - Number(range.fromBlock) >= 10
    return isTooWide ? { jsonrpc: '2.0', id, error: { code: -32_005, message: 'block range is too wide' } } : undefined
  }
  const app = new Hono().post('*', async (context) => {
    const body = await context.req.text()
    const calls = JSON.parse(body) as Parameters<typeof tooWide>[0] | Parameters<typeof tooWide>[0][]
    if (Array.isArray(calls) && calls.some(tooWide)) return context.json(calls.map(tooWide))
    return await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  })
  const listener = createListener({ app, host: '127.0.0.1', port: 0 })
  return { url: await listener.listen(), close: listener.close }
}

function startGateway(file: string, more?: Partial<ChainOptions>): ChildProcess {
  const env = {
    ...process.env,
    PORTICO_GATEWAY_PORT: '0',
    PORTICO_GATEWAY_DATABASE: file,
    PORTICO_GATEWAY_CHAINS: JSON.stringify([chain.options(more)]),
  }
  return spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}
