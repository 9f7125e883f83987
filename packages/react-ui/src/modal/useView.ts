'use client'
import { singleton, type HistoryEntry } from '@portico/core/kit'
import { useEffect, useState } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { useModalProps } from './ModalPropsContext.js'
import { loadViewsSheet } from './shadowRoot.js'
import { firstView, loaderOf, type View } from './views.js'

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
  const { features } = useModalProps()
  const loaded = singleton<Map<string, View>>(portico, 'views', () => new Map([['Connect', firstView]]))
  const [failedKey, setFailedKey] = useState<number>()
  const [, setLoaded] = useState(0)
  const [last, setLast] = useState<ShownView>()
  const [left, setLeft] = useState(true) // nothing was drawn since the modal was closed

  const View = entry && loaded.get(entry.view)
  const shown = entry && View ? (last?.entry === entry && last.View === View ? last : { entry, View }) : last
  if (shown !== last) setLast(shown)
  const leaves = entry === undefined || (left && !View)
  if (leaves !== left) setLeft(leaves)

  useEffect(() => {
    if (!entry || View) return
    let gone = false
    const load = loaderOf(entry.view, features)
    Promise.all([load(), loadViewsSheet(portico)])
      .then(([module]) => {
        if (!module) throw new Error(`No view '${entry.view}'`)
        loaded.set(entry.view, module.default)
        if (!gone) setLoaded((count) => count + 1)
      })
      .catch((error: unknown) => {
        console.error(`Portico: the view '${entry.view}' did not load`, error)
        if (!gone) setFailedKey(entry.key)
      })
    return () => {
      gone = true
    }
  }, [portico, entry, View, features, loaded])

  return { shown, current: shown !== undefined && !leaves, failed: entry !== undefined && !View && failedKey === entry.key }
}
