import type { Portico } from '../../portico/createPortico.js'
import { endLeftSessions } from './leftSessions.js'
import type { AccountSession, SiwxService } from './service.js'
import { mergeSessions, putSessions } from './sessions.js'
import { currentSigner } from './signer.js'
import { serviceOf } from './slots.js'
import { sessionFor, siwxStore } from './store.js'

/**
 * Asks the site's server who is signed in: after one of its answers was 401, and wherever the page may not know any more. Who must
 * be signed in and is not is asked to.
 * @example const session = await refreshSession(portico) // after a 401 of the site's own
 * @returns the session of the account in use; undefined where there is none
 * @throws SignInNotConfiguredError; SignInUnavailableError where the server does not answer: what was known stays
 */
export async function refreshSession(portico: Portico): Promise<AccountSession | undefined> {
  const service = serviceOf(portico)
  const signer = currentSigner(portico)
  const { sessions: before } = siwxStore(portico).getState()
  await endLeftSessions(portico)
  const found = await service.getSessions(portico, signer)
  // Who signs in or out meanwhile knows better.
  if (siwxStore(portico).getState().sessions === before && (service.knowsAll || signer))
    putSessions(portico, mergeSessions(portico, found, signer))
  return sessionOfAccount(portico, service)
}

/** The session of the account in use. */
export function sessionOfAccount(portico: Portico, { perNetwork }: Pick<SiwxService, 'perNetwork'>): AccountSession | undefined {
  const signer = currentSigner(portico)
  return signer && sessionFor(siwxStore(portico).getState(), signer, { perNetwork })
}
