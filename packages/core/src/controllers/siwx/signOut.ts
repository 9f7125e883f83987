import type { AccountId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { refreshSession, sessionOfAccount } from './refreshSession.js'
import type { AccountSession } from './service.js'
import { putSessions } from './sessions.js'
import { serviceOf, tellTabs } from './slots.js'
import { siwxStore } from './store.js'

export interface SignOutParameters {
  /** CAIP-10. Default: the account in use. */
  readonly accountId?: AccountId
}

/**
 * Ends the session of one account, on the server as well. Other accounts stay signed in, and the wallet stays connected. Where
 * signing in is required, the visitor is asked again.
 * @example await signOut(portico) // the account in use; signOut(portico, { accountId }) another
 * @throws SignInNotConfiguredError; SignInUnavailableError where the server does not answer: then nothing has changed
 */
export async function signOut(portico: Portico, { accountId }: SignOutParameters = {}): Promise<void> {
  const { sessions } = siwxStore(portico).getState()
  const session =
    accountId === undefined ? sessionOfAccount(portico, serviceOf(portico)) : sessions.find((one) => one.accountId === accountId)
  if (session) await endSessions(portico, [session])
  else await refreshSession(portico)
}

/** Ends sessions on the server, and then here. @throws SignInUnavailableError */
export async function endSessions(portico: Portico, ended: readonly AccountSession[]): Promise<void> {
  const service = serviceOf(portico)
  const accounts = ended.map(({ accountId }) => accountId)
  await Promise.all(accounts.map((accountId) => service.signOut(portico, accountId)))
  const { sessions } = siwxStore(portico).getState()
  putSessions(
    portico,
    // By account: an answer that was asked for before may have told of the same session anew meanwhile.
    sessions.filter(({ accountId }) => !accounts.includes(accountId)),
  )
  tellTabs(portico)()
}
