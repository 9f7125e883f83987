import { openDatabase } from '@portico/service/database'
import { sqlite } from '@portico/service/test'
import { type Hex, pad, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestChain, chainOf, echoCode, erc20Log, startAnvil } from '../test/anvil.js'
import { providerMigrations } from './migrations.js'
import { nodeProvider } from './node.js'
import { parametersOf, signal } from './test/standIn.js'

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

test('whoever saw a token come finds where it is from, though the index is a moment behind', { timeout }, async () => {
  // Looks so seldom that it has not seen the transfer when its balance is told, and often enough to see it within the second on a busy machine.
  const options = chainOf(chain.options({ pollMs: 250, tokens: [{ address: token, name: 'Token', symbol: 'TKN', decimals: 0 }] }))
  const db = openDatabase(await fresh())
  const provider = nodeProvider({ ...parametersOf(fetch, { kind: 'node' }, options), db, node: chain.node })
  const viewer: Hex = '0x00000000000000000000000000000000000a11ce'
  const past = async () => (await provider.history?.({ address: viewer, cursor: undefined, limit: 5, signal }))?.data.length
  const held = async () => (await provider.balances?.({ address: viewer, fresh: true, signal }))?.map(({ symbol }) => symbol)
  await provider.start?.()
  try {
    // An index that has not begun yet is not waited for.
    await expect.poll(() => db.selectFrom('indexer_chains').select('number').executeTakeFirst(), { timeout: 10_000 }).toBeDefined()
    expect(await past()).toBe(0)
    for (const round of [1, 2, 3]) {
      const hash = await chain.send({ to: token, data: erc20Log('transfer', chain.alice, viewer, 7n) })
      // The balance is set by hand: not before its transfer is in a block.
      await expect.poll(() => chain.run('eth_getTransactionReceipt', hash)).not.toBeNull()
      await chain.run('anvil_setStorageAt', token, pad(viewer, { size: 32 }), toHex(7 * round, { size: 32 }))
      expect(await held()).toEqual(['TKN'])
      expect(await past()).toBe(round)
    }
  } finally {
    await provider.close?.()
    await db.destroy()
  }
})
