import type { Namespace } from '../../caip/ids.js'
import type { Portico } from '../../portico.js'
import { dispatchConnection } from './dispatch.js'
import { ConnectorNotConnectedError, DisconnectError } from './errors.js'
import { loadAdapter } from './loadAdapter.js'
import { connectionsIn, connectionStore } from './store.js'

export interface DisconnectParameters {
  /** Default: the active namespace. */
  readonly namespace?: Namespace
  /** Default: the active connection of the namespace. */
  readonly connectorId?: string
}

export type DisconnectFailure = ConnectorNotConnectedError | DisconnectError

/**
 * Ends one connection. The next one of its namespace, if there is one, becomes active.
 * @throws {@link ConnectorNotConnectedError} {@link DisconnectError} 'Failed to disconnect'; then nothing has changed
 */
export async function disconnect(portico: Portico, { namespace, connectorId }: DisconnectParameters = {}): Promise<void> {
  const state = connectionStore(portico).getState()
  const where = namespace ?? state.activeNamespace
  const { connections } = connectionsIn(state, where)
  const connection = connectorId === undefined ? connections[0] : connections.find(({ connector }) => connector.id === connectorId)
  if (!connection) throw new ConnectorNotConnectedError()
  const { id } = connection.connector
  try {
    await (await loadAdapter(portico, where)).disconnect({ connectorId: id })
  } catch (cause) {
    throw new DisconnectError({ cause })
  }
  dispatchConnection(portico, where, { type: 'ended', connectorId: id })
}

/**
 * Ends every connection, of one namespace or of all.
 * @throws {@link DisconnectError} after trying each: those that could be ended are
 */
export async function disconnectAll(portico: Portico, { namespace }: { readonly namespace?: Namespace } = {}): Promise<void> {
  const state = connectionStore(portico).getState()
  const spaces = namespace ? [namespace] : [...portico.adapters.keys()]
  const all = spaces.flatMap((space) => connectionsIn(state, space).connections.map(({ connector }) => ({ namespace: space, connectorId: connector.id })))
  const failed = (await Promise.allSettled(all.map((one) => disconnect(portico, one)))).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
