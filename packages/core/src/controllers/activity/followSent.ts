import { loadCode } from '../../kit/loadCode.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { refreshHoldings } from '../balances/refreshHoldings.js'
import { waitForReceipt } from '../send/waitForReceipt.js'
import type { Receipt } from '../send/capability.js'
import { isUnsent, noteOrder, noteOutcome, sentStore, type SentTransaction } from './sent.js'

/** Hashes that are being waited for. */
const followedOf = defineSlot<Set<string>>('followed transactions', () => new Set())

/**
 * Waits for what becomes of a transaction that was sent from here, and then asks anew for what its account holds. Does nothing for
 * one that is followed already, or known. Of an order that somebody else sends, its transaction is waited for first. One that has expired has failed. After 180 s without an answer it stays as it was. Never throws.
 * @example await followSent(portico, hash) // resolves once it is in a block, or replaced
 */
export async function followSent(portico: Portico, hash: string): Promise<void> {
  const followed = followedOf(portico)
  const sent = sentStore(portico)
    .getState()
    .find((one) => one.hash === hash)
  if (sent?.outcome !== 'pending' || followed.has(hash)) return
  followed.add(hash)
  try {
    if (sent.order && isUnsent(sent)) {
      const { id, until } = sent.order
      if (id === undefined) return // nobody can be asked for it
      // Part of swapping, which an activity without a signed swap does not need.
      const { waitForTrade } = await loadCode(() => import('../swap/waitForTrade.js'))
      const known = await waitForTrade(portico, sent.networkId, { id, until })
      noteOrder(portico, hash, { hash: known })
      return await followSent(portico, known)
    }
    const asked = sent.replacement?.hash ?? hash
    const receipt = await waitForReceipt(portico, { hash: asked, networkId: sent.networkId })
    noteOutcome(portico, { hash, ...outcomeFor(sent, receipt) })
    await refreshHoldings(portico, sent)
  } catch (error) {
    // What an adapter says has expired never goes through. The rest may, later: whoever looks next asks again.
    if (
      error instanceof Error &&
      (error.name === 'TransactionExpiredError' || (isUnsent(sent) && error.name === 'TransactionRevertedError'))
    )
      noteOutcome(portico, { hash, outcome: 'reverted', minedHash: hash })
  } finally {
    followed.delete(hash)
  }
}

/** What the receipt of a replacement, which is all that a node still knows of after a reload, says of the transaction itself. */
function outcomeFor({ hash, replacement }: SentTransaction, { outcome, minedHash }: Receipt): Pick<Receipt, 'outcome' | 'minedHash'> {
  if (!replacement || outcome === 'reverted') return { outcome, minedHash }
  if (minedHash === hash) return { outcome: 'success', minedHash }
  if (outcome !== 'success') return { outcome, minedHash }
  return { outcome: replacement.how === 'cancel' ? 'cancelled' : 'repriced', minedHash }
}
