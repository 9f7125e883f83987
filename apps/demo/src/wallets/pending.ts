import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Person, TestWallet } from './testWallet.js'

const none: Person['pending'] = []

/** What waits for the person in a wallet. */
export function usePending(person: Person): Person['pending'] {
  return useSyncExternalStore(
    (listener) => person.subscribe(listener),
    () => person.pending,
    () => none,
  )
}

/** What waits in any of the wallets: which one, and the number of the request. */
export function useRequests(wallets: readonly TestWallet[]): readonly string[] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = wallets.map(({ person }) => person.subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [wallets],
  )
  const known = useRef<readonly string[]>([])
  return useSyncExternalStore(subscribe, () => {
    const now = wallets.flatMap(({ person }, at) => person.pending.map(({ id }) => `${at}:${id}`))
    if (now.join() !== known.current.join()) known.current = now // the same list, as long as it says the same
    return known.current
  })
}
