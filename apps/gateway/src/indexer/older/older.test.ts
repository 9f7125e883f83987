import { type Database, migrate, openDatabase } from '@portico/service/database'
import { databases } from '@portico/service/test'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Node, RpcError } from '../../rpc/node.js'
import { type TestChain, chainOf, echoCode, erc1155Log, erc20Log, erc721Log, startAnvil } from '../../test/anvil.js'
import { readHistory } from '../../activity/readHistory.js'
import { createIndexer } from '../indexer.js'
import { indexerMigrations } from '../tables.js'
import { createOlder } from './older.js'

const timeout = 60_000
const log = (): void => {}
const token: Hex = '0x1111111111111111111111111111111111111111'
const collection: Hex = '0x2222222222222222222222222222222222222222'
const nobody: Hex = '0x0000000000000000000000000000000000000000'
let chain: TestChain
/** The first block of the index, above all that happens here. */
let start = 0

beforeAll(async () => {
  chain = await startAnvil()
  const { run, send, mine, alice, bob } = chain
  await run('anvil_setCode', token, echoCode(3))
  await run('anvil_setCode', collection, echoCode(4))
  for (let at = 0; at < 12; at += 1) {
    await send({
      to: token,
      data: erc20Log(at % 4 === 3 ? 'approval' : 'transfer', at % 2 ? alice : bob, at % 2 ? bob : alice, BigInt(at)),
    })
    await mine(30)
  }
  await send({ to: collection, data: erc721Log(nobody, bob, 42n) })
  await send({ to: collection, data: erc1155Log(alice, bob, alice, [1n, 2n], [3n, 4n]) })
  await send({ to: token, data: erc20Log('transfer', alice, collection, 1n) })
  await mine(5)
  start = Number(await run('eth_blockNumber')) + 1
  await mine(3)
}, timeout)
afterAll(() => chain.stop())

/** A node that answers for so many blocks at most, and with so many logs, as hosted ones do. */
function limited(node: Node, { blocks, logs }: { blocks: number; logs: number }): Node & { readonly refused: () => number } {
  let refused = 0
  const batch: Node['batch'] = async (calls, signal) => {
    const outcomes = await node.batch(calls, signal)
    return outcomes.map((outcome, at) => {
      const { method = '', params = [] } = calls[at] ?? {}
      if (method !== 'eth_getLogs') return outcome
      const { fromBlock, toBlock } = (params as [{ fromBlock: Hex; toBlock: Hex }])[0]
      const isTooMuch = Number(toBlock) - Number(fromBlock) >= blocks || (outcome.result as unknown[]).length > logs
      if (!isTooMuch) return outcome
      refused += 1
      return { error: new RpcError({ code: -32_005, message: 'query returned more than allowed' }) }
    })
  }
  return { ...node, batch, refused: () => refused }
}

describe.each(await databases(indexerMigrations))('on $name', ({ fresh, drop }) => {
  const open: Database[] = []
  const opened = async () => {
    const db = openDatabase(await fresh())
    open.push(db)
    await migrate(db, indexerMigrations)
    return db
  }
  const optionsFrom = (startBlock: number) => chainOf(chain.options({ startBlock }))
  const index = async (db: Database, startBlock: number) => {
    const indexer = createIndexer({ chain: optionsFrom(startBlock), db, node: chain.node, clock: Date.now, log })
    await indexer.catchUp()
    return indexer
  }
  const older = (db: Database, node: Node = chain.node) =>
    createOlder({ options: optionsFrom(start), chain: 31_337, db, node, isReading: () => true, log })
  /** What an account's history is made of, of whatever has moved a token. */
  const historyOf = async (db: Database, viewer: Hex) => {
    const { rows } = await readHistory({ db, chain: 31_337, viewer, cursor: undefined, limit: 50 })
    return rows.filter(({ transfers }) => transfers.some((each) => each.token !== ''))
  }
  afterEach(() => Promise.all(open.splice(0).map((db) => db.destroy())))
  afterAll(drop)

  test('reads what an index from the first block on would hold, by a node that limits ranges and answers', { timeout }, async () => {
    const whole = await opened()
    await index(whole, 0)
    const db = await opened()
    await index(db, start)
    const node = limited(chain.node, { blocks: 90, logs: 2 })
    const reader = older(db, node)
    for (const viewer of [chain.alice, chain.bob]) {
      expect(await historyOf(db, viewer)).toEqual([])
      await reader.want(viewer, start)
      await reader.want(viewer, start)
    }
    while (await reader.step());
    expect(node.refused()).toBeGreaterThan(0)
    for (const viewer of [chain.alice, chain.bob]) {
      const expected = await historyOf(whole, viewer)
      expect(expected.length).toBeGreaterThan(9)
      expect(await historyOf(db, viewer)).toEqual(expected)
    }
    // What was seen is what balances are asked for.
    const held = await db.selectFrom('indexer_held').select(['token', 'token_id']).where('address', '=', chain.bob).execute()
    expect(held).toContainEqual({ token: collection, token_id: '42' })
    // Nobody has asked for this one: what others did is no part of its history.
    expect(await historyOf(db, collection)).toEqual([])
  })

  test('goes on where it ended, and begins anew with a chain that does', { timeout }, async () => {
    const whole = await opened()
    await index(whole, 0)
    const db = await opened()
    const indexer = await index(db, start)
    await older(db).want(chain.bob, start)
    const node = limited(chain.node, { blocks: 40, logs: 100 })
    // Each one ends after a few windows, and the last one finds nothing left.
    for (let rest = true; rest; ) {
      const reader = older(db, node)
      for (let steps = 0; steps < 8 && rest; steps += 1) rest = await reader.step()
      await reader.close()
    }
    expect(await historyOf(db, chain.bob)).toEqual(await historyOf(whole, chain.bob))

    await chain.run('anvil_rollback', 8)
    await chain.send({ value: 1n, to: chain.bob })
    await chain.mine(9)
    await indexer.catchUp()
    expect(await historyOf(db, chain.bob)).toEqual([])
    expect(await db.selectFrom('indexer_older').selectAll().execute()).toEqual([])
  })

  test('asks for nothing where all is read, and leaves a node that refuses a single block alone', { timeout }, async () => {
    const db = await opened()
    await index(db, start)
    const reader = older(db, limited(chain.node, { blocks: 0, logs: 0 }))
    await reader.want(chain.bob, 0)
    expect(await reader.step()).toBe(false)
    await reader.want(chain.bob, start)
    const last = async (): Promise<unknown> => {
      for (;;) if (!(await reader.step())) return undefined
    }
    await expect(last()).rejects.toThrow(RpcError)
    expect(await db.selectFrom('indexer_older').select('unread').execute()).toEqual([{ unread: start - 1 }])
  })
})
