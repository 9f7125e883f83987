import { asError } from '../../../kit/asError.js'
import type { Portico } from '../../../portico/createPortico.js'
import { fillSendAmount, setSendToken, setSendUnits } from './editSend.js'
import { findToken } from './findToken.js'
import { readPaymentOrder } from './readPaymentOrder.js'
import { setRecipient } from './setRecipient.js'
import { sendFormStore } from './store.js'

/**
 * Takes what was scanned into the form: whom to pay, and what and how much where the code says so and is for this network. An NFT
 * that is being sent stays. What is no address and no code of the chain family stands in the form as a recipient that is none.
 * @example await takePaymentCode(portico, 'ethereum:0xd8dA…@1?value=1e18') // what a camera has read
 * @throws TokenNotFoundError for a token that the network does not know, and the endpoint's errors: the recipient is in the form all the same
 */
export async function takePaymentCode(portico: Portico, scanned: string): Promise<void> {
  const store = sendFormStore(portico)
  const { sender, fixed, progress } = store.getState()
  if (!sender || fixed || progress.status !== 'editing') return
  const order = readPaymentOrder(scanned, sender.namespace)
  setRecipient(portico, order?.to ?? scanned.trim().slice(0, 200))
  if (order?.note) store.setState({ note: order.note })
  const isHere = order?.networkId === undefined || order.networkId === sender.networkId
  const { token: chosen } = store.getState()
  if (!order || !isHere || chosen?.item || !(order.amount ?? order.token)) return
  const isStill = () => store.getState().sender === sender && store.getState().to === order.to
  try {
    const token = await findToken(portico, sender, order.token)
    if (!isStill()) return
    setSendToken(portico, token)
    if (!order.amount) return
    if ('units' in order.amount) return setSendUnits(portico, order.amount.units)
    if (store.getState().unit === 'fiat') setSendUnits(portico, 0n)
    fillSendAmount(portico, order.amount.whole)
  } catch (thrown) {
    throw asError(thrown)
  }
}
