import type { Portico } from '../../portico/createPortico.js'
import { requireEmbedded } from './connector.js'
import { beginLogin, cancelLogin, completeLogin, failLogin, noteStray } from './finishLogin.js'
import { reasonOf } from './mailed.js'
import { openPopup } from './popup.js'

/**
 * Logs in by the wallet's own window, where it knows this browser from another site: one press there, without an address or a code. Call
 * it in the press itself: the window is opened before anything is awaited. The frame meets it on EmailVerifyOtp, so that it takes the modal,
 * and shows the way to it where the browser has opened none. Resolves once it is over, whatever came of it.
 * @example await startKnownLogin(portico) // 'This browser knows my wallet': opens a window, so call it in the press
 * @throws {@link EmbeddedNotConfiguredError}, before anything has happened
 */
export async function startKnownLogin(portico: Portico): Promise<void> {
  const { embedded } = requireEmbedded(portico)
  const popup = openPopup()
  const attempt = beginLogin(portico, () => void startKnownLogin(portico))
  let waits = true
  const phase = attempt.enter({ status: 'known' })
  if (popup) phase.addEventListener('abort', popup.close) // it has done its part
  attempt.show({ view: 'EmailVerifyOtp' })
  attempt.signal.addEventListener('abort', () => waits && embedded.abort())
  const connect = () => embedded.connectKnown(popup?.go).finally(() => (waits = false))
  const known = (await attempt.ask(connect, { late: () => noteStray(portico) })).take()
  if (known.status === 'over') return
  if (known.status === 'done') return completeLogin(portico, attempt, 'email')
  if (reasonOf(known.error) === 'aborted') return cancelLogin(portico)
  failLogin(portico, attempt, 'email', known.error)
}
