import { numberToHex } from 'viem/utils'
import * as z from 'zod/mini'
import type { Batch, FrameNetwork, RequestContext } from '../../types.js'
import { BatchUnknownError, InvalidParamsError, NodeUnreachableError } from '../errors.js'
import { chainNumber, networkOf, readChainNumber } from '../network.js'
import { askNode } from '../node.js'
import { callsStatusCodes } from './callsStatusCodes.js'

const hex = z.string().check(z.regex(/^0x[0-9a-fA-F]*$/))
/** What of a receipt a site is told. */
const receipt = z.object({
  logs: z.array(z.object({ address: hex, data: hex, topics: z.array(hex) })),
  status: z.enum(['0x0', '0x1']),
  blockHash: hex,
  blockNumber: hex,
  gasUsed: hex,
  transactionHash: hex,
})
type Receipt = z.output<typeof receipt>

/** Milliseconds after which a batch that was left half sent is not being sent any more. */
const sendingTime = 60_000

/**
 * Answers wallet_getCallsStatus (EIP-5792) from the receipts of the calls, which are transactions of their own, or are in one (`atomic`).
 * @throws BatchUnknownError 5730, NodeAnswerError, NodeUnreachableError
 */
export async function callsStatus(params: unknown, context: RequestContext) {
  const [id, ...rest]: readonly unknown[] = Array.isArray(params) ? params : []
  if (typeof id !== 'string' || rest.length > 0) throw new InvalidParamsError({ problem: 'wallet_getCallsStatus takes an id' })
  const batch = context.batches.find(id)
  if (!batch) throw new BatchUnknownError()
  const { operation } = batch
  if (operation !== undefined) return (await import('./smart/status.js')).operationStatus({ ...batch, operation }, context)
  const network = networkOf(batch.networkId, context)
  const found = await Promise.all(batch.hashes.map((hash, index) => lookUp(hash, batch.nonce + index, { batch, network, context })))
  const receipts = found.filter((each) => typeof each === 'object')
  return {
    version: '2.0.0',
    id,
    chainId: numberToHex(chainNumber(network)),
    status: statusOf(batch, found),
    atomic: batch.atomic === true,
    ...(receipts.length > 0 && { receipts }),
  }
}

/** Undefined: another transaction has its nonce. */
type Found = Receipt | 'pending' | undefined

function statusOf({ calls, hashes, stopped, at }: Batch, found: readonly Found[]): number {
  const isSending = hashes.length < calls && !stopped && Date.now() - at < sendingTime
  if (isSending || found.includes('pending')) return callsStatusCodes.pending
  const outcomes = found.flatMap((each) => (typeof each === 'object' ? [each.status] : []))
  if (outcomes.length === 0) return callsStatusCodes.notIncluded
  if (!outcomes.includes('0x1')) return callsStatusCodes.reverted
  return outcomes.length === calls && !outcomes.includes('0x0') ? callsStatusCodes.confirmed : callsStatusCodes.partlyReverted
}

/** What became of one call. */
async function lookUp(
  hash: string,
  nonce: number,
  {
    batch: { from },
    network,
    context: { fetch },
  }: { readonly batch: Batch; readonly network: FrameNetwork; readonly context: RequestContext },
): Promise<Found> {
  const read = async () => {
    const method = 'eth_getTransactionReceipt'
    const answer = await askNode({ network, method, params: [hash], fetch })
    if (answer === null) return undefined
    const parsed = receipt.safeParse(answer)
    if (!parsed.success) throw new NodeUnreachableError({ method, problem: 'its answer is no receipt' })
    return parsed.data
  }
  const first = await read()
  if (first) return first
  const count = readChainNumber(await askNode({ network, method: 'eth_getTransactionCount', params: [from, 'latest'], fetch }))
  if (count === undefined || count <= BigInt(nonce)) return 'pending'
  // It may have been mined between the two questions.
  return read()
}
