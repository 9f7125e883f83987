'use client'
import { sameValue, type StoreOf } from '@portico/core/kit'
import { useRef, useSyncExternalStore } from 'react'
import { usePortico } from './PorticoProvider.js'

/**
 * Follows a store of the portico. On a server, and while hydrating, it answers with the store's initial state.
 * @example const wallets = usePorticoStore(connectorStore, (state) => listConnectors(state).length)
 * @param select may make a new object each time: an equal one (shallow, compared by value) does not render again
 */
export function usePorticoStore<S, T>(storeOf: StoreOf<S>, select: (state: S) => T): T {
  const store = storeOf(usePortico())
  const { current: last } = useRef<{ state?: S; select?: (state: S) => T; value?: T }>({})
  // Asked once for each state: what it makes each time, and cannot be compared, would be drawn for ever.
  const read = (state: S): T => {
    if (last.state !== state || last.select !== select) {
      const value = select(state)
      if (!sameValue(last.value, value)) last.value = value
      Object.assign(last, { state, select })
    }
    return last.value as T // set above, or before
  }
  return useSyncExternalStore(
    store.subscribe,
    () => read(store.getState()),
    () => read(store.getInitialState()),
  )
}
