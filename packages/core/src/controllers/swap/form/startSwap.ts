import { UserRejectedError } from '../../connection/errors.js'
import { connectionStore } from '../../connection/store.js'
import { networkStore } from '../../network/store.js'
import { currentSender, isSameSender } from '../../send/form/sender.js'
import { defineSlot } from '../../../kit/slot.js'
import type { Portico } from '../../../portico/createPortico.js'
import { emptySwapForm, swapFormStore } from './store.js'

/** What follows the account in use once there is a form. */
const followsOf = defineSlot('swap form follows', (portico) => {
  const follow = () => {
    const { progress, sender } = swapFormStore(portico).getState()
    // What is on its way stays what it is.
    if (progress.status === 'editing' && !isSameSender(currentSender(portico), sender)) startSwap(portico)
  }
  connectionStore(portico).subscribe(follow)
  networkStore(portico).subscribe(follow)
  return true
})

/**
 * Begins a swap anew, for the account in use on the network that its wallet is on. A change of either begins it anew by itself.
 * @example
 * startSwap(portico)
 * setSwapToken(portico, 'to', token)
 * setSwapAmount(portico, '5')
 */
export function startSwap(portico: Portico): void {
  const { slippage } = swapFormStore(portico).getState()
  swapFormStore(portico).setState({ ...emptySwapForm, slippage, sender: currentSender(portico) }, true)
  followsOf(portico)
}

/**
 * Goes on with the swap of the account in use, also with one that was declined, or begins one where the last has come to its end.
 * @example resumeSwap(portico) // as the visitor left it, or empty
 */
export function resumeSwap(portico: Portico): void {
  const { progress: left } = swapFormStore(portico).getState()
  if (left.status === 'failed' && left.error instanceof UserRejectedError) retrySwap(portico)
  const { sender, progress } = swapFormStore(portico).getState()
  const isOver = progress.status === 'confirmed' || progress.status === 'failed'
  const isUnderWay = progress.status !== 'editing' && !isOver
  if (isUnderWay) return
  if (isOver || sender === undefined || !isSameSender(sender, currentSender(portico))) startSwap(portico)
}

/**
 * Back from a swap that failed to the form as it was, so that it can be tried again.
 * @example retrySwap(portico) // back to the form after a failure
 */
export function retrySwap(portico: Portico): void {
  const store = swapFormStore(portico)
  if (store.getState().progress.status === 'failed') store.setState({ progress: { status: 'editing' } })
}
