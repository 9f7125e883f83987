import { z } from 'zod'
import { evmAddress, hash, hexBigint, hexData, hexNumber } from '../rpc/node.js'

const quantity = z.union([hexNumber, z.number().int().nonnegative()])

/** A block's head: what tells whether the chain is still the one that was read. */
export const blockHead = z.object({ number: hexNumber, hash, parentHash: hash, timestamp: hexNumber })

const transaction = z.object({ hash, from: evmAddress, to: z.nullish(evmAddress), value: hexBigint, nonce: hexNumber, input: hexData })

/** `eth_getBlockByNumber` with its transactions. */
export const fullBlock = z.object({
  ...blockHead.shape,
  transactions: z.array(transaction),
})
export type FullBlock = z.output<typeof fullBlock>

const logEntry = z.object({ address: evmAddress, topics: z.array(hash).max(4), data: hexData })
export type LogEntry = z.output<typeof logEntry>

const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  // Before Byzantium there is none: what is in the chain then has worked as far as anybody can tell.
  status: z.optional(hexNumber).default(1),
  contractAddress: z.nullish(evmAddress),
  gasUsed: hexBigint,
  effectiveGasPrice: z.optional(hexBigint).default(0n),
  /** What a rollup takes for its place on the chain below. */
  l1Fee: z.nullish(hexBigint),
  logs: z.array(logEntry),
})

/** `eth_getBlockReceipts`. */
export const receipts = z.array(receipt)
export type Receipts = z.output<typeof receipts>

/** `eth_getTransactionByHash` and `eth_getTransactionReceipt` of what is in a block. */
export const minedTransaction = z.object({ ...transaction.shape, blockHash: hash, blockNumber: hexNumber, transactionIndex: hexNumber })
export const minedReceipt = z.object({ ...receipt.shape, transactionIndex: hexNumber })

/** `eth_getLogs`, of which only the transactions are looked at. */
export const logPlaces = z.array(z.object({ transactionHash: hash, removed: z.optional(z.boolean()) }))

/** `trace_block`: rewards of blocks have no transaction. */
export const traces = z.array(
  z.object({
    type: z.string(),
    action: z.object({
      callType: z.optional(z.string()),
      from: z.optional(evmAddress),
      to: z.optional(evmAddress),
      value: z.optional(hexBigint),
      /** Of a contract that ends. */
      address: z.optional(evmAddress),
      refundAddress: z.optional(evmAddress),
      balance: z.optional(hexBigint),
    }),
    result: z.nullish(z.object({ address: z.optional(evmAddress) })),
    error: z.nullish(z.string()),
    traceAddress: z.array(z.number()),
    transactionPosition: z.nullish(quantity),
  }),
)
export type Traces = z.output<typeof traces>

/** A call of `debug_traceBlockByNumber` with the `callTracer`. */
export interface Frame {
  type: string
  from: string
  to?: string | undefined
  value?: bigint | undefined
  error?: string | undefined
  calls?: Frame[] | undefined
}
const frame: z.ZodType<Frame> = z.object({
  type: z.string(),
  from: evmAddress,
  to: z.optional(evmAddress),
  value: z.optional(hexBigint),
  error: z.optional(z.string()),
  get calls() {
    return z.optional(z.array(frame))
  },
})
export const frames = z.array(z.object({ result: frame }))
