import type { Network } from '../../adapter.js'
import { isNetworkId, type NetworkId } from '../../kit/caip/ids.js'
import { InvalidNetworkIdError } from '../../kit/caip/errors.js'
import { asError } from '../../kit/asError.js'
import type { Portico } from '../../portico/createPortico.js'
import type { AdapterLoadError, AdapterNotFoundError, RequestPendingError } from '../connection/errors.js'
import { ConnectorNotConnectedError, UserRejectedError } from '../connection/errors.js'
import { dispatchConnection, setActiveNamespace } from '../connection/dispatch.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { activeConnection, connectionsIn, connectionStore } from '../connection/store.js'
import { NetworkNotConfiguredError, NetworkSwitchSupersededError, NetworkSwitchTimeoutError, SwitchNotSupportedError } from './errors.js'
import type { NetworkSwitchDisabledError, NetworkSwitchUnconfirmedError } from './errors.js'
import { setActiveNetwork, setNetworks } from './followWallet.js'
import { requireNetwork } from './requireNetwork.js'
import { findNetwork, networkStore } from './store.js'
import { connectTimeout } from '../connection/timeouts.js'
import { whenConfirmed } from '../connection/whenConfirmed.js'

export interface SwitchNetworkParameters {
  /** CAIP-2 id of one of the site's networks. */
  readonly networkId: NetworkId
}

export type SwitchNetworkError =
  | InvalidNetworkIdError
  | NetworkNotConfiguredError
  | NetworkSwitchSupersededError
  | NetworkSwitchTimeoutError
  | NetworkSwitchUnconfirmedError
  | NetworkSwitchDisabledError
  | SwitchNotSupportedError
  | UserRejectedError
  | RequestPendingError
  | ConnectorNotConnectedError
  | AdapterNotFoundError
  | AdapterLoadError

/**
 * Changes the network in use. With a wallet connected in its namespace, the wallet is asked, and until it *is* there the
 * active network stays what it was; without one, the choice takes effect at once. The latest intent wins: an older switch
 * rejects with {@link NetworkSwitchSupersededError} and its answer changes nothing (R2). So does one whose wallet is no
 * longer the one in use; when the wallet is gone, it is a {@link ConnectorNotConnectedError}.
 * @example const network = await switchNetwork(portico, { networkId: 'eip155:10' })
 * @throws {@link SwitchNetworkError}
 */
export async function switchNetwork(portico: Portico, parameters: SwitchNetworkParameters): Promise<Network> {
  const { networkId }: SwitchNetworkParameters = Object(parameters)
  if (!isNetworkId(networkId)) throw new InvalidNetworkIdError({ id: networkId })
  const target = requireNetwork(portico, networkId)
  const { namespace } = target
  const connection = activeConnection(connectionStore(portico).getState(), namespace)
  const before = networkStore(portico).getState().byNamespace[namespace]
  if (!before) throw new NetworkNotConfiguredError({ networkId })

  const id = before.lastSwitchId + 1
  if (!connection || connection.networkId === networkId) {
    const { switching: _, ...rest } = before
    setNetworks(portico, namespace, { ...rest, lastSwitchId: id })
    setActiveNetwork(portico, target)
    if (connection || !activeConnection(connectionStore(portico).getState())) setActiveNamespace(portico, namespace)
    return target
  }

  setNetworks(portico, namespace, { ...before, lastSwitchId: id, switching: { id, target, status: 'waiting' } })
  const connectorId = connection.connector.id
  const { activeNamespace } = connectionStore(portico).getState()
  const abort = new AbortController()
  try {
    const asking = Promise.all([loadAdapter(portico, namespace), whenConfirmed(portico, namespace)]).then(([adapter]) => {
      abort.signal.throwIfAborted()
      if (hasArrived(portico, target, { id, connectorId })) return undefined // it was there all along
      return adapter.switchNetwork({ connectorId, network: target })
    })
    await Promise.race([asking, whenSettled(portico, target, { id, connectorId }, abort.signal)])
    const overtaken = whyOvertaken(portico, target, { id, connectorId }) // the wallet's answer and the visitor's can cross
    if (overtaken) throw overtaken
    dispatchConnection(portico, namespace, { type: 'changed', connectorId, change: { networkId } })
    finish(portico, target, id)
    if (connectionStore(portico).getState().activeNamespace === activeNamespace) setActiveNamespace(portico, namespace)
    return target
  } catch (thrown) {
    const error = asError(thrown)
    finish(portico, target, id, error)
    throw error
  } finally {
    abort.abort()
  }
}

/**
 * Forgets a switch that has ended badly, or turns away from one that waits. The network in use stays what it is.
 * @example
 * dismissSwitch(portico, { networkId: 'eip155:10' }) // the visitor went back while the wallet was asking
 * goBack(portico)
 */
export function dismissSwitch(portico: Portico, { networkId }: SwitchNetworkParameters): void {
  const target = findNetwork(portico, networkId)
  const networks = target && networkStore(portico).getState().byNamespace[target.namespace]
  if (!networks || networks.switching?.target.id !== networkId) return
  const { switching: _, ...rest } = networks
  setNetworks(portico, target.namespace, rest)
}

function finish(portico: Portico, target: Network, id: number, error?: Error) {
  const networks = networkStore(portico).getState().byNamespace[target.namespace]
  if (networks?.switching?.id !== id) return
  const { switching: _, ...rest } = networks
  const status = error instanceof UserRejectedError ? 'declined' : error instanceof SwitchNotSupportedError ? 'unable' : 'failed'
  const isOver = !error || error instanceof NetworkSwitchSupersededError || error instanceof ConnectorNotConnectedError
  setNetworks(portico, target.namespace, !isOver ? { ...rest, switching: { id, target, status, error } } : rest)
}

interface Switching {
  readonly id: number
  /** The wallet that was asked. */
  readonly connectorId: string
}

/** The wallet has arrived, by its own event. */
function hasArrived(portico: Portico, target: Network, { id, connectorId }: Switching): boolean {
  const networks = networkStore(portico).getState().byNamespace[target.namespace]
  const connection = activeConnection(connectionStore(portico).getState(), target.namespace)
  return networks?.lastSwitchId === id && connection?.connector.id === connectorId && connection.networkId === target.id
}

/** Why a switch that has not arrived is over: its wallet is gone, or something newer was chosen. Undefined while it may go on. */
function whyOvertaken(portico: Portico, target: Network, switching: Switching): Error | undefined {
  const { id, connectorId } = switching
  if (hasArrived(portico, target, switching)) return undefined
  const state = connectionStore(portico).getState()
  const { connections } = connectionsIn(state, target.namespace)
  if (!connections.some(({ connector }) => connector.id === connectorId)) return new ConnectorNotConnectedError()
  const isCurrent = networkStore(portico).getState().byNamespace[target.namespace]?.switching?.id === id
  return isCurrent && connections[0]?.connector.id === connectorId ? undefined : new NetworkSwitchSupersededError()
}

/**
 * Resolves when the wallet's own event says that it has arrived, which may come before its answer; rejects when the
 * wallet goes, when the visitor turns away or chooses something else, and when time is up.
 */
function whenSettled(portico: Portico, target: Network, switching: Switching, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NetworkSwitchTimeoutError()), connectTimeout)
    const look = () => {
      const error = whyOvertaken(portico, target, switching)
      if (error) reject(error)
      else if (hasArrived(portico, target, switching)) resolve()
    }
    const stops = [networkStore(portico).subscribe(look), connectionStore(portico).subscribe(look)]
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      for (const stop of stops) stop()
    })
  })
}
