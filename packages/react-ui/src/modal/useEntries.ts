'use client'
import { useEffect, useReducer } from 'react'
import type { Place, Places } from '../features/feature.js'
import { entriesIn } from './features.js'
import { usePortico } from '../PorticoProvider.js'
import { entriesAtHand, loadEntries, whenEntriesCome } from './registry.js'

/** What features put into a place of this view, and whether there is more to come. */
export function useEntries<P extends Place>(place: P): { readonly entries: readonly Places[P][]; readonly more: boolean } {
  const portico = usePortico()
  const [, draw] = useReducer((count: number) => count + 1, 0)
  const entries = entriesAtHand(portico, place)
  const more = entries.length < entriesIn(portico, place).length
  useEffect(() => {
    const end = whenEntriesCome(portico, draw)
    // What a view has in it came with the view; what the site has added since, or did not load then, comes with its next visit.
    if (more) loadEntries(portico, place).catch(() => undefined)
    return end
  }, [portico, place, more])
  return { entries, more }
}
