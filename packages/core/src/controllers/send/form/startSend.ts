import { connectionStore } from '../../connection/store.js'
import { networkStore } from '../../network/store.js'
import { defineSlot } from '../../../kit/slot.js'
import type { Portico } from '../../../portico/createPortico.js'
import { cancelRequest } from './requests.js'
import { currentSender, isSameSender } from './sender.js'
import { emptySendForm, sendFormStore, type SendForm } from './store.js'

/** What follows the account in use once there is a form. */
const followsOf = defineSlot('send form follows', (portico) => {
  const follow = () => {
    const form = sendFormStore(portico).getState()
    // What is on its way stays what it is.
    if (form.progress.status !== 'editing' || isSameSender(currentSender(portico), form.sender)) return
    if (form.fixed) cancelRequest(portico)
    startSend(portico)
  }
  connectionStore(portico).subscribe(follow)
  networkStore(portico).subscribe(follow)
  return true
})

/**
 * Begins a transfer anew, for the account in use on the network that its wallet is on. A change of either begins it anew by itself.
 * @example
 * startSend(portico)
 * setRecipient(portico, 'noor.eth')
 * setSendAmount(portico, '5')
 * await submitSend(portico)
 */
export function startSend(portico: Portico, preset: Partial<Omit<SendForm, 'progress'>> = {}): void {
  const sender = currentSender(portico)
  sendFormStore(portico).setState({ ...emptySendForm, sender, ...preset }, true)
  followsOf(portico)
}

/**
 * Goes on with the transfer of the account in use, also with one that was not sent, or begins one where the last has come to its end.
 * @example resumeSend(portico) // as the visitor left it, or empty
 */
export function resumeSend(portico: Portico): void {
  if (!('hash' in sendFormStore(portico).getState().progress)) retrySend(portico)
  const { sender, progress, fixed } = sendFormStore(portico).getState()
  const isUnderWay = progress.status === 'approving' || progress.status === 'sent' || fixed
  if (isUnderWay) return
  if (progress.status !== 'editing' || sender === undefined || !isSameSender(sender, currentSender(portico))) startSend(portico)
}

/**
 * Back from a transfer that failed to the form as it was, so that it can be tried again.
 * @example retrySend(portico) // back to the form after a failure
 */
export function retrySend(portico: Portico): void {
  const store = sendFormStore(portico)
  if (store.getState().progress.status === 'failed') store.setState({ progress: { status: 'editing' } })
}
