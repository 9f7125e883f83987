'use client'
import type { HistoryEntry } from '@portico/core/kit'
import { useCallback, useEffect, useState } from 'react'
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
  /** Set where the view's code did not load. */
  readonly unloaded: Unloaded | undefined
}

export interface Unloaded {
  /** How often it was tried in vain. */
  readonly failures: number
  readonly retry: () => void
}

/**
 * The view to draw for a history entry. Its module is loaded first and drawn then: until it is there, the one before stays
 * (React's Suspense would hold the change back by 300 ms), unless the modal was closed since. One that does not load is
 * tried again when the browser is back online, and when the visitor asks for it.
 */
export function useView(entry: HistoryEntry | undefined): ViewNow {
  const portico = usePortico()
  const [failed, setFailed] = useState({ key: 0, failures: 0 })
  const [tries, setTries] = useState(0)
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
        if (!gone) setFailed(({ key, failures }) => ({ key: entry.key, failures: key === entry.key ? failures + 1 : 1 }))
      })
    return () => {
      gone = true
    }
  }, [portico, entry, View, tries])

  const hasFailed = entry !== undefined && !View && failed.key === entry.key
  const retry = useCallback(() => setTries((count) => count + 1), [])
  useEffect(() => {
    if (!hasFailed) return
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [hasFailed, retry])

  return { shown, current: shown !== undefined && !leaves, unloaded: hasFailed ? { failures: failed.failures, retry } : undefined }
}
