import { type Node, NodeUnavailableError, type RpcCall, parseResult } from '../../rpc/node.js'
import type { InternalTransfer } from '../internal.js'
import { type BlockRows, addTransaction } from '../rows.js'
import { blockHead, minedReceipt, minedTransaction } from '../wire.js'

export interface FetchTransactionsParameters {
  readonly node: Node
  readonly chain: number
  /** Whose rows they become, in lower case. */
  readonly address: string
  readonly hashes: readonly string[]
  /** Coins that moved inside of them, by their hash, where that is known. */
  readonly internal?: ReadonlyMap<string, readonly Omit<InternalTransfer, 'position'>[]>
  readonly signal: AbortSignal
}

/** What some transactions add to the tables. */
export type OlderRows = Pick<BlockRows, 'transactions' | 'transfers' | 'touched' | 'held'> & { readonly blocks: BlockRows['block'][] }

/** Calls in one request. */
const perRequest = 100

/** The rows of transactions, of one account alone: what others did there is not read as a whole. @throws NodeUnavailableError, RpcError */
export async function fetchTransactions(parameters: FetchTransactionsParameters): Promise<OlderRows> {
  const { node, chain, address, hashes, internal, signal } = parameters
  const found = await ask(
    node,
    hashes.flatMap((hash) => ['eth_getTransactionByHash', 'eth_getTransactionReceipt'].map((method) => ({ method, params: [hash] }))),
    signal,
  )
  const mined = hashes.map((_, at) => ({
    transaction: parseResult(found[at * 2], minedTransaction, 'eth_getTransactionByHash'),
    receipt: parseResult(found[at * 2 + 1], minedReceipt, 'eth_getTransactionReceipt'),
  }))
  const numbers = [...new Set(mined.map(({ transaction }) => transaction.blockNumber))]
  const heads = await ask(
    node,
    numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [`0x${number.toString(16)}`, false] })),
    signal,
  )
  const blocks = new Map(
    numbers.map((number, at) => {
      const { hash, parentHash, timestamp } = parseResult(heads[at], blockHead, 'eth_getBlockByNumber')
      return [number, { chain, number, hash, parent: parentHash, time: timestamp * 1000 }]
    }),
  )
  const rows: OlderRows = { blocks: [...blocks.values()], transactions: [], transfers: [], touched: [], held: [] }
  for (const { transaction, receipt } of mined) {
    const { blockNumber: block, blockHash, transactionIndex: position } = transaction
    if (receipt.transactionHash !== transaction.hash || receipt.blockHash !== blockHash || blocks.get(block)?.hash !== blockHash) {
      throw new NodeUnavailableError('The node has changed its mind about a block.')
    }
    const inside = (internal?.get(transaction.hash) ?? []).map((each) => ({ ...each, position }))
    addTransaction(rows, { at: { chain, block, position }, transaction, receipt, internal: inside })
  }
  const isOwn = (row: { readonly address: string }): boolean => row.address === address
  return { ...rows, touched: rows.touched.filter(isOwn), held: rows.held.filter(isOwn) }
}

/** Results in the order of the calls. @throws RpcError, NodeUnavailableError */
async function ask(node: Node, calls: readonly RpcCall[], signal: AbortSignal): Promise<readonly unknown[]> {
  const results: unknown[] = []
  for (let at = 0; at < calls.length; at += perRequest) {
    for (const { error, result } of await node.batch(calls.slice(at, at + perRequest), signal)) {
      if (error) throw error
      results.push(result)
    }
  }
  return results
}
