import { type Node, parseResult } from '../rpc/node.js'
import { type Frame, type Traces, frames, traces } from './wire.js'

/** Coins that moved inside of a transaction. */
export interface InternalTransfer {
  readonly position: number
  readonly sender: string
  readonly recipient: string
  readonly value: bigint
}

/** How a node tells of what happens inside of transactions: the calls of OpenEthereum, those of Geth, or not at all. */
export type TraceDialect = 'trace' | 'debug' | 'none'

/** Asks the node what it has. A node that knows neither way is not asked again. @throws NodeUnavailableError */
export async function findTraceDialect(node: Node, block: number): Promise<TraceDialect> {
  for (const dialect of ['trace', 'debug'] as const) {
    const [outcome] = await node.batch([traceCall(dialect, block)])
    if (outcome && !outcome.error && (dialect === 'trace' ? traces : frames).safeParse(outcome.result).success) return dialect
  }
  return 'none'
}

export function traceCall(dialect: Exclude<TraceDialect, 'none'>, block: number) {
  const number = `0x${block.toString(16)}`
  return dialect === 'trace'
    ? { method: 'trace_block', params: [number] }
    : { method: 'debug_traceBlockByNumber', params: [number, { tracer: 'callTracer' }] }
}

/** @throws NodeUnavailableError for another shape */
export function readTraces(dialect: Exclude<TraceDialect, 'none'>, result: unknown): InternalTransfer[] {
  if (dialect === 'trace') return fromTraces(parseResult(result, traces, 'trace_block'))
  return parseResult(result, frames, 'debug_traceBlockByNumber').flatMap((each, position) => fromFrame(each.result, position))
}

function fromTraces(list: Traces): InternalTransfer[] {
  // What fails takes back all that happened within it.
  const failed = new Set(
    list.filter(({ error }) => error).map(({ transactionPosition, traceAddress }) => [transactionPosition, ...traceAddress].join()),
  )
  const isUndone = (position: number, path: readonly number[]): boolean =>
    Array.from({ length: path.length + 1 }, (_, depth) => [position, ...path.slice(0, depth)].join()).some((key) => failed.has(key))
  return list.flatMap(({ type, action, result, traceAddress, transactionPosition: position }) => {
    if (typeof position !== 'number' || (traceAddress.length === 0 && type !== 'suicide')) return []
    if (failed.size > 0 && isUndone(position, traceAddress)) return []
    if (type === 'suicide') return moved(position, action.address, action.refundAddress, action.balance)
    if (type === 'create') return moved(position, action.from, result?.address, action.value)
    return type === 'call' && action.callType === 'call' ? moved(position, action.from, action.to, action.value) : []
  })
}

function fromFrame(top: Frame, position: number): InternalTransfer[] {
  if (top.error !== undefined) return []
  return (top.calls ?? []).flatMap((call) => {
    if (call.error !== undefined) return []
    const moves = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(call.type)
    return [...(moves ? moved(position, call.from, call.to, call.value) : []), ...fromFrame(call, position)]
  })
}

function moved(position: number, sender: string | undefined, recipient: string | undefined, value = 0n): InternalTransfer[] {
  return sender !== undefined && recipient !== undefined && value > 0n ? [{ position, sender, recipient, value }] : []
}
