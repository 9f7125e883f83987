'use client'
import { currentEntry, routerStore } from '@portico/core/kit'
import { useCallback, useState } from 'react'
import { usePortico } from '../PorticoProvider.js'

/**
 * Tells whether the view that calls this is still where the visitor is. A view stays drawn for a moment after it was left, while the
 * modal closes or the next view is on its way, and must then begin nothing.
 */
export function useOnScreen(): () => boolean {
  const portico = usePortico()
  const keyNow = useCallback(() => currentEntry(routerStore(portico).getState())?.key, [portico])
  const [key] = useState(keyNow)
  return useCallback(() => keyNow() === key, [keyNow, key])
}
