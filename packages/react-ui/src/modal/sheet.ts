'use client'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'

const narrow = '(max-width: 429.98px)'

/** Whether the modal is a bottom sheet: below 430 px. */
export function useSheet(): boolean {
  return useMedia(narrow)
}

/** Follows a media query. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

/**
 * What an open sheet needs beside its looks: it follows the finger, and its page keeps to the phone. The code of that comes once there is
 * a sheet: it is of no use elsewhere.
 */
export function useHeldSheet(card: RefObject<HTMLElement | null>, sheet: boolean, open: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!sheet) return
    const abort = new AbortController()
    const { signal } = abort
    import('./heldSheet.js').then(
      ({ holdSheet }) => open && card.current && !signal.aborted && holdSheet(card.current, () => latest.current(), signal),
      () => undefined,
    )
    return () => abort.abort()
  }, [card, sheet, open])
}
