'use client'
import type { HistoryEntry } from '@portico/core/kit'
import { useEffect, useState } from 'react'
import { usePortico } from '../PorticoProvider.js'
import type { View } from '../features/feature.js'
import { loadView, viewAtHand } from './registry.js'

export interface ShownView {
  readonly entry: HistoryEntry
  readonly View: View
}

export interface ViewNow {
  /** What to draw. While the modal closes, and until it has opened again, what it was closed with. */
  readonly shown: ShownView | undefined
  /** Whether that is of this opening of the modal. */
  readonly current: boolean
  readonly failed: boolean
}

/**
 * The view to draw for a history entry. Its module is loaded first and drawn then: until it is there, the one before stays
 * (React's Suspense would hold the change back by 300 ms), unless the modal was closed since. A module that does not load
 * answers `failed`.
 */
export function useView(entry: HistoryEntry | undefined): ViewNow {
  const portico = usePortico()
  const [failedKey, setFailedKey] = useState<number>()
  const [, setLoaded] = useState(0)
  const [last, setLast] = useState<ShownView>()
  const [left, setLeft] = useState(true) // nothing was drawn since the modal was closed

  const View = entry && viewAtHand(portico, entry.view)
  const shown = entry && View ? (last?.entry === entry && last.View === View ? last : { entry, View }) : last
  if (shown !== last) setLast(shown)
  const leaves = entry === undefined || (left && !View)
  if (leaves !== left) setLeft(leaves)

  useEffect(() => {
    if (!entry || View) return
    let gone = false
    loadView(portico, entry.view)
      .then(() => {
        if (!gone) setLoaded((count) => count + 1)
      })
      .catch((error: unknown) => {
        console.error(`Portico: the view '${entry.view}' did not load`, error)
        if (!gone) setFailedKey(entry.key)
      })
    return () => {
      gone = true
    }
  }, [portico, entry, View])

  return { shown, current: shown !== undefined && !leaves, failed: entry !== undefined && !View && failedKey === entry.key }
}
