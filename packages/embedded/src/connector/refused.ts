import { openModal, type Portico } from '@portico/core'
import { canShow, currentEntry, routerStore, showToast } from '@portico/core/kit'
import type { RpcNotAllowedError } from '../errors.js'

/** How long after the modal was opened for it a refusal is said, in milliseconds. */
const openingTime = 300

/** Says that the site asked for a method on neither list: in the modal, which is opened for it. */
export function sayRefused(portico: Portico, error: RpcNotAllowedError): void {
  const say = () => void showToast(portico, { variant: 'error', message: 'Action not allowed', error })
  if (currentEntry(routerStore(portico).getState())) return say()
  if (canShow(portico, 'Account')) openModal(portico, { view: 'Account' })
  setTimeout(say, openingTime)
}
