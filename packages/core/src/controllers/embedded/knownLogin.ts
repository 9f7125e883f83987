import type { Portico } from '../../portico/createPortico.js'
import { requireEmbedded } from './connector.js'
import { beginLogin, cancelLogin, completeLogin, failLogin, noteStray } from './finishLogin.js'
import { reasonOf } from './mailed.js'

/**
 * Logs in by the wallet's own window, where it knows this browser from another site: one press there, without an address or a code. The
 * frame shows the way to it, on EmailVerifyOtp, so that it takes the modal. Resolves once it is over, whatever came of it.
 * @throws {@link EmbeddedNotConfiguredError}, before anything has happened
 */
export async function startKnownLogin(portico: Portico): Promise<void> {
  const { embedded } = requireEmbedded(portico)
  const attempt = beginLogin(portico, () => void startKnownLogin(portico))
  let waits = true
  attempt.enter({ status: 'known' })
  attempt.show({ view: 'EmailVerifyOtp' })
  attempt.signal.addEventListener('abort', () => waits && embedded.abort())
  const known = (await attempt.ask(() => embedded.connectKnown().finally(() => (waits = false)), { late: () => noteStray(portico) })).take()
  if (known.status === 'over') return
  if (known.status === 'done') return completeLogin(portico, attempt, 'email')
  if (reasonOf(known.error) === 'aborted') return cancelLogin(portico)
  failLogin(portico, attempt, 'email', known.error)
}
