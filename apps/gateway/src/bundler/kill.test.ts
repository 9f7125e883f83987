import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '@portico/service/database'
import { databases } from '@portico/service/test'
import { toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { providerMigrations } from '../providers/migrations.js'
import { hexNumber } from '../rpc/node.js'
import { type GatewayProcess, startProcess } from '../test/process.js'
import { createBundlerChain } from './chain.js'
import { findTransaction } from './events.js'
import { type User, type World, createAsk, createWorld, send } from './test/world.js'

/** How often the gateway is killed on each database, and what decides when; the long drill is `scripts/kill-drill.mjs`. */
const killsOn = { SQLite: Number(process.env['PORTICO_KILLS'] ?? 3), Postgres: Number(process.env['PORTICO_KILLS_POSTGRES'] ?? 2) }
const seed = Number(process.env['PORTICO_KILL_SEED'] ?? 1)
const timeoutOf = (kills: number): number => 60_000 + kills * 30_000
let world: World

beforeAll(async () => {
  world = await createWorld()
  // A chain that takes its time, so that a kill finds transactions that are signed, sent, and not mined.
  await world.chain.run('evm_setAutomine', false)
  await world.chain.run('evm_setIntervalMining', 1)
}, timeoutOf(0))
afterAll(() => world.chain.stop())

describe.each(await databases(providerMigrations))('on $name', ({ name, fresh, drop }) => {
  afterAll(drop)
  const kills = killsOn[name]
  const what = 'every operation that was accepted is mined, and once, however often the gateway is killed while it sends'

  test(what, { timeout: timeoutOf(kills) }, async () => {
    const database = await fresh()
    const executors = [await world.key(), await world.key()]
    const users = await Promise.all(Array.from({ length: 12 }, () => world.user()))
    const start = (): Promise<GatewayProcess> =>
      startGateway(
        database,
        executors.map(({ key }) => key),
      )
    const accepted = new Set<string>()
    const offer = async (url: string, user: User): Promise<void> => {
      const { result } = await send(createAsk(url, world.number), await user.operation())
      if (typeof result === 'string') accepted.add(result)
    }
    let underWay = 0
    const random = randomFrom(seed)
    for (let round = 0; round < kills; round += 1) {
      const { child, url } = await start()
      const gone = once(child, 'exit')
      const offers = users.map((user) => offer(url, user))
      // From the first that is accepted until all are mined.
      await Promise.any(offers)
      await pause(random() * 1500)
      child.kill('SIGKILL')
      await gone
      await Promise.allSettled(offers)
      underWay += await countOpen(database)
    }
    // Else the kills said little.
    expect(underWay).toBeGreaterThan(0)
    expect(accepted.size).toBeGreaterThan(kills)
    const { child } = await start()
    for (const until = Date.now() + 30_000; Date.now() < until && (await countOpen(database)) > 0; ) await pause(200)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    expect(await countOpen(database)).toBe(0)
    const db = openDatabase(database)
    const rows = await db.selectFrom('bundler_operations').select(['hash', 'state', 'transaction_hash', 'reason']).execute()
    await db.destroy()
    const chain = createBundlerChain(world.number, world.chain.node)
    for (const hash of accepted) {
      const row = rows.find((each) => each.hash === hash)
      expect(row, hash).toMatchObject({ state: 'mined', reason: null })
      expect(await findTransaction(chain, hash as `0x${string}`, 0)).toBe(row?.transaction_hash)
    }
    // What is sent a second time fails on the chain, and is paid for.
    const sent = await transactionsOf(executors.map(({ account }) => account.address))
    expect(sent.filter(({ status }) => status !== 1)).toEqual([])
    const figures = `${underWay} operations under way, ${accepted.size} accepted and mined in ${sent.length} transactions`
    process.stdout.write(`${name}, seed ${seed}: ${kills} kills, ${figures}\n`)
  })
})

function startGateway(database: string, executors: readonly string[]): Promise<GatewayProcess> {
  return startProcess({
    DATABASE: database,
    CHAINS: JSON.stringify([world.chain.options({ pollMs: 60_000 })]),
    BUNDLERS: JSON.stringify([{ chain: 'eip155:31337', executors, pollMs: 20, bundleSize: 3 }]),
  })
}

const block = z.object({ transactions: z.array(z.object({ hash: z.string(), from: z.string() })) })
const outcome = z.object({ status: hexNumber })

/** All that the keys ever sent and a block holds. */
async function transactionsOf(addresses: readonly string[]): Promise<readonly { hash: string; status: number }[]> {
  const { node } = world.chain
  const senders = new Set(addresses.map((each) => each.toLowerCase()))
  const height = await node.call({ method: 'eth_blockNumber' }, hexNumber)
  const sent: { hash: string; status: number }[] = []
  for (let number = 0; number <= height; number += 1) {
    const { transactions } = await node.call({ method: 'eth_getBlockByNumber', params: [toHex(number), true] }, block)
    for (const { hash, from } of transactions) {
      if (!senders.has(from.toLowerCase())) continue
      const { status } = await node.call({ method: 'eth_getTransactionReceipt', params: [hash] }, outcome)
      sent.push({ hash, status })
    }
  }
  return sent
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function countOpen(database: string): Promise<number> {
  const db = openDatabase(database)
  const rows = await db.selectFrom('bundler_operations').select('hash').where('state', 'in', ['queued', 'sent']).execute()
  await db.destroy()
  return rows.length
}
