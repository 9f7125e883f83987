import { type Node, parseResult } from '../../rpc/node.js'
import { topics } from '../decodeLogs.js'
import { logPlaces } from '../wire.js'

export interface FindParameters {
  readonly node: Node
  /** In lower case. */
  readonly address: string
  /** The first and the last block. */
  readonly from: number
  readonly to: number
  readonly signal: AbortSignal
}

/**
 * The hashes of transactions whose logs name an account as who gives, gets or allows tokens.
 * @throws RpcError where the node finds that too much, NodeUnavailableError
 */
export async function findTransactions({ node, address, from, to, signal }: FindParameters): Promise<readonly string[]> {
  const { transfer, transferSingle, transferBatch, approval, approvalForAll, deposit, withdrawal } = topics
  const account = `0x${address.slice(2).padStart(64, '0')}`
  const filters = [
    [[transfer, approval, approvalForAll, deposit, withdrawal], account],
    [[transfer, approval, approvalForAll, transferSingle, transferBatch], null, account],
    [[transferSingle, transferBatch], null, null, account],
  ]
  const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` }
  const outcomes = await node.batch(
    filters.map((each) => ({ method: 'eth_getLogs', params: [{ ...range, topics: each }] })),
    signal,
  )
  const found = outcomes.flatMap(({ error, result }) => {
    if (error) throw error
    return parseResult(result, logPlaces, 'eth_getLogs').flatMap(({ transactionHash, removed }) => (removed ? [] : [transactionHash]))
  })
  return [...new Set(found)]
}
