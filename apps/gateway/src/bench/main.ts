import { mkdtempSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openDatabase } from '@portico/service/database'
import { databases } from '@portico/service/test'
import { sql } from 'kysely'
import { toHex } from 'viem'
import { z } from 'zod'
import { createGateway } from '../gateway.js'
import { createIndexer } from '../indexer/indexer.js'
import { indexerMigrations } from '../indexer/tables.js'
import { providerMigrations } from '../providers/migrations.js'
import { hexNumber } from '../rpc/node.js'
import { type TestChain, chainOf, echoCode, erc20Log, startAnvil } from '../test/anvil.js'
import { measureBehind } from './behind.js'
import { measureCached } from './cached.js'
import { addressOf, fill } from './fill.js'
import { measureSwaps } from './swaps.js'
import { say, sayTimes } from './times.js'

/** Transactions in the index, and in the chain that is read. */
const rows = Number(process.argv[2] ?? 1_000_000)
const read = Number(process.argv[3] ?? 6000)
const folder = mkdtempSync(join(tmpdir(), 'portico-gateway-bench-'))
const chain = await startAnvil(1)

try {
  await measureSwaps(join(folder, 'swaps.sqlite'), 300)
  await measureIngest(chain)
  sayTimes('behind the head, asking for it included', await measureBehind(chain, join(folder, 'behind.sqlite'), 60))
  await measureBalances(chain)
  for (const { name, fresh, drop } of await databases(providerMigrations)) {
    // What the same pages cost with a tenth of the rows.
    for (const count of [rows / 10, rows]) {
      await measureHistory(name, name === 'SQLite' ? join(folder, `history-${count}.sqlite`) : await fresh(), count)
    }
    await drop()
  }
} finally {
  await chain.stop()
  await rm(folder, { recursive: true, force: true })
}

/** From the node into the database. */
async function measureIngest({ run, send, options, node, alice, bob }: TestChain): Promise<void> {
  const token = '0x1111111111111111111111111111111111111111'
  await run('anvil_setCode', token, echoCode(3))
  for (let sent = 0; sent < read; sent += 300) {
    await run('evm_setAutomine', false)
    const sendOne = (_: unknown, at: number): Promise<unknown> => {
      const transaction = { from: alice, to: token, data: erc20Log('transfer', alice, bob, BigInt(at)), gas: toHex(60_000) }
      return run('eth_sendTransaction', { ...transaction, nonce: toHex(sent + at) })
    }
    await Promise.all(Array.from({ length: 300 }, sendOne))
    await run('evm_setAutomine', true)
    await run('anvil_mine', '0x1')
  }
  const db = openDatabase(join(folder, 'ingest.sqlite'))
  await migrate(db, indexerMigrations)
  const from = performance.now()
  await createIndexer({ chain: chainOf(options()), db, node, clock: Date.now, log: () => {} }).catchUp()
  const seconds = (performance.now() - from) / 1000
  const { count } = await db
    .selectFrom('indexer_transactions')
    .select((each) => each.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await db.destroy()
  say('reading a chain, node included', `${Math.round(Number(count) / seconds)} transactions/s`)
  await send({ to: bob, value: 1n })
}

/** 500 tokens of one account, beside a local node; its floor is the height alone. */
async function measureBalances({ run, options, node, alice, bob }: TestChain): Promise<void> {
  const tokens = Array.from({ length: 500 }, (_, at) => ({
    address: addressOf(2_000_000 + at),
    name: `T${at}`,
    symbol: `T${at}`,
    decimals: 6,
  }))
  const slot = `0x${bob.slice(2).padStart(64, '0')}`
  for (const { address } of tokens) {
    await run('anvil_setCode', address, echoCode(3))
    await run('anvil_setStorageAt', address, slot, toHex(5, { size: 32 }))
  }
  const gateway = createGateway({ port: 0, quiet: true, database: join(folder, 'balances.sqlite'), chains: [options({ tokens })] })
  const at = await gateway.listen()
  const path = `${at}/v1/account/${bob}/balance?chainId=eip155:1&forceUpdate=1`
  await times('500 balances', 40, async () => void (await (await fetch(path)).text()))
  await times('  floor: eth_blockNumber of the node', 40, async () => void (await node.call({ method: 'eth_blockNumber' }, hexNumber)))
  await gateway.close()
  await measureCached({ chain: options({ tokens }), database: join(folder, 'cached.sqlite'), rich: bob, poor: alice, say })
}

/** First pages of many accounts over HTTP; its floor is the bare select of one page. */
async function measureHistory(name: string, database: string, rows: number): Promise<void> {
  const db = openDatabase(database)
  await migrate(db, providerMigrations)
  const rate = await fill(db, rows)
  const { count } = await db
    .selectFrom('indexer_touched')
    .select((each) => each.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const bytes = name === 'SQLite' ? (await stat(database)).size : undefined
  const size = bytes === undefined ? '' : `, ${(bytes / rows / 1000).toFixed(2)} kB for each transaction`
  say(`${name}: ${rows} transactions, ${count} rows of history`, `written at ${Math.round(rate)} transactions/s${size}`)
  // A chain that is not there: what is measured is the index.
  const chains = [{ ...chain.options(), rpc: ['http://127.0.0.1:1'], pollMs: 60_000, tokens: listed() }]
  const gateway = createGateway({ port: 0, quiet: true, database, chains })
  const url = await gateway.listen()
  const page = async (address: string, more = '') => {
    const answer = await fetch(`${url}/v1/account/${address}/history?chainId=eip155:1${more}`)
    return z.object({ data: z.array(z.unknown()).min(1), next: z.nullable(z.string()) }).parse(await answer.json())
  }
  let at = 2
  await times(`${name}: first page of an account`, 200, async () => void (await page(addressOf(2 + ((at += 97) % 20_000)))))
  await times(`${name}: first page of the longest history`, 100, async () => void (await page(addressOf(1))))
  const deep = `&cursor=${encodeURIComponent(`node:${Math.floor(rows / 500 / 10)}-0`)}`
  await times(`${name}: a page at its far end`, 100, async () => void (await page(addressOf(1), deep)))
  const bare = sql`select block, position from indexer_touched where chain = 1 and address = ${addressOf(1)} order by block desc limit 51`
  await times(`${name}:   floor: a bare select`, 100, async () => void (await bare.execute(db)))
  await gateway.close()
  await db.destroy()
}

function listed() {
  return Array.from({ length: 300 }, (_, at) => ({ address: addressOf(1_000_000 + at), name: `T${at}`, symbol: `T${at}`, decimals: 6 }))
}

async function times(what: string, count: number, one: () => Promise<void>): Promise<void> {
  const all: number[] = []
  for (let at = 0; at < count + 5; at += 1) {
    const from = performance.now()
    await one()
    if (at >= 5) all.push(performance.now() - from)
  }
  sayTimes(what, all)
}
