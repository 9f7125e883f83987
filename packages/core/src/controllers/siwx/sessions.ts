import type { AccountId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { updateSavedState } from '../../storage/updateSavedState.js'
import { reviewGates } from '../connection/gates.js'
import { leftAccounts } from './leftAccounts.js'
import type { AccountSession, Signer } from './service.js'
import { currentSigner } from './signer.js'
import { serviceOf } from './slots.js'
import { keyOf, sessionFor, siwxStore } from './store.js'

declare module '../../portico/events.js' {
  interface PorticoEvents {
    /** The server has a session of this account. */
    'siwx.signedIn': { accountId: AccountId }
    /** The session of this account has ended: by signing out, by its time, or on the server. */
    'siwx.signedOut': { accountId: AccountId }
  }
}

/**
 * The one way sessions change: kept, remembered for the next page view, and told to listeners. Gates are looked at anew. Where the
 * account in use has lost its session and may go on without, it is not asked out of the blue.
 */
export function putSessions(portico: Portico, sessions: readonly AccountSession[], { confirmed = true, remember = true } = {}): void {
  const store = siwxStore(portico)
  const before = store.getState()
  const { perNetwork, isRequired } = serviceOf(portico)
  const signer = currentSigner(portico)
  const isLost = signer && sessionFor(before, signer, { perNetwork, now: 0 }) && !sessionFor({ sessions }, signer, { perNetwork })
  const passes = isLost && !isRequired()
  store.setState({
    sessions,
    confirmed: confirmed || before.confirmed,
    ...(passes && { passedOver: [...before.passedOver, keyOf(signer)] }),
  })
  if (remember && portico.options.reconnect !== false) updateSavedState(portico, (saved) => ({ ...saved, signedIn: sessions.slice(0, 8) }))
  const had = new Set(before.sessions.map(({ accountId }) => accountId))
  const has = new Set(sessions.map(({ accountId }) => accountId))
  for (const accountId of had) if (!has.has(accountId)) portico.events.emit('siwx.signedOut', { accountId })
  for (const accountId of has) if (!had.has(accountId)) portico.events.emit('siwx.signedIn', { accountId })
  reviewGates(portico)
}

/** The sessions after an answer of the server's: of all accounts, or of one alone. What was left with its wallet is none. */
export function mergeSessions(portico: Portico, found: readonly AccountSession[], signer: Signer | undefined): readonly AccountSession[] {
  const left = leftAccounts(portico)
  const good = found.filter(({ accountId }) => !left.includes(accountId))
  if (serviceOf(portico).knowsAll || !signer) return good
  const { sessions } = siwxStore(portico).getState()
  const about = `${signer.networkId}:${signer.address}`
  return [...good, ...sessions.filter(({ accountId }) => accountId !== about)]
}

/** The sessions after some have begun: the latest first. */
export function addSessions(portico: Portico, begun: readonly AccountSession[]): readonly AccountSession[] {
  const { sessions } = siwxStore(portico).getState()
  return [...begun, ...sessions.filter(({ accountId }) => begun.every((one) => one.accountId !== accountId))]
}
