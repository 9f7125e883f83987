import type { NetworkId } from '@portico/core'
import { UnknownBundleIdError, type CallReceipt, type CallsStatus } from '@portico/core/calls'
import { EndpointError } from '../errors.js'
import { field, readUnits } from '../implementation/json.js'
import { commitment, type Rpc } from '../implementation/rpc.js'
import { readBatchId } from './batchId.js'

/** How far one node may be behind another that was asked a moment before, in blocks. */
const nodesApart = 32n
/** About a day, in blocks: of what is older, nodes may have forgotten that it was there. */
const remembered = 200_000n

/**
 * How a batch stands, by the chain alone: what is not there when its blockhash has expired will never be.
 * @param unsent signatures of transactions that this page holds and will not send
 * @throws UnknownBundleIdError, EndpointError
 */
export async function getCallsStatus(rpc: Rpc, id: string, unsent: ReadonlySet<string>): Promise<CallsStatus> {
  const batch = readBatchId(id)
  if (!batch) throw new UnknownBundleIdError()
  const { networkId, signatures, lastValidBlockHeight } = batch
  const answer = await rpc.call({ networkId, method: 'getBlockHeight', params: [{ commitment }] }) // before what it is compared with
  const height = readUnits(answer)
  if (height === undefined) throw new EndpointError({ cause: answer })
  const found = await outcomesOf(rpc, networkId, signatures)
  if (height > lastValidBlockHeight + remembered && found.every((one) => one === 'absent')) throw new UnknownBundleIdError()

  const isExpired = height > lastValidBlockHeight + nodesApart
  const isOpen = found.some((one, at) => one === 'open' || (one === 'absent' && !isExpired && !unsent.has(signatures[at] ?? '')))
  const receipts = found.flatMap((one) => (typeof one === 'object' ? one : []))
  return { id, networkId, status: isOpen ? 100 : statusOf(receipts, signatures.length), atomic: signatures.length === 1, receipts }
}

function statusOf(receipts: readonly CallReceipt[], wanted: number): 200 | 400 | 500 | 600 {
  const done = receipts.filter(({ status }) => status === 'success').length
  if (done === wanted) return 200
  if (done > 0) return 600
  return receipts.length > 0 ? 500 : 400
}

/** The receipts that the chain has of transactions, in their order. @throws EndpointError */
export async function getCallReceipts(rpc: Rpc, networkId: NetworkId, hashes: readonly string[]): Promise<readonly CallReceipt[]> {
  return (await outcomesOf(rpc, networkId, hashes)).flatMap((one) => (typeof one === 'object' ? one : []))
}

/** `open`: seen, and not yet confirmed. */
async function outcomesOf(
  rpc: Rpc,
  networkId: NetworkId,
  hashes: readonly string[],
): Promise<readonly (CallReceipt | 'open' | 'absent')[]> {
  const params = [hashes, { searchTransactionHistory: true }]
  const answer = await rpc.call({ networkId, method: 'getSignatureStatuses', params })
  return hashes.map((hash, at) => {
    const status = field(answer, 'value', at)
    if (status === null) return 'absent'
    const blockNumber = readUnits(field(status, 'slot'))
    if (blockNumber === undefined) throw new EndpointError({ cause: answer })
    const level = field(status, 'confirmationStatus')
    if (level !== 'confirmed' && level !== 'finalized') return 'open'
    const isReverted = (field(status, 'err') ?? undefined) !== undefined
    return { transactionHash: hash, status: isReverted ? 'reverted' : 'success', blockNumber, logs: [] }
  })
}
