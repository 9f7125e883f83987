import type { Database } from '@portico/service/database'
import { z } from 'zod'
import type { Node } from '../rpc/node.js'
import type { ChainState } from './lease.js'
import { blockHead } from './wire.js'

/** A block's head by its number, or null where the node has none. @throws NodeUnavailableError, RpcError */
export async function headOf(node: Node, number: number | 'latest', signal: AbortSignal) {
  const tag = number === 'latest' ? number : `0x${number.toString(16)}`
  return await node.call({ method: 'eth_getBlockByNumber', params: [tag, false] }, z.nullable(blockHead), signal)
}

export interface AncestorParameters {
  db: Database
  node: Node
  chain: number
  state: ChainState
  /** The newest block of the node. */
  latest: number
  signal: AbortSignal
}

/**
 * The newest block that both the node and the database have; `start - 1` where there is none. A chain that has gone another way
 * shows at the newest block that is held; one that only became shorter does too, for the node does not have it any more.
 * @throws NodeUnavailableError, RpcError
 */
export async function findAncestor({ db, node, chain, state, latest, signal }: AncestorParameters) {
  const agrees = async (number: number): Promise<boolean> => {
    const held = await db
      .selectFrom('indexer_blocks')
      .select('hash')
      .where('chain', '=', chain)
      .where('number', '=', number)
      .executeTakeFirst()
    return held !== undefined && (await headOf(node, number, signal))?.hash === held.hash
  }
  // Where two blocks are the same, all below them are: so the last one is found by halves.
  let same = state.start - 1
  let other = Math.min(state.number, latest) + 1
  while (other - same > 1) {
    const middle = same + Math.floor((other - same) / 2)
    if (await agrees(middle)) same = middle
    else other = middle
  }
  // Below the first block stands at most what was read for some accounts, which nobody has compared.
  if (same < state.start) return { number: same, hash: null }
  const held = await db.selectFrom('indexer_blocks').select('hash').where('chain', '=', chain).where('number', '=', same).executeTakeFirst()
  return { number: same, hash: held?.hash ?? null }
}
