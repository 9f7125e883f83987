'use client'
import type { StoreOf } from '@portico/core/kit'
import { useCallback, useRef, useSyncExternalStore } from 'react'
import { usePortico } from './PorticoProvider.js'

/**
 * Follows a store of the portico. On a server, and while hydrating, it answers with the store's initial state.
 * @example const wallets = usePorticoStore(connectorStore, (state) => listConnectors(state).length)
 * @param select may make a new object each time: an equal one (shallow, compared by value) does not render again
 */
export function usePorticoStore<S, T>(storeOf: StoreOf<S>, select: (state: S) => T): T {
  const store = storeOf(usePortico())
  const last = useRef<{ value: T } | undefined>(undefined)
  const keep = useCallback((value: T): T => {
    if (!last.current || !sameValue(last.current.value, value)) last.current = { value }
    return last.current.value
  }, [])
  return useSyncExternalStore(
    store.subscribe,
    () => keep(select(store.getState())),
    () => keep(select(store.getInitialState())),
  )
}

/** Of others, as a Map or an Error, the entries do not say what they hold. */
const isPlain = (value: unknown): value is object => [Object, Array].some((kind) => kind === (value as object | null)?.constructor)

function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isPlain(a) || !isPlain(b)) return false
  const [left, right] = [Object.entries(a), Object.entries(b)]
  return left.length === right.length && left.every(([key, value]) => Object.is(value, (b as Record<string, unknown>)[key]))
}
