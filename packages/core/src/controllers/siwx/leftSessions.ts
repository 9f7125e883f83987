import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { SignInUnavailableError } from './errors.js'
import { forgetLeft, leftAccounts, rememberLeft } from './leftAccounts.js'
import type { AccountSession } from './service.js'
import { putSessions } from './sessions.js'
import { serviceOf, tellTabs } from './slots.js'
import { siwxStore } from './store.js'

/** What is asked of the server now. */
const endingOf = defineSlot<Promise<void> | undefined>('ending sessions', () => undefined)

/**
 * Ends the sessions of a wallet that was disconnected: here at once, and on the server as soon as that answers, in a later page view
 * where it does not in this one. Until then they count for nobody.
 */
export function leaveSessions(portico: Portico, left: readonly AccountSession[]): void {
  rememberLeft(
    portico,
    left.map(({ accountId }) => accountId),
  )
  const { sessions } = siwxStore(portico).getState()
  putSessions(
    portico,
    sessions.filter((one) => !left.includes(one)),
  )
  endLeftSessions(portico)
    .catch(() => undefined) // it is asked again
    .then(() => tellTabs(portico)())
    .catch((error: unknown) => console.warn('Portico: other tabs could not be told', error))
}

/**
 * Has the server end what was left. One that refuses to is asked again, too.
 * @throws SignInUnavailableError where it does not answer
 */
export async function endLeftSessions(portico: Portico): Promise<void> {
  const ending = endingOf(portico)
  if (ending) return ending
  if (leftAccounts(portico).length === 0) return
  const begun = end(portico).finally(() => endingOf.clear(portico))
  endingOf.put(portico, begun)
  return begun
}

async function end(portico: Portico): Promise<void> {
  const service = serviceOf(portico)
  let away: SignInUnavailableError | undefined
  for (const account of leftAccounts(portico)) {
    try {
      await service.signOut(portico, account)
      forgetLeft(portico, [account])
    } catch (error) {
      if (error instanceof SignInUnavailableError) away = error
      else console.warn('Portico: a session could not be ended with its wallet', error)
    }
  }
  if (away) throw away
}
