'use client'
import { discoveryStore, type HistoryEntry } from '@portico/core/kit'
import { useEffect, useState } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'

/** How long the first view waits for the wallets of the page to be listed, in milliseconds. */
const patience = 600

/**
 * Whether an entry can be shown as far as the page's wallets go. A first view that lists them is held until they are listed, so
 * that it comes up once and whole; not for long, as it keeps places for them.
 */
export function useListed(entry: HistoryEntry | undefined): boolean {
  const portico = usePortico()
  const listed = usePorticoStore(discoveryStore, (state) => state.listed)
  const waits = !listed && entry?.view === 'Connect'
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!waits) return
    const timer = setTimeout(() => setOver(true), patience)
    return () => {
      clearTimeout(timer)
      setOver(false)
    }
  }, [portico, waits])
  return !waits || over
}
