import type { HeldToken } from '../../balances/token.js'
import type { Portico } from '../../../portico/createPortico.js'
import { setSendToken } from './editSend.js'
import { startSend } from './startSend.js'
import { sendFormStore } from './store.js'

/**
 * Begins the transfer of a token. Does nothing while the form is that of the same parameters already, so that coming back to the view
 * keeps what was changed, and for a token of another network than the sender's.
 * @example startSendToken(portico, { token }) // of getBalances
 */
export function startSendToken(portico: Portico, params: { readonly token: HeldToken }): void {
  const { sender, opened, fixed, progress } = sendFormStore(portico).getState()
  if (fixed || progress.status !== 'editing' || opened === params || sender?.networkId !== params.token.networkId) return
  startSend(portico, { opened: params })
  setSendToken(portico, params.token)
}
