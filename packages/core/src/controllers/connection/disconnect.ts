import type { Namespace } from '../../kit/caip/ids.js'
import { defineSlot } from '../../kit/slot.js'
import type { Portico } from '../../portico/createPortico.js'
import { dispatchConnection } from './dispatch.js'
import { AdapterNotFoundError, ConnectorNotConnectedError, DisconnectError } from './errors.js'
import { loadAdapter } from './loadAdapter.js'
import type { NamespaceConnections } from './connection.js'
import { connectionsIn, connectionStore } from './store.js'
import { disconnectTimeout } from './timeouts.js'

export interface DisconnectParameters {
  /** Default: the active namespace. */
  readonly namespace?: Namespace
  /** Default: the active connection of the namespace. */
  readonly connectorId?: string
}

/** The disconnections that are under way. */
const goodbyes = defineSlot<Set<{ readonly connectorId: string }>>('goodbyes', () => new Set())

/** Whether a wallet is let go of on purpose just now. A connection that could not be confirmed after a reload ends as well. */
export const isLetGo = (portico: Portico, connectorId: string): boolean =>
  [...goodbyes(portico)].some((goodbye) => goodbye.connectorId === connectorId)

export type DisconnectFailure = ConnectorNotConnectedError | AdapterNotFoundError | DisconnectError

/**
 * Ends one connection. The next one of its namespace, if there is one, becomes active.
 * A wallet that is chosen again meanwhile stays: the latest intent wins (R2).
 * @example await disconnect(portico)
 * @throws {@link ConnectorNotConnectedError} {@link AdapterNotFoundError} {@link DisconnectError} 'Failed to disconnect', also when the wallet does not
 * answer within 10 s; then nothing has changed
 */
export async function disconnect(portico: Portico, { namespace, connectorId }: DisconnectParameters = {}): Promise<void> {
  const state = connectionStore(portico).getState()
  const where = namespace ?? state.activeNamespace
  if (!portico.adapters.has(where)) throw new AdapterNotFoundError({ namespace: where })
  const { connections } = connectionsIn(state, where)
  const connection = connectorId === undefined ? connections[0] : connections.find(({ connector }) => connector.id === connectorId)
  if (!connection) throw new ConnectorNotConnectedError()
  const { id } = connection.connector
  const goodbye = { connectorId: id }
  goodbyes(portico).add(goodbye)
  const asking = loadAdapter(portico, where).then(async (adapter) => {
    if (connection.restored) await (await import('./linked.js')).heard(portico, where, connection)
    return adapter.disconnect({ connectorId: id })
  })
  const watching = watchConnector(portico, where, id)
  try {
    await Promise.race([asking, watching.ended])
    if (!watching.chosenAgain()) dispatchConnection(portico, where, { type: 'ended', connectorId: id })
  } catch (cause) {
    throw new DisconnectError({ cause })
  } finally {
    watching.stop()
    goodbyes(portico).delete(goodbye)
  }
}

/** What happens to a connection while its wallet is told: it may end by itself, be chosen again, or nothing at all for 10 s. */
function watchConnector(portico: Portico, namespace: Namespace, connectorId: string) {
  const find = ({ connections }: NamespaceConnections) => connections.find(({ connector }) => connector.id === connectorId)
  let again = false
  let stop = () => {}
  const ended = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The wallet did not answer in time.')), disconnectTimeout)
    const unsubscribe = connectionStore(portico).subscribe((state, previous) => {
      const [now, before] = [connectionsIn(state, namespace), connectionsIn(previous, namespace)]
      const attemptEnded = before.attempt?.connector.id === connectorId && now.attempt === undefined
      if (!find(now)) resolve()
      else if (attemptEnded && find(now) !== find(before)) again = true
    })
    stop = () => {
      clearTimeout(timer)
      unsubscribe()
    }
  })
  return { ended, stop, chosenAgain: () => again }
}

/**
 * Ends every connection, of one namespace or of all.
 * @example await disconnectAll(portico, { namespace: 'solana' })
 * @throws {@link AdapterNotFoundError}; {@link DisconnectError} after trying each: those that could be ended are
 */
export async function disconnectAll(portico: Portico, { namespace }: { readonly namespace?: Namespace } = {}): Promise<void> {
  if (namespace && !portico.adapters.has(namespace)) throw new AdapterNotFoundError({ namespace })
  const state = connectionStore(portico).getState()
  const spaces = namespace ? [namespace] : [...portico.adapters.keys()]
  const all = spaces.flatMap((space) =>
    connectionsIn(state, space).connections.map(({ connector }) => ({ namespace: space, connectorId: connector.id })),
  )
  const failed = (await Promise.allSettled(all.map((one) => disconnect(portico, one)))).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
