import {
  accountStore,
  activeConnection,
  connectionStore,
  refreshBalance,
  refreshIdentity,
  type Namespace,
  type Portico,
} from '@portico/core'
import { balanceCooldown, defineSlot } from '@portico/core/kit'

/** Who wants an account kept fresh, by its chain family; undefined: the one in use. */
const askersOf = defineSlot<Map<Namespace | undefined, Set<AbortSignal>>>('who keeps accounts fresh', () => new Map())

/**
 * Reads the balance and the name of the account in use now, and again when it becomes another one and when the visitor
 * comes back to the page, until `signal` aborts. However many buttons ask, one of them does it.
 * @param namespace of which chain family; default: the one in use
 */
export function keepFresh(portico: Portico, signal: AbortSignal, namespace?: Namespace): void {
  if (signal.aborted) return
  const all = askersOf(portico)
  const askers = all.get(namespace) ?? new Set()
  all.set(namespace, askers.add(signal))
  if (askers.size > 1) {
    signal.addEventListener('abort', () => askers.delete(signal))
    return
  }
  const which = { ...(namespace && { namespace }) }
  const current = () => {
    const connection = activeConnection(connectionStore(portico).getState(), namespace)
    return connection && `${connection.networkId}:${connection.addresses[0]}`
  }
  let known = current()
  const read = () => {
    void refreshBalance(portico, which)
    void refreshIdentity(portico, which)
  }
  const stop = new AbortController()
  const unsubscribe = connectionStore(portico).subscribe(() => {
    if (current() === known) return
    known = current()
    read()
  })
  // After a failure nothing is asked for 30 s (R11), and then once more, as the view promises.
  let retry: ReturnType<typeof setTimeout> | undefined
  const unwatch = accountStore(portico).subscribe((accounts) => {
    const failed = accounts[namespace ?? connectionStore(portico).getState().activeNamespace]?.balanceStatus === 'failed'
    if (failed && retry === undefined) {
      retry = setTimeout(() => {
        retry = undefined
        void refreshBalance(portico, which)
      }, balanceCooldown + 100)
    }
  })
  window.addEventListener('focus', read, { signal: stop.signal })
  const leave = () => {
    askers.delete(signal)
    unsubscribe()
    unwatch()
    clearTimeout(retry)
    stop.abort()
    const [next] = askers
    if (!next) return
    askers.delete(next)
    keepFresh(portico, next, namespace)
  }
  signal.addEventListener('abort', leave)
  read()
}
