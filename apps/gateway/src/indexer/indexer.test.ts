import { type Database, openDatabase } from '@portico/service/database'
import { databases } from '@portico/service/test'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestChain, chainOf, echoCode, erc1155Log, erc20Log, erc721Log, startAnvil } from '../test/anvil.js'
import { createIndexer } from './indexer.js'
import { chainTables, indexerMigrations } from './tables.js'

const log = (): void => {}
const token: Hex = '0x1111111111111111111111111111111111111111'
const collection: Hex = '0x2222222222222222222222222222222222222222'
const nobody: Hex = '0x0000000000000000000000000000000000000000'
const timeout = 60_000
let chain: TestChain
beforeAll(async () => {
  chain = await startAnvil()
  await chain.run('anvil_setCode', token, echoCode(3))
  await chain.run('anvil_setCode', collection, echoCode(4))
})
afterAll(() => chain.stop())

describe.each(await databases(indexerMigrations))('on $name', ({ fresh, drop }) => {
  const open: Database[] = []
  const opened = async () => {
    const db = openDatabase(await fresh())
    open.push(db)
    return db
  }
  const index = (db: Database, options = chain.options()) =>
    createIndexer({ chain: chainOf(options), db, node: chain.node, clock: Date.now, log })
  afterEach(() => Promise.all(open.splice(0).map((db) => db.destroy())))
  afterAll(drop)

  /** All that an index holds, to be compared with that of another. */
  const rowsOf = async (db: Database) => {
    const tables = chainTables.map((table) => db.selectFrom(table).selectAll().execute() as Promise<readonly object[]>)
    return (await Promise.all(tables)).map((rows) => rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted())
  }
  const freshRows = async () => {
    const db = await opened()
    await index(db).catchUp()
    return await rowsOf(db)
  }

  test('holds coins, tokens of three standards, approvals and deployments of each block', { timeout }, async () => {
    const { alice, bob } = chain
    const from = Number(await chain.run('eth_blockNumber')) + 1
    await chain.send({ to: bob, value: 5n })
    await chain.send({ to: token, data: erc20Log('transfer', alice, bob, 7n) })
    await chain.send({ to: token, data: erc20Log('approval', alice, bob, 9n) })
    await chain.send({ to: collection, data: erc721Log(nobody, alice, 42n) })
    await chain.send({ to: collection, data: erc1155Log(alice, alice, bob, [1n, 2n], [3n, 4n]) })
    await chain.send({ data: '0x00' })
    const db = await opened()
    await index(db).catchUp()
    const transfers = await db
      .selectFrom('indexer_transfers')
      .selectAll()
      .where('block', '>=', from)
      .orderBy('block')
      .orderBy('sub')
      .execute()
    expect(transfers.map(({ kind, token_id, amount }) => [kind, token_id, amount])).toEqual([
      ['native', '', '5'],
      ['erc20', '', '7'],
      ['approval', '', '9'],
      ['erc721', '42', '1'],
      ['erc1155', '1', '3'],
      ['erc1155', '2', '4'],
    ])
    const held = await db.selectFrom('indexer_held').select(['address', 'token', 'token_id']).orderBy('token').orderBy('token_id').execute()
    expect(held).toEqual([
      { address: bob, token, token_id: '' },
      { address: bob, token: collection, token_id: '1' },
      { address: bob, token: collection, token_id: '2' },
      { address: alice, token: collection, token_id: '42' },
    ])
    const deployed = await db
      .selectFrom('indexer_transactions')
      .select(['created', 'recipient'])
      .where('recipient', 'is', null)
      .where('block', '>=', from)
      .execute()
    expect(deployed).toEqual([{ recipient: null, created: expect.stringMatching(/^0x[0-9a-f]{40}$/) }])
    expect(await db.selectFrom('indexer_chains').select('internal').executeTakeFirst()).toEqual({ internal: 1 })
  })

  test('follows a chain that goes another way, becomes shorter, or begins anew, to what a fresh index has', { timeout }, async () => {
    const { alice, bob } = chain
    const snapshot = await chain.run('evm_snapshot')
    const pay = async (count: number) => {
      for (let at = 0; at < count; at += 1) await chain.send({ to: token, data: erc20Log('transfer', alice, bob, BigInt(at)) })
    }
    await pay(12)
    const db = await opened()
    const indexer = index(db)
    await indexer.catchUp()
    await chain.run('anvil_reorg', 5, [])
    await pay(2)
    await indexer.catchUp()
    expect(await rowsOf(db)).toEqual(await freshRows())
    // Shorter, and nothing in its place: no parent differs.
    await chain.run('anvil_rollback', 4)
    await indexer.catchUp()
    expect(await rowsOf(db)).toEqual(await freshRows())
    await chain.run('evm_revert', snapshot)
    await chain.mine(3)
    await indexer.catchUp()
    expect(await rowsOf(db)).toEqual(await freshRows())
    expect(await indexer.catchUp()).toBe(Number(await chain.run('eth_blockNumber')))
  })

  test('of two gateways on one database one reads the chain, and the other goes on when it ends', { timeout }, async () => {
    const db = await opened()
    const [first, second] = [index(db), index(db)]
    const head = await first.catchUp()
    await chain.mine(2)
    expect(await second.catchUp()).toBe(head)
    await first.close()
    expect(await second.catchUp()).toBe(head + 2)
  })

  test('begins where it is told to, or at the newest block', { timeout }, async () => {
    const db = await opened()
    const { startBlock: _, ...options } = chain.options()
    const head = Number(await chain.run('eth_blockNumber'))
    await index(db, options).catchUp()
    expect(await db.selectFrom('indexer_blocks').select('number').execute()).toEqual([{ number: head }])
  })

  test('holds a coin that moved inside of a transaction, and nothing of one that failed', { timeout }, async () => {
    // Sends on what it gets, to bob: call(gas, bob, callvalue, 0, 0, 0, 0). The other one does the same and reverts.
    const splitter: Hex = '0x3333333333333333333333333333333333333333'
    const failing: Hex = '0x4444444444444444444444444444444444444444'
    const sendOn = `60006000600060003473${chain.bob.slice(2)}5af1`
    await chain.run('anvil_setCode', splitter, `0x${sendOn}00`)
    await chain.run('anvil_setCode', failing, `0x${sendOn}60006000fd`)
    const sent = [await chain.send({ to: splitter, value: 8n }), await chain.send({ to: failing, value: 9n })]
    const db = await opened()
    await index(db).catchUp()
    const rows = await db
      .selectFrom('indexer_transactions as t')
      .leftJoin('indexer_transfers as m', (join) => join.onRef('m.block', '=', 't.block').onRef('m.position', '=', 't.position'))
      .select(['t.status', 'm.kind', 'm.amount', 'm.recipient'])
      .where('t.hash', 'in', sent)
      .orderBy('t.block')
      .orderBy('m.sub')
      .execute()
    expect(rows).toEqual([
      { status: 1, kind: 'native', amount: '8', recipient: splitter },
      { status: 1, kind: 'internal', amount: '8', recipient: chain.bob },
      { status: 0, kind: null, amount: null, recipient: null },
    ])
  })
})
