import { capability, target } from '../../account/target.js'
import { InsufficientFundsError } from '../../account/errors.js'
import type { Portico } from '../../../portico/createPortico.js'
import { orderSpeed } from './fees.js'
import { setSendUnits } from './editSend.js'
import { sendFormStore } from './store.js'

/**
 * Puts the most that can be sent into the form: all of a token, and of the native currency what leaves the fee.
 * @example await fillMaximum(portico)
 * @throws InsufficientFundsError where it does not even cover the fee, and the endpoint's errors
 */
export async function fillMaximum(portico: Portico): Promise<void> {
  const { sender, token, recipient, speed } = sendFormStore(portico).getState()
  if (!sender || !token) return
  if (token.address !== undefined) return setSendUnits(portico, token.units)
  const { namespace, networkId } = sender
  const { adapter, account } = await target(portico, { namespace, networkId })
  const chosen = await orderSpeed(portico, networkId, speed)
  const most = await capability(
    adapter,
    'getMaximum',
    namespace,
  )({
    ...account,
    ...(recipient.status === 'found' && { to: recipient.address }),
    ...chosen,
  })
  if (most <= 0n) throw new InsufficientFundsError()
  const now = sendFormStore(portico).getState()
  if (now.sender === sender && now.speed === speed && now.token?.address === undefined) setSendUnits(portico, most, { isMaximum: true })
}
