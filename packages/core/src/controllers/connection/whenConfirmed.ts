import type { Namespace } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { isLive } from '../../portico/live.js'
import type { Connection } from './connection.js'
import { connectionsIn, connectionStore } from './store.js'

/** How long a wallet of an earlier page view is waited for, in milliseconds: a frame may take 20 s to load (R5). */
const confirmTimeout = 25_000

/**
 * Resolves once a connection is confirmed with its wallet, or gone; after `limit` milliseconds in any case. After a reload it is shown
 * at once, and the wallet hears of the page a little later: what the visitor presses in between waits.
 * @param connectorId default: the connection in use
 */
export function whenConfirmed(
  portico: Portico,
  namespace: Namespace,
  { connectorId, limit = confirmTimeout }: { readonly connectorId?: string; readonly limit?: number | undefined } = {},
): Promise<void> {
  const store = connectionStore(portico)
  const isIt = ({ connector }: Connection, at: number) => (connectorId === undefined ? at === 0 : connector.id === connectorId)
  const isOpen = () => isLive(portico) && connectionsIn(store.getState(), namespace).connections.find(isIt)?.restored === true
  if (!isOpen()) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(finish, limit)
    const stop = store.subscribe(() => isOpen() || finish())
  })
}
