import type { Portico } from '../../portico/createPortico.js'
import { target, type AccountParameters } from '../account/target.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import type { CallReceipt, CallsStatus } from './capability.js'
import { UnknownBundleIdError } from './errors.js'
import { statusOf, type CallBatch } from './oneByOne/batch.js'
import { runCalls } from './oneByOne/run.js'
import { findBatch } from './oneByOne/store.js'

export interface CallsStatusParameters extends AccountParameters {
  /** What `sendCalls` resolved with. */
  readonly id: string
}

/**
 * How a batch stands (EIP-5792): of the wallet that took it, or by the chain where it is sent one by one, also after a reload.
 * @example const { status } = await getCallsStatus(portico, { id })
 * @throws UnknownBundleIdError 5730, and what the wallet throws
 */
export async function getCallsStatus(portico: Portico, { id, ...parameters }: CallsStatusParameters): Promise<CallsStatus> {
  const batch = findBatch(portico, id)
  if (batch) {
    // After a reload nobody else may be following what was sent.
    if (batch.steps.some(({ status }) => status === 'sent' || status === 'asking')) void runCalls(portico, id)
    return tell(portico, batch)
  }
  const { adapter, account } = await target(portico, parameters)
  if (!adapter.getCallsStatus) throw new UnknownBundleIdError()
  return adapter.getCallsStatus({ ...account, id })
}

async function tell(portico: Portico, batch: CallBatch): Promise<CallsStatus> {
  const { id, networkId } = batch
  return { id, networkId, status: statusOf(batch), atomic: false, receipts: await receiptsOf(portico, batch) }
}

/** Receipts of the calls that are in a block, in their order. */
async function receiptsOf(portico: Portico, { namespace, networkId, steps }: CallBatch): Promise<readonly CallReceipt[]> {
  const hashes = steps.flatMap((step) => (step.status === 'confirmed' || step.status === 'reverted' ? [step.hash] : []))
  if (hashes.length === 0) return []
  const { getCallReceipts } = await loadAdapter(portico, namespace)
  return (await getCallReceipts?.({ hashes, networkId })) ?? []
}
