import { OptionsError } from '@portico/service'
import { numberOf } from '../../indexer/indexer.js'
import type { InternalTransfer } from '../../indexer/internal.js'
import { createTokenNames } from '../../indexer/tokens.js'
import { createMulticall } from '../../rpc/multicall.js'
import { type Node, createNode } from '../../rpc/node.js'
import { nodeFailure } from '../nodeFailure.js'
import { nodeRows } from '../nodeRows.js'
import type { ProviderFactory } from '../types.js'
import { borderOf } from '../wholeBlocks.js'
import { type Found, operations, searched } from './wire.js'

/** What nodes give at a time unless they are told otherwise. */
const perPage = 25

/**
 * History by a node that speaks Otterscan's JSON-RPC, as Erigon and Anvil do: `{ kind: 'ots' }`. Its search knows who is called and who
 * gets coins, inside of transactions too; tokens that others have sent are in logs, which it does not look at.
 */
export const ots: ProviderFactory = ({ chain, options: { kind, url }, db, node: own, fetch, clock }) => {
  if (!chain.id.startsWith('eip155:')) throw new OptionsError(`chains: ${kind} knows nothing of ${chain.id}`)
  const node = url === undefined ? own : createNode({ urls: [url], fetch })
  const number = numberOf(chain)
  const names = createTokenNames({ chain, number, db, multicall: createMulticall(node, { isolated: true }), clock })

  const read = async (viewer: string, before: number, limit: number, signal: AbortSignal) => {
    const params = [viewer, before, Math.min(limit, perPage)]
    const { txs, lastPage } = await node.call({ method: 'ots_searchTransactionsBefore', params }, searched, signal)
    const blocks = txs.map(({ blockNumber }) => blockNumber)
    const border = borderOf(blocks, limit) // the next page begins below a block
    const shown = txs.filter(({ blockNumber }) => blockNumber > border)
    const internal = await readInternal(node, shown, signal)
    const hashes = shown.map(({ hash }) => hash)
    const isOver = shown.length === 0 || (lastPage && shown.length === txs.length)
    return {
      data: await nodeRows({ node, chain, number, names, viewer, hashes, ...(internal && { internal }), signal }),
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
