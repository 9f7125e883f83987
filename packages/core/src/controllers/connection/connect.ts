import type { Grant } from '../../adapter.js'
import { isNamespace, isNetworkId, type AccountId, type Namespace, type NetworkId } from '../../kit/caip/ids.js'
import { accountIdOf } from '../../kit/caip/accountIds.js'
import { connectorInfo, type Connector } from '../../connector.js'
import { InvalidOptionError } from '../../kit/errors.js'
import { asError } from '../../kit/asError.js'
import { goLive, isLive } from '../../portico/live.js'
import type { Portico } from '../../portico/createPortico.js'
import { onePressOf } from '../siwx/onePress.js'
import { rememberWallet } from './recentWallets.js'
import { connectorStore } from './connectors.js'
import { findConnector } from './listConnectors.js'
import { dispatchConnection } from './dispatch.js'
import {
  AdapterNotFoundError,
  ConnectionCancelledError,
  ConnectionSupersededError,
  ConnectionTimeoutError,
  ConnectorNotFoundError,
  WalletAnswerError,
} from './errors.js'
import type { AdapterLoadError, ProviderNotFoundError, RequestPendingError, UserRejectedError } from './errors.js'
import { isGrant } from './grant.js'
import { loadAdapter } from './loadAdapter.js'
import { connectionsIn, connectionStore } from './store.js'
import { connectTimeout } from './timeouts.js'

/** How long wallets may take to announce themselves to a page that has just asked, in milliseconds. */
const announceTime = 1000

export interface ConnectParameters {
  readonly connectorId: string
  /** Default: the active namespace when the connector serves it, else its first. */
  readonly namespace?: Namespace
  /** Network to ask the wallet for. Default: whichever the wallet is on. */
  readonly networkId?: NetworkId
  /** The wallet that is paired with, of those that a list knows (`WalletRecord`): it is remembered as recent. */
  readonly walletId?: string
}

export type ConnectError =
  | UserRejectedError
  | RequestPendingError
  | ConnectionCancelledError
  | ConnectionSupersededError
  | ConnectionTimeoutError
  | ConnectorNotFoundError
  | ProviderNotFoundError
  | WalletAnswerError
  | AdapterNotFoundError
  | AdapterLoadError
  | InvalidOptionError

/**
 * Asks a wallet to let the site in, and makes it the active connection of its namespace. The latest intent wins: a
 * second call ends the first one with {@link ConnectionSupersededError}. The promise always settles, within 5 min; where
 * there is a code to scan, within 5 min of the last one (R13).
 * @example const accountId = await connect(portico, { connectorId: 'io.metamask', namespace: 'eip155' })
 * @returns the CAIP-10 id of the account in use
 * @throws {@link ConnectError}
 */
export async function connect(portico: Portico, parameters: ConnectParameters): Promise<AccountId> {
  return await ask(portico, Object(parameters))
}

/** @param joins takes part in the session that there is, whoever was connected by the connector before it */
async function ask(
  portico: Portico,
  { connectorId, namespace: wanted, networkId, walletId }: ConnectParameters,
  joins = false,
): Promise<AccountId> {
  if (typeof connectorId !== 'string') throw new InvalidOptionError({ option: 'connectorId', problem: 'expected a string' })
  if (wanted !== undefined && !isNamespace(wanted))
    throw new InvalidOptionError({ option: 'namespace', problem: 'expected a CAIP-2 namespace' })
  if (networkId !== undefined && !isNetworkId(networkId))
    throw new InvalidOptionError({ option: 'networkId', problem: 'Invalid CAIP-2 network id' })
  const { activeNamespace } = connectionStore(portico).getState()
  if (wanted && !portico.adapters.has(wanted)) throw new AdapterNotFoundError({ namespace: wanted })
  const find = () => findConnector(connectorStore(portico).getState(), connectorId, wanted)
  const row = find() ?? (await waitForConnector(portico, find))
  if (!row) throw new ConnectorNotFoundError({ connectorId, namespace: wanted ?? activeNamespace })
  const { namespaces } = row
  const namespace = wanted ?? (namespaces.includes(activeNamespace) ? activeNamespace : (namespaces[0] ?? activeNamespace))
  const connector = row.members?.[namespace] ?? row

  const { connections } = connectionsIn(connectionStore(portico).getState(), namespace)
  const anew = !joins && connections.some((one) => one.connector.id === connectorId) // one who is connected by it means another wallet
  dispatchConnection(portico, namespace, { type: 'attempted', connector: connectorInfo(connector) })
  const attemptId = connectionsIn(connectionStore(portico).getState(), namespace).lastAttemptId
  const abort = new AbortController()
  const ended = whenTurnedAway(portico, namespace, attemptId, abort.signal)
  const { link, embedded } = connector
  const session = link ?? embedded
  const onePress = onePressOf.peek(portico)
  const show = () => {
    const pairing = link?.state()
    if (pairing?.status === 'waiting') dispatchConnection(portico, namespace, { type: 'uriReady', attemptId, uri: pairing.uri })
  }
  const unlink = link?.subscribe(show)
  show() // a code that is good still

  const pairing = link?.pair?.(namespace, { anew }) // a code needs no adapter
  const asking = (pairing ? pairing.then(() => loadAdapter(portico, namespace)) : loadAdapter(portico, namespace)).then((adapter) => {
    abort.signal.throwIfAborted()
    return adapter.connect({
      connector,
      signal: abort.signal,
      ...(networkId && { networkId }),
      ...(onePress && !session && { signIn: onePress.offer }), // a session of its own asks when it begins
    })
  })
  try {
    const grant: unknown = await Promise.race([asking, ended])
    const linked = session && (await import('./linked.js'))
    const turnedAway = whyTurnedAway(portico, namespace, attemptId) // the wallet's answer and the visitor's can cross
    if (turnedAway) throw turnedAway
    if (!isGrant(grant, namespace)) throw new WalletAnswerError({ method: 'connect', cause: grant })
    // A login has signed before it connects.
    if (!embedded) onePress?.take({ namespace, connectorId: connector.id, signedIn: link ? link.signedIn?.() : grant.signedIn })
    const shown = linked?.linkedInfo(portico, connector, { walletId }) ?? connectorInfo(connector)
    dispatchConnection(portico, namespace, {
      type: 'granted',
      attemptId,
      grant: linked?.linkedGrant(connector, namespace, grant) ?? grant,
      connector: shown,
    })
    linked?.connectOthers(portico, connector, { namespace, shown })
    if (!embedded) rememberWallet(portico, walletId === undefined ? connectorInfo(connector) : { ...shown, id: walletId }, namespace)
    return accountIdOf(grant.networkId, grant.addresses[0] ?? '')
  } catch (thrown) {
    const error = asError(thrown)
    // A wallet elsewhere may let the site in for other chain families than the one in use: where none was asked for, that is a yes.
    const approved = session?.approved() ?? []
    if (wanted === undefined && approved[0] && !approved.includes(namespace) && !whyTurnedAway(portico, namespace, attemptId)) {
      dispatchConnection(portico, namespace, { type: 'cancelled' })
      return await ask(portico, { connectorId, namespace: approved[0], ...(walletId !== undefined && { walletId }) }, true)
    }
    dispatchConnection(portico, namespace, { type: 'refused', attemptId, error })
    undoLateGrant(portico, namespace, connector.id, asking)
    if (link && !isAskedAnywhere(portico, connector.id)) link.cancel()
    throw error
  } finally {
    unlink?.()
    abort.abort()
  }
}

/** Where nothing has listed wallets yet, they get a moment to announce themselves. */
async function waitForConnector(portico: Portico, find: () => Connector | undefined): Promise<Connector | undefined> {
  if (isLive(portico)) return undefined
  if (!(await goLive(portico))) return undefined
  return (
    find() ??
    new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer)
        stop()
        resolve(find())
      }
      const timer = setTimeout(finish, announceTime)
      const stop = connectorStore(portico).subscribe(() => find() && finish())
    })
  )
}

/** Rejects when the visitor cancels, when a newer attempt begins, or when time is up. Never resolves. */
function whenTurnedAway(portico: Portico, namespace: Namespace, attemptId: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const start = () => setTimeout(() => reject(new ConnectionTimeoutError()), connectTimeout)
    let timer = start()
    let shown: string | undefined
    const stop = connectionStore(portico).subscribe((state) => {
      const error = whyTurnedAway(portico, namespace, attemptId)
      if (error) return reject(error)
      const { attempt } = connectionsIn(state, namespace)
      if (attempt?.status !== 'waiting' || attempt.uri === shown) return
      shown = attempt.uri
      clearTimeout(timer)
      timer = start()
    })
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      stop()
    })
  })
}

function whyTurnedAway(portico: Portico, namespace: Namespace, attemptId: number): Error | undefined {
  const { attempt } = connectionsIn(connectionStore(portico).getState(), namespace)
  if (attempt?.id === attemptId) return undefined
  return attempt ? new ConnectionSupersededError() : new ConnectionCancelledError()
}

/** A wallet that says yes after it was turned away is told that it is not needed, unless it is chosen again and lets the site in. */
function undoLateGrant(portico: Portico, namespace: Namespace, connectorId: string, asking: Promise<Grant>) {
  const undo = async () => {
    await whenNotAsked(portico, namespace, connectorId)
    const { connections } = connectionsIn(connectionStore(portico).getState(), namespace)
    if (connections.some(({ connector }) => connector.id === connectorId)) return
    await (await loadAdapter(portico, namespace)).disconnect({ connectorId })
  }
  asking.then(undo).catch(() => undefined)
}

/** Whether an attempt with this wallet is waiting, in any chain family. */
const isAskedAnywhere = (portico: Portico, connectorId: string) =>
  Object.values(connectionStore(portico).getState().byNamespace).some(
    ({ attempt }) => attempt?.status === 'waiting' && attempt.connector.id === connectorId,
  )

/** Resolves once no attempt with this wallet is waiting any more. */
function whenNotAsked(portico: Portico, namespace: Namespace, connectorId: string): Promise<void> {
  const isAsked = () => {
    const { attempt } = connectionsIn(connectionStore(portico).getState(), namespace)
    return attempt?.status === 'waiting' && attempt.connector.id === connectorId
  }
  if (!isAsked()) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = connectionStore(portico).subscribe(() => {
      if (isAsked()) return
      stop()
      resolve()
    })
  })
}

/**
 * Turns away from the attempt that is under way, if any: its promise rejects with {@link ConnectionCancelledError}.
 * @example cancelConnect(portico)
 */
export function cancelConnect(portico: Portico, { namespace }: { readonly namespace?: Namespace } = {}): void {
  const { activeNamespace, byNamespace } = connectionStore(portico).getState()
  for (const name of namespace ? [namespace] : [activeNamespace, ...portico.adapters.keys()]) {
    if (byNamespace[name]?.attempt) dispatchConnection(portico, name, { type: 'cancelled' })
  }
}
