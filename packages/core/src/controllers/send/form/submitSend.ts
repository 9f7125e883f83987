import { TransactionRevertedError } from '../../account/errors.js'
import { refreshHoldings } from '../../balances/refreshHoldings.js'
import { asError } from '../../../kit/asError.js'
import type { Portico } from '../../../portico/createPortico.js'
import { sendingError } from '../isUnconfirmed.js'
import { sendTransaction } from '../sendTransaction.js'
import { waitForReceipt } from '../waitForReceipt.js'
import { checkSend } from './checkSend.js'
import { orderOfTransfer } from './fees.js'
import { rememberRecipient } from './knownRecipients.js'
import { settleRequest } from './requests.js'
import { sendFormStore, type SendProgress } from './store.js'

/**
 * Asks the wallet to send what the form says, and follows it until it is confirmed: the form's `progress` tells. Does nothing
 * while something is missing, or while a transfer is on its way already. Never throws.
 * @example await submitSend(portico)
 */
export async function submitSend(portico: Portico): Promise<void> {
  const store = sendFormStore(portico)
  const form = store.getState()
  const check = checkSend(form)
  if (check.status !== 'ready' || form.progress.status !== 'editing') return
  const { transfer: sent } = check
  let current: SendProgress = { status: 'approving', sent }
  /** Only while the form is still this transfer's. */
  const show = (progress: SendProgress) => {
    if (store.getState().progress !== current) return
    current = progress
    store.setState({ progress })
  }
  store.setState({ progress: current })

  let hash: string
  try {
    hash = await sendTransaction(portico, await orderOfTransfer(portico, sent, form.speed))
  } catch (thrown) {
    const error = sendingError(asError(thrown))
    settleRequest(portico, { error, sent })
    return show({ status: 'failed', sent, error })
  }
  show({ status: 'sent', sent, hash })
  const { namespace, to: address, name, networkId } = sent
  rememberRecipient(portico, { namespace, address, ...(name !== undefined && { name }) })
  settleRequest(portico, { hash, sent })

  try {
    const receipt = await waitForReceipt(portico, { hash, networkId })
    const went = receipt.outcome === 'success' || receipt.outcome === 'repriced'
    if (went) show({ status: 'confirmed', sent, hash, receipt })
    else show({ status: 'failed', sent, hash, receipt, error: new TransactionRevertedError({ reason: receipt.outcome }) })
  } catch (error) {
    show({ status: 'failed', sent, hash, error: asError(error) })
  }
  void refreshHoldings(portico, sent)
}
