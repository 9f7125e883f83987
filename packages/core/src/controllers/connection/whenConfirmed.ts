import type { Namespace } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import { isLive } from '../../portico/live.js'
import { activeConnection, connectionStore } from './store.js'

/** How long a wallet of an earlier page view is waited for, in milliseconds: a frame may take 20 s to load (R5). */
const confirmTimeout = 25_000

/**
 * Resolves once the connection in use is confirmed with its wallet, or gone. After a reload it is shown at once, and the wallet
 * hears of the page a little later: what the visitor presses in between waits.
 */
export function whenConfirmed(portico: Portico, namespace: Namespace): Promise<void> {
  const store = connectionStore(portico)
  const isOpen = () => isLive(portico) && activeConnection(store.getState(), namespace)?.restored === true
  if (!isOpen()) return Promise.resolve()
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(finish, confirmTimeout)
    const stop = store.subscribe(() => isOpen() || finish())
  })
}
