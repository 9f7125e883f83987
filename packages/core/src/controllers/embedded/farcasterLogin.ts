import { pause } from '../../kit/time.js'
import type { Portico } from '../../portico/createPortico.js'
import { safeWalletLink } from '../wallets/safeLink.js'
import { requireEmbedded } from './connector.js'
import { LoginExpiredError, UntrustedLoginPageError } from './errors.js'
import { beginLogin, completeLogin, failLogin, noteStray } from './finishLogin.js'
import { after } from './flow.js'
import { lastLogin } from './lastLogin.js'
import { isRequestTimeout } from './mailed.js'

/** How long the code of a Farcaster login works, in milliseconds. */
export const farcasterLifetime = 10 * 60_000
/** How long after an answer the secure site is asked again, in milliseconds. */
const askAgain = 1000

/**
 * Logs in with Farcaster: the store has the link for a QR code or a phone, and the visitor agrees in the app. Resolves once it
 * is over.
 * @example await startFarcasterLogin(portico)
 * @throws {@link EmbeddedNotConfiguredError}, before anything has happened
 */
export async function startFarcasterLogin(portico: Portico): Promise<void> {
  const { embedded } = requireEmbedded(portico)
  const attempt = beginLogin(portico, () => void startFarcasterLogin(portico))
  attempt.enter({ status: 'farcaster' })
  attempt.show({ view: 'ConnectingFarcaster' })
  const started = (await attempt.ask(() => embedded.getFarcasterUri())).take()
  if (started.status === 'over') return
  if (started.status === 'failed') return failLogin(portico, attempt, 'farcaster', started.error)
  const url = safeWalletLink(started.value.url, 'https')
  if (!url) return failLogin(portico, attempt, 'farcaster', new UntrustedLoginPageError())
  lastLogin(portico).farcasterUrl = url
  const phase = attempt.enter({ status: 'farcaster', url, expiresAt: Date.now() + farcasterLifetime })
  after(farcasterLifetime, phase, () => failLogin(portico, attempt, 'farcaster', new LoginExpiredError()))

  while (!phase.aborted) {
    const answer = (
      await attempt.ask(() => embedded.connectFarcaster(), { signal: phase, late: (user) => user !== undefined && noteStray(portico) })
    ).take()
    if (answer.status === 'over') return
    if (answer.status === 'failed' && !isRequestTimeout(answer.error)) return failLogin(portico, attempt, 'farcaster', answer.error)
    if (answer.status === 'done' && answer.value) return completeLogin(portico, attempt, 'farcaster')
    await pause(askAgain, phase)
  }
}
