import type { Portico } from '../../../portico/createPortico.js'
import { capability, target } from '../../account/target.js'
import { rememberSent } from '../../activity/sent.js'
import { UserRejectedError } from '../../connection/errors.js'
import { isUnanswered } from '../../send/isUnconfirmed.js'
import type { Checkpoint } from '../capability.js'
import { CallsAccountError } from '../errors.js'
import { changeStep, findBatch } from './store.js'

/**
 * Asks the wallet for one call of a batch. Resolves once it is sent.
 * @throws CallsAccountError, ChainMismatchError and what sending throws; the call's step then says why it was not sent
 */
export async function askForCall(portico: Portico, id: string, at: number): Promise<void> {
  const batch = findBatch(portico, id)
  const call = batch?.calls[at]
  if (!batch || !call) return
  const { namespace, networkId, address } = batch
  let since: Checkpoint | undefined
  try {
    const { adapter, account } = await target(portico, { namespace, networkId })
    if (account.address.toLowerCase() !== address.toLowerCase()) throw new CallsAccountError({ address })
    since = await adapter.checkpoint?.({ address, networkId }).catch(() => undefined)
    // Written before the wallet is asked: a page that is closed meanwhile can look for what became of it.
    changeStep(portico, id, at, { status: 'asking', ...(since && { since }) })
    const { capabilities: _, ...order } = call
    const hash = await capability(adapter, 'sendTransaction', namespace)({ ...account, ...order })
    changeStep(portico, id, at, { status: 'sent', hash })
    const { to, value, data } = call
    rememberSent(portico, { hash, address, networkId, to, ...(value !== undefined && data === undefined && { units: value }) })
  } catch (error) {
    // One that gave no answer may have sent it: the chain is asked before the wallet is asked again.
    const reason = error instanceof UserRejectedError ? 'declined' : isUnanswered(error) ? 'unknown' : 'failed'
    changeStep(portico, id, at, { status: 'failed', reason, ...(reason === 'unknown' && since && { since }) })
    throw error
  }
}
