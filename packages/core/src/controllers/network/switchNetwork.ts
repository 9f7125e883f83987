import type { Network } from '../../adapter.js'
import { isNetworkId, type NetworkId } from '../../caip/ids.js'
import { InvalidNetworkIdError } from '../../caip/errors.js'
import { asError } from '../../errors.js'
import type { Portico } from '../../portico.js'
import type { AdapterLoadError, AdapterNotFoundError, RequestPendingError } from '../connection/errors.js'
import { UserRejectedError } from '../connection/errors.js'
import { dispatchConnection } from '../connection/dispatch.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { connectTimeout } from '../connection/connect.js'
import { NetworkNotConfiguredError, NetworkSwitchSupersededError, NetworkSwitchTimeoutError, SwitchNotSupportedError } from './errors.js'
import type { NetworkSwitchDisabledError, NetworkSwitchUnconfirmedError } from './errors.js'
import { setActiveNetwork, setNetworks } from './followWallet.js'
import { findNetwork, networkStore } from './store.js'

export interface SwitchNetworkParameters {
  /** CAIP-2 id of one of the site's networks. */
  readonly networkId: NetworkId
}

export type SwitchNetworkError =
  | InvalidNetworkIdError | NetworkNotConfiguredError | NetworkSwitchSupersededError | NetworkSwitchTimeoutError
  | NetworkSwitchUnconfirmedError | NetworkSwitchDisabledError | SwitchNotSupportedError | UserRejectedError | RequestPendingError
  | AdapterNotFoundError | AdapterLoadError

/**
 * Changes the network in use. With a wallet connected in its namespace, the wallet is asked, and until it *is* there the
 * active network stays what it was; without one, the choice takes effect at once. The latest intent wins: an older switch
 * rejects with {@link NetworkSwitchSupersededError} and its answer changes nothing (R2).
 * @throws {@link SwitchNetworkError}
 */
export async function switchNetwork(portico: Portico, { networkId }: SwitchNetworkParameters): Promise<Network> {
  if (!isNetworkId(networkId)) throw new InvalidNetworkIdError({ id: networkId })
  const target = findNetwork(portico, networkId)
  if (!target) throw new NetworkNotConfiguredError({ networkId })
  const { namespace } = target
  const connection = activeConnection(connectionStore(portico).getState(), namespace)
  const before = networkStore(portico).getState().byNamespace[namespace]
  if (!before) throw new NetworkNotConfiguredError({ networkId })

  const id = before.lastSwitchId + 1
  if (!connection || connection.networkId === networkId) {
    const { switching: _, ...rest } = before
    setNetworks(portico, namespace, { ...rest, lastSwitchId: id })
    setActiveNetwork(portico, target)
    if (connection || !activeConnection(connectionStore(portico).getState())) connectionStore(portico).setState({ activeNamespace: namespace })
    return target
  }

  setNetworks(portico, namespace, { ...before, lastSwitchId: id, switching: { id, target, status: 'waiting' } })
  const connectorId = connection.connector.id
  const abort = new AbortController()
  try {
    const asking = loadAdapter(portico, namespace).then((adapter) => {
      abort.signal.throwIfAborted()
      return adapter.switchNetwork({ connectorId, network: target })
    })
    await Promise.race([asking, whenSettled(portico, target, id, abort.signal)])
    dispatchConnection(portico, namespace, { type: 'changed', connectorId, change: { networkId } })
    finish(portico, target, id)
    connectionStore(portico).setState({ activeNamespace: namespace })
    return target
  } catch (thrown) {
    const error = asError(thrown)
    finish(portico, target, id, error)
    throw error
  } finally {
    abort.abort()
  }
}

/** Forgets a switch that has ended badly, or turns away from one that waits. The network in use stays what it is. */
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
  setNetworks(portico, target.namespace, error ? { ...rest, switching: { id, target, status, error } } : rest)
}

/**
 * Resolves when the wallet's own event says that it has arrived, which may come before its answer; rejects when the
 * visitor turns away or chooses another network, and when time is up.
 */
function whenSettled(portico: Portico, target: Network, id: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NetworkSwitchTimeoutError()), connectTimeout)
    const stop = networkStore(portico).subscribe(({ byNamespace }) => {
      const networks = byNamespace[target.namespace]
      if (networks?.switching?.id === id) return
      if (networks?.lastSwitchId === id && networks.active.id === target.id) resolve()
      else reject(new NetworkSwitchSupersededError())
    })
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      stop()
    })
  })
}
