import type { Portico } from '../../../portico/createPortico.js'
import { noteOutcome } from '../../activity/sent.js'
import { refreshHoldings } from '../../balances/refreshHoldings.js'
import { waitForReceipt } from '../../send/waitForReceipt.js'
import { loadAdapter } from '../../connection/loadAdapter.js'
import type { CallBatch, CallStep } from './batch.js'
import { changeStep } from './store.js'

/** Waits until a call that was sent is in a block, and notes what became of it. @throws ReceiptTimeoutError: it may go through later */
export async function followCall(portico: Portico, { id, networkId, address }: CallBatch, at: number, hash: string): Promise<void> {
  const receipt = await waitForReceipt(portico, { hash, networkId })
  const { outcome, minedHash } = receipt
  noteOutcome(portico, receipt)
  changeStep(portico, id, at, stepAfter(outcome, minedHash))
  void refreshHoldings(portico, { address, networkId })
}

function stepAfter(outcome: Awaited<ReturnType<typeof waitForReceipt>>['outcome'], hash: string): CallStep {
  if (outcome === 'success' || outcome === 'repriced') return { status: 'confirmed', hash }
  // In its place stands something else, by the visitor's own hand in the wallet.
  return outcome === 'reverted' ? { status: 'reverted', hash } : { status: 'failed', reason: 'cancelled' }
}

/**
 * Finds out what became of a call for which the wallet was asked by a page that is gone: it was sent, or it was not. Where the chain
 * does not tell, neither is said.
 */
export async function findCall(portico: Portico, batch: CallBatch, at: number): Promise<void> {
  const { id, namespace, networkId, address, calls, steps } = batch
  const [step, call] = [steps[at], calls[at]]
  const since = step && 'since' in step ? step.since : undefined
  const unknown: CallStep = { status: 'failed', reason: 'unknown', ...(since && { since }) }
  const note = (next: CallStep) => changeStep(portico, id, at, next)
  if (!since || !call) return note(unknown)
  try {
    const { findSent } = await loadAdapter(portico, namespace)
    if (!findSent) return note(unknown)
    const hash = await findSent({ address, networkId, since, call })
    note(hash === undefined ? { status: 'failed', reason: 'unsent', since } : { status: 'sent', hash })
  } catch {
    note(unknown)
  }
}
