'use client'
import { addressLabelStore, labelOf } from '@portico/core'
import { safeText } from '@portico/ui/safe-text'
import { useCallback } from 'react'
import { usePorticoStore } from '../usePorticoStore.js'

/** What the site calls an address; undefined where it has no name for it. */
export function useLabel(): (address: string) => string | undefined {
  const labels = usePorticoStore(addressLabelStore, (state) => state)
  return useCallback((address) => safeText(labelOf(labels, address)) || undefined, [labels])
}
