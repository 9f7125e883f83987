'use client'
import { activeConnection, connectionStore } from '@portico/core'
import { discoveryStore, routerStore, type HistoryEntry } from '@portico/core/kit'
import { useEffect, useState } from 'react'
import type { View } from '../features/feature.js'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { whenIdle } from '../whenIdle.js'
import { viewAtHand } from './registry.js'

interface Ahead {
  readonly View: View
  /** Of the history entry that has taken it over; undefined while the modal is closed. */
  readonly key: number | undefined
}

/**
 * Draws the first view into the closed dialog once the page has nothing else to do, so that a press has but to show it. Nothing is
 * fetched for it: what is drawn is at hand, and pictures from elsewhere wait until they are on the screen.
 * @param present whether something is drawn already
 */
export function useAhead(entry: HistoryEntry | undefined, present: boolean): Ahead | undefined {
  const portico = usePortico()
  const isConnected = usePorticoStore(connectionStore, (state) => activeConnection(state) !== undefined)
  const listed = usePorticoStore(discoveryStore, (state) => state.listed)
  const isOnly = usePorticoStore(routerStore, ({ history }) => history.length === 1)
  const [ahead, setAhead] = useState<Ahead>()
  const waits = !entry && !present && listed && !isConnected

  useEffect(() => {
    if (!waits) return
    const abort = new AbortController()
    whenIdle(() => {
      const View = viewAtHand(portico, 'Connect')
      if (View) setAhead({ View, key: undefined })
    }, abort.signal)
    return () => abort.abort()
  }, [portico, waits])

  const kept = ahead && next(ahead)
  if (kept !== ahead) setAhead(kept)
  return kept

  function next({ View, key }: Ahead): Ahead | undefined {
    if (key !== undefined) return present || entry?.key === key ? ahead : undefined
    if (!entry) return waits ? ahead : undefined
    return isOnly && entry.view === 'Connect' && viewAtHand(portico, 'Connect') === View ? { View, key: entry.key } : undefined
  }
}
