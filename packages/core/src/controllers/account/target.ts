import type { Adapter } from '../../adapter.js'
import type { Namespace, NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { AdapterNotFoundError, CapabilityMissingError, ConnectorNotConnectedError } from '../connection/errors.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { activeConnection, connectionStore } from '../connection/store.js'
import { whenConfirmed } from '../connection/whenConfirmed.js'
import { ChainMismatchError } from '../network/errors.js'

/** For which account an action is. Default: the active one, on the network the wallet is on. */
export interface AccountParameters {
  readonly namespace?: Namespace
  /** Refused when the wallet is on another network (S14). Default: the wallet's network. */
  readonly networkId?: NetworkId
}

/** The adapter and the account of an action, looked up at the moment of asking: never an account of a moment ago (R3). */
export async function target(portico: Portico, { namespace, networkId }: AccountParameters) {
  const where = namespace ?? connectionStore(portico).getState().activeNamespace
  if (!portico.adapters.has(where)) throw new AdapterNotFoundError({ namespace: where })
  if (!activeConnection(connectionStore(portico).getState(), where)) throw new ConnectorNotConnectedError()
  const [adapter] = await Promise.all([loadAdapter(portico, where), whenConfirmed(portico, where)])
  const connection = activeConnection(connectionStore(portico).getState(), where)
  if (!connection) throw new ConnectorNotConnectedError()
  if (networkId !== undefined && networkId !== connection.networkId)
    throw new ChainMismatchError({ wanted: networkId, actual: connection.networkId })
  const account = { connectorId: connection.connector.id, address: connection.addresses[0], networkId: connection.networkId }
  return { adapter, account, namespace: where }
}

/** What the chain family can do, or a polite no. @throws CapabilityMissingError */
export function capability<C extends keyof Adapter>(adapter: Adapter, name: C, namespace: Namespace): NonNullable<Adapter[C]> {
  const able = adapter[name]
  if (!able) throw new CapabilityMissingError({ capability: name, namespace })
  return able
}
