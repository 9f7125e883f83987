import { OptionsError } from '@portico/service'
import { historyRow } from '../activity/historyRow.js'
import { readHistory } from '../activity/readHistory.js'
import { readBalances } from '../balances/readBalances.js'
import { createHeights } from '../indexer/heights.js'
import { createIndexer, numberOf } from '../indexer/indexer.js'
import { createOlder } from '../indexer/older/older.js'
import { createTokenNames } from '../indexer/tokens.js'
import { readNfts } from '../nfts/readNfts.js'
import { createMulticall } from '../rpc/multicall.js'
import { NodeUnavailableError, RpcError } from '../rpc/node.js'
import { ProviderError } from './errors.js'
import type { ProviderFactory } from './types.js'

/** The built-in source of an EVM chain: its own node, and an index that follows it. No key, no vendor. */
export const nodeProvider: ProviderFactory = ({ chain, db, node, describe, clock, log }) => {
  if (!chain.id.startsWith('eip155:')) throw new OptionsError(`chains: ${chain.id} has no provider of the kind node`)
  const number = numberOf(chain)
  const multicall = createMulticall(node, { isolated: true })
  const names = createTokenNames({ chain, number, db, multicall, clock })
  const indexer = createIndexer({ chain, db, node, clock, log })
  const heights = createHeights()
  const older = createOlder({ options: chain, chain: number, db, node, isReading: indexer.isReading, log })

  return {
    kind: 'node',
    balances: ({ address, signal }) =>
      answer(async () => {
        const { balances, block } = await readBalances({ chain, number, db, node, multicall, names, address, signal })
        if (block !== undefined) heights.tell(address, block)
        return balances
      }),
    nfts: (parameters) => answer(() => readNfts({ chain, number, db, multicall, names, describe, ...parameters })),
    history: ({ address: viewer, cursor, limit, signal }) =>
      answer(async () => {
        const read = () =>
          db.selectFrom('indexer_chains').select(['start', 'internal', 'number']).where('chain', '=', number).executeTakeFirst()
        if (cursor === undefined) await heights.wait(viewer, async () => (await read())?.number, signal)
        const state = await read()
        if (state && cursor === undefined) await older.want(viewer, state.start)
        const { rows, next } = await readHistory({ db, chain: number, viewer, cursor, limit })
        const tokens = rows.flatMap(({ transfers }) => transfers.flatMap(({ token }) => (token === '' ? [] : [token])))
        const facts = await names(tokens, signal)
        const missing = [
          ...(state?.internal === 1 ? [] : (['internal-transfers'] as const)),
          ...((state?.start ?? 0) > 0 ? (['older-rows'] as const) : []),
        ]
        const data = rows.map((row) => historyRow(row, { chain, viewer, names: facts }))
        return { data, next, ...(missing.length > 0 && { missing }) }
      }),
    start: async () => {
      await indexer.start()
      older.start()
    },
    close: async () => {
      await older.close()
      await indexer.close()
    },
  }
}

/** What a node does not answer is asked of the next provider. */
async function answer<Value>(ask: () => Promise<Value>): Promise<Value> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof NodeUnavailableError || error instanceof RpcError)) throw error
    throw new ProviderError('unavailable', error.message, { cause: error })
  }
}
