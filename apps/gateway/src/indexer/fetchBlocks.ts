import { type Node, NodeUnavailableError, parseResult } from '../rpc/node.js'
import { type TraceDialect, readTraces, traceCall } from './internal.js'
import { type BlockRows, rowsOf } from './rows.js'
import { fullBlock, receipts } from './wire.js'

export interface FetchBlocksParameters {
  node: Node
  chain: number
  from: number
  /** How many blocks are asked for in one request. */
  count: number
  dialect: TraceDialect
  signal: AbortSignal
}

/** The rows of some blocks that follow each other. @throws NodeUnavailableError, RpcError */
export async function fetchBlocks({ node, chain, from, count, dialect, signal }: FetchBlocksParameters): Promise<readonly BlockRows[]> {
  const numbers = Array.from({ length: count }, (_, at) => from + at)
  const outcomes = await node.batch(
    numbers.flatMap((number) => {
      const hex = `0x${number.toString(16)}`
      return [
        { method: 'eth_getBlockByNumber', params: [hex, true] },
        { method: 'eth_getBlockReceipts', params: [hex] },
        ...(dialect === 'none' ? [] : [traceCall(dialect, number)]),
      ]
    }),
    signal,
  )
  const width = dialect === 'none' ? 2 : 3
  return numbers.map((_, at) => {
    const [first, second, third] = outcomes.slice(at * width, (at + 1) * width)
    if (first?.error) throw first.error
    if (second?.error) throw second.error
    // A block that is gone: the chain has become shorter in between.
    if (!first?.result || !second?.result) throw new NodeUnavailableError('The node does not have this block.')
    const block = parseResult(first.result, fullBlock, 'eth_getBlockByNumber')
    const told = parseResult(second.result, receipts, 'eth_getBlockReceipts')
    // Traces of old blocks are forgotten by most nodes: without them the block is held all the same.
    const internal = dialect === 'none' || !third || third.error ? undefined : readTraces(dialect, third.result)
    return rowsOf({ chain, block, receipts: told, internal })
  })
}
