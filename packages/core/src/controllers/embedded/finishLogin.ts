import { isNamespace, isNetworkId, namespaceOf } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { currentEntry, routerStore } from '../../router/store.js'
import type { ConnectTarget } from '../../router/views.js'
import { cancelConnect, connect } from '../connection/connect.js'
import { ConnectionCancelledError, ConnectionSupersededError } from '../connection/errors.js'
import { goOn } from '../connection/gates.js'
import { connectionsIn, connectionStore } from '../connection/store.js'
import { networkStore } from '../network/store.js'
import { onePressOf } from '../siwx/onePress.js'
import { requireEmbedded } from './connector.js'
import { LoginExpiredError } from './errors.js'
import { begin, currentAttemptOf, finish, isUnderWay, ownEntry, type Attempt } from './flow.js'
import { follow } from './follow.js'
import { lastLogin } from './lastLogin.js'
import { rememberLogin } from './remembered.js'
import { embeddedStore, type LoginMethod, type LoginState } from './store.js'
import type { CodeOutcome } from './wallet.js'

export type LoginAttempt = Attempt<LoginState>

/** Begins an attempt to log in. @param retry what `retryLogin` does */
export function beginLogin(portico: Portico, retry: () => void): LoginAttempt {
  follow(portico)
  lastLogin(portico).retry = retry
  return begin(portico, 'login', { onLeave: () => cancelLogin(portico) })
}

/** Ends an attempt with an error that is shown until the visitor tries again or leaves. */
export function failLogin(portico: Portico, attempt: LoginAttempt, method: LoginMethod, error: Error): void {
  attempt.stop({ status: 'failed', method, error })
  settleStray(portico)
}

/**
 * The frame is logged in: has the user told, and connects the site with every chain family of the wallet.
 * @param signedIn what it signed by that, to sign in to the site
 */
export async function completeLogin(
  portico: Portico,
  attempt: LoginAttempt,
  method: LoginMethod,
  signedIn?: CodeOutcome['signedIn'],
): Promise<void> {
  const connector = requireEmbedded(portico)
  attempt.enter({ status: 'connecting', method })
  const target = targetOf(portico)
  const wasThere = currentEntry(routerStore(portico).getState())?.key
  lastLogin(portico).stray = true // until the site is connected with it
  lastLogin(portico).retry = () =>
    void completeLogin(
      portico,
      beginLogin(portico, () => undefined),
      method,
    )

  const { activeNamespace } = connectionStore(portico).getState()
  const namespace = target.namespace ?? (connector.namespaces.includes(activeNamespace) ? activeNamespace : connector.namespaces[0])
  const networkId = target.networkId ?? (namespace && networkStore(portico).getState().byNamespace[namespace]?.active.id)
  const user = (await attempt.ask(() => connector.embedded.getUser(networkId))).take()
  if (user.status === 'over') return
  if (user.status === 'failed') return attempt.stop({ status: 'failed', method, error: user.error })
  attempt.signal.addEventListener('abort', () => cancelOwnConnect(portico))
  if (signedIn && namespace) {
    const { address } = user.value
    onePressOf.peek(portico)?.take({ namespace, connectorId: connector.id, signedIn: [{ ...signedIn, address }] })
  }
  const connected = (
    await attempt.ask(() =>
      connect(portico, {
        connectorId: connector.id,
        ...(namespace && { namespace }),
        ...(target.networkId && { networkId: target.networkId }),
      }),
    )
  ).take()
  if (connected.status === 'over') return
  if (connected.status === 'failed') {
    const { error } = connected
    const isTurnedAway = error instanceof ConnectionCancelledError || error instanceof ConnectionSupersededError
    return isTurnedAway ? cancelLogin(portico) : attempt.stop({ status: 'failed', method, error })
  }
  lastLogin(portico).stray = false
  if (!isConnectedWith(portico, connector.id)) return attempt.stop({ status: 'failed', method, error: new LoginExpiredError() }) // signed out in that moment
  rememberLogin(portico, { method })
  const own = ownEntry(portico, 'login')
  finish(portico, 'login', { status: 'idle' }, { isDone: true })
  const isStillThere = currentEntry(routerStore(portico).getState())?.key === wasThere // on Connect itself, or on help above the login
  goOn(portico, { from: isStillThere ? wasThere : own, ...target })
}

/** What the Connect view was opened for. */
function targetOf(portico: Portico): ConnectTarget {
  const { namespaces } = requireEmbedded(portico)
  const params = [...routerStore(portico).getState().history].reverse().find(({ view }) => view === 'Connect')?.params
  if (typeof params !== 'object' || params === null) return {}
  const { namespace, networkId }: { namespace?: unknown; networkId?: unknown } = params
  if (!isNamespace(namespace) || !namespaces.includes(namespace)) return {}
  return { namespace, ...(isNetworkId(networkId) && namespaceOf(networkId) === namespace && { networkId }) }
}

/**
 * Turns away from a login, whatever it waits for; also forgets one that failed. A view of its own that is on screen goes back.
 * @example cancelLogin(portico)
 */
export function cancelLogin(portico: Portico): void {
  const { login } = embeddedStore(portico).getState()
  if (login.status === 'idle' && !isUnderWay(portico, 'login')) return
  const isThere = login.status === 'connecting' && isConnectedWith(portico, requireEmbedded(portico).id) // the view was left in the moment of success
  rememberLogin(portico, isThere ? { method: login.method } : { pending: undefined })
  finish(portico, 'login', { status: 'idle' })
  settleStray(portico)
}

/**
 * Does the last thing again, where it failed or ran out of time, or where a window is to be opened anew. Call it in the press
 * itself, since a browser lets no page open one later. Otherwise nothing happens.
 * @example retryLogin(portico)
 */
export function retryLogin(portico: Portico): void {
  const { login } = embeddedStore(portico).getState()
  const canRetry =
    login.status === 'failed' ||
    (login.status === 'social' && login.step !== 'opening') ||
    (login.status === 'device' && login.step === 'expired')
  if (canRetry) lastLogin(portico).retry?.()
}

/** An answer came too late that logs the frame in. */
export function noteStray(portico: Portico): void {
  lastLogin(portico).stray = true
  settleStray(portico)
}

/** A login that nobody wants is ended, unless another one is under way, which takes its place, or a connection uses it. */
export function settleStray(portico: Portico): void {
  const login = lastLogin(portico)
  if (!login.stray || currentAttemptOf(portico, 'login')) return
  const { id, embedded } = requireEmbedded(portico)
  login.stray = false
  if (!isConnectedWith(portico, id)) embedded.signOut().catch(() => undefined)
}

const isConnectedWith = (portico: Portico, connectorId: string) =>
  Object.values(connectionStore(portico).getState().byNamespace).some(({ connections }) =>
    connections.some(({ connector }) => connector.id === connectorId),
  )

/** Another wallet that the visitor has chosen meanwhile is left alone. */
function cancelOwnConnect(portico: Portico) {
  const { id } = requireEmbedded(portico)
  for (const namespace of portico.adapters.keys()) {
    if (connectionsIn(connectionStore(portico).getState(), namespace).attempt?.connector.id === id) cancelConnect(portico, { namespace })
  }
}
