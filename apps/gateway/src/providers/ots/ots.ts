import { OptionsError } from '@portico/service'
import { historyRow } from '../../activity/historyRow.js'
import type { HeldTransaction } from '../../activity/readHistory.js'
import { numberOf } from '../../indexer/indexer.js'
import type { InternalTransfer } from '../../indexer/internal.js'
import { type OlderRows, fetchTransactions } from '../../indexer/older/fetchTransactions.js'
import { createTokenNames } from '../../indexer/tokens.js'
import { createMulticall } from '../../rpc/multicall.js'
import { type Node, createNode } from '../../rpc/node.js'
import { nodeFailure } from '../nodeFailure.js'
import type { ProviderFactory } from '../types.js'
import { type Found, operations, searched } from './wire.js'

/** What nodes give at a time unless they are told otherwise. */
const perPage = 25

/** The most transfers of one transaction that a row shows. */
const mostTransfers = 50

/**
 * History by a node that speaks Otterscan's JSON-RPC, as Erigon and Anvil do: `{ kind: 'ots' }`. Its search knows who is called and who
 * gets coins, inside of transactions too; tokens that others have sent are in logs, which it does not look at.
 */
export const ots: ProviderFactory = ({ chain, options: { kind, url }, db, node: own, fetch, clock }) => {
  if (!chain.id.startsWith('eip155:')) throw new OptionsError(`chains: ${kind} knows nothing of ${chain.id}`)
  const node = url === undefined ? own : createNode({ urls: [url], fetch })
  const number = numberOf(chain)
  const names = createTokenNames({ chain, number, db, multicall: createMulticall(node), clock })

  const read = async (viewer: string, before: number, limit: number, signal: AbortSignal) => {
    const params = [viewer, before, Math.min(limit, perPage)]
    const { txs, lastPage } = await node.call({ method: 'ots_searchTransactionsBefore', params }, searched, signal)
    const shown = wholeBlocks(txs, limit)
    const internal = await readInternal(node, shown, signal)
    const hashes = shown.map(({ hash }) => hash)
    const rows = await fetchTransactions({ node, chain: number, address: viewer, hashes, ...(internal && { internal }), signal })
    const held = heldOf(rows, viewer)
    const facts = await names(
      held.flatMap(({ transfers }) => transfers.flatMap(({ token }) => (token === '' ? [] : [token]))),
      signal,
    )
    const isOver = shown.length === 0 || (lastPage && shown.length === txs.length)
    return {
      data: held.map((each) => historyRow(each, { chain, viewer, names: facts })),
      next: isOver ? null : String(shown.at(-1)?.blockNumber),
      ...(!internal && { missing: ['internal-transfers' as const] }),
    }
  }

  return {
    kind,
    history: async ({ address, cursor, limit, signal }) => {
      // Zero is where the chain ends.
      const before = cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : 0
      try {
        return await read(address, before, limit, signal)
      } catch (error) {
        signal.throwIfAborted()
        throw nodeFailure(error, kind)
      }
    },
  }
}

/** As many as a page may have, without a part of a block: the next page begins below a block. One block alone is shown as it is. */
function wholeBlocks(txs: readonly Found[], limit: number): readonly Found[] {
  const [first, next] = [txs[0], txs[limit]]
  if (!first || !next) return txs
  const border = next.blockNumber === first.blockNumber ? next.blockNumber - 1 : next.blockNumber
  return txs.filter(({ blockNumber }) => blockNumber > border)
}

/** Coins that moved inside of transactions; undefined where the node does not tell. @throws NodeUnavailableError */
async function readInternal(node: Node, found: readonly Found[], signal: AbortSignal) {
  const outcomes = await node.batch(
    found.map(({ hash }) => ({ method: 'ots_getInternalOperations', params: [hash] })),
    signal,
  )
  const internal = new Map<string, readonly Omit<InternalTransfer, 'position'>[]>()
  for (const [at, { hash, from, to, value }] of found.entries()) {
    const { data } = operations.safeParse(outcomes[at]?.result)
    if (!data) return undefined
    // Some tell of the transaction itself as well.
    const inside = data.filter((each) => each.value > 0n && !(each.from === from && each.to === to && each.value === value))
    internal.set(
      hash,
      inside.map((each) => ({ sender: each.from, recipient: each.to, value: each.value })),
    )
  }
  return internal
}

/** As the index would hold them, newest first. */
function heldOf({ blocks, transactions, transfers }: OlderRows, viewer: string): readonly HeldTransaction[] {
  const times = new Map(blocks.map(({ number, time }) => [number, time]))
  return transactions
    .toSorted((one, other) => other.block - one.block || other.position - one.position)
    .map((transaction) => ({
      transaction: { ...transaction, time: times.get(transaction.block) ?? 0 },
      transfers: transfers
        .filter(({ block, position }) => block === transaction.block && position === transaction.position)
        .filter(({ sender, recipient }) => sender === viewer || recipient === viewer)
        .slice(0, mostTransfers),
    }))
}
