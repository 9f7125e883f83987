import { z } from 'zod'
import { lasts } from '../span.js'
import { blockParameter, byHash, fixed } from './methods.js'
import { type Node, type RpcCall, type RpcOutcome, hexNumber } from './node.js'

/** Blocks that have to stand on one before what is said about it is kept. */
const settledDepth = 64
/** How many answers are kept for a chain, and how long the longest may be, in characters. */
const most = 20_000
const longest = 32_768
/** Milliseconds that the height of the chain is not asked for again. */
const heightMs = 1000

/** Answers of one chain, kept where a block fixes them. */
export interface Answers {
  readonly find: (call: RpcCall) => RpcOutcome | undefined
  readonly keep: (call: RpcCall, outcome: RpcOutcome) => Promise<void>
}

const blockHash = z.object({ blockHash: z.string() })
const mined = z.object({ blockNumber: hexNumber })

export function createAnswers(node: Node, clock: () => number): Answers {
  const known = new Map<string, RpcOutcome>()
  let height = { number: -1, from: 0, until: 0 }

  const readHeight = async (): Promise<number> => {
    if (lasts(height, clock())) return height.number
    const number = await node.call({ method: 'eth_blockNumber' }, hexNumber).catch(() => -1)
    // A chain that became shorter is another one: a local chain that was set back.
    if (number < height.number) known.clear()
    const now = clock()
    height = { number, from: now, until: now + heightMs }
    return number
  }
  const isFixed = async ({ method, params = [] }: RpcCall, result: unknown): Promise<boolean> => {
    if (result === null) return false
    if (fixed.has(method)) return true
    if (byHash.has(method)) return true
    if (method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash') {
      const { data } = mined.safeParse(result)
      return data !== undefined && data.blockNumber <= (await readHeight()) - settledDepth
    }
    const at = blockParameter[method]
    if (at === undefined) return false
    if (blockHash.safeParse(params[at]).success) return true
    const { data: number } = hexNumber.safeParse(params[at])
    return number !== undefined && number <= (await readHeight()) - settledDepth
  }

  return {
    find: (call) => known.get(keyOf(call)),
    keep: async (call, outcome) => {
      if (outcome.error || !(await isFixed(call, outcome.result)) || JSON.stringify(outcome.result).length > longest) return
      known.set(keyOf(call), outcome)
      const [oldest] = known.keys()
      if (known.size > most && oldest !== undefined) known.delete(oldest)
    },
  }
}

const keyOf = ({ method, params = [] }: RpcCall): string => `${method}${JSON.stringify(params)}`
