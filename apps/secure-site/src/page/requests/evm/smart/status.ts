import type { Hex } from 'viem'
import * as z from 'zod/mini'
import { getAddress, numberToHex } from 'viem/utils'
import type { Batch, RequestContext } from '../../../types.js'
import { callsStatusCodes } from '../callsStatusCodes.js'
import { chainNumber, networkOf } from '../../network.js'
import { bundlerOf, serviceOf } from './bundler.js'
import { nextNonce } from './nonce.js'

const hex = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-fA-F]*$/.test(value))
const log = z.object({ address: hex, data: hex, topics: z.array(hex) })
const answer = z.object({
  userOpHash: hex,
  success: z.boolean(),
  logs: z.optional(z.array(log)),
  receipt: z.object({
    transactionHash: hex,
    blockHash: hex,
    blockNumber: hex,
    gasUsed: hex,
    logs: z.optional(z.array(log)),
  }),
})

/** What became of an operation, as sites are told of transactions. */
export interface OperationReceipt {
  readonly logs: readonly z.output<typeof log>[]
  readonly status: '0x0' | '0x1'
  readonly blockHash: Hex
  readonly blockNumber: Hex
  readonly gasUsed: Hex
  readonly transactionHash: Hex
}

/** Undefined where there is none yet, or it is another operation's. */
export function readReceipt(value: unknown, operation: string): OperationReceipt | undefined {
  const { data } = answer.safeParse(value)
  if (!data || data.userOpHash.toLowerCase() !== operation.toLowerCase()) return undefined
  const { transactionHash, blockHash, blockNumber, gasUsed, logs = [] } = data.receipt
  return { transactionHash, blockHash, blockNumber, gasUsed, logs: data.logs ?? logs, status: data.success ? '0x1' : '0x0' }
}

/** Milliseconds between two looks: two minutes in all, so that a block of any network is seen soon. */
export const waits: readonly number[] = [
  100,
  200,
  300,
  400,
  ...Array.from({ length: 10 }, () => 500),
  ...Array.from({ length: 57 }, () => 2000),
]

/** Milliseconds after which an operation that the bundler does not know is not on its way any more. */
const sendingTime = 120_000
/** And where it has said that it has it, so that it was refused since: several bundlers behind one address learn of it one after the other. */
const acceptedTime = 10_000

/** Answers wallet_getCallsStatus of a smart account's batch: all of it happens in one operation, or none. @throws NodeUnreachableError */
export async function operationStatus(batch: Batch & { readonly operation: string }, context: RequestContext) {
  const { id, operation, from, nonce, stopped, at, accepted } = batch
  const network = networkOf(batch.networkId, context)
  const bundler = bundlerOf({ network, service: serviceOf(network), fetch: context.fetch })
  const look = async () => readReceipt(await bundler.receipt(operation), operation)
  const isGone = async () => {
    if (stopped) return true
    const isUsed = (await nextNonce(getAddress(from), network, context.fetch)) > BigInt(nonce)
    // A bundler that has it still may not know yet that it was itself that used the nonce.
    return (isUsed || Date.now() - at > (accepted ? acceptedTime : sendingTime)) && (await bundler.find(operation)) === null
  }
  // It may have come into a block between the two questions.
  let receipt = await look()
  const lost = !receipt && (await isGone())
  if (lost) receipt = await look()
  const { pending, confirmed, notIncluded, reverted } = callsStatusCodes
  return {
    version: '2.0.0',
    id,
    chainId: numberToHex(chainNumber(network)),
    status: receipt ? (receipt.status === '0x1' ? confirmed : reverted) : lost ? notIncluded : pending,
    atomic: true,
    ...(receipt && { receipts: [receipt] }),
  }
}
