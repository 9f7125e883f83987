'use client'
import type { Namespace } from '@portico/core'
import { defineSlot, goBack, routerStore } from '@portico/core/kit'
import { usePortico } from '../PorticoProvider.js'
import { isConnected } from './isConnected.js'

/** The key of Connect in the history, where it was opened by one who had a wallet: they are adding another one. */
export const addingAt = defineSlot<number | undefined>('adding', () => undefined)

/** What every back button does. One who is connected is back at Connect only where it is for another chain family, or for another wallet. */
export function useBack(): () => void {
  const portico = usePortico()
  return () => {
    const below = routerStore(portico).getState().history.at(-2)
    const params = below?.params as { readonly namespace?: Namespace } | undefined // of Connect; others are left alone
    goBack(portico, { connected: below?.key !== addingAt(portico) && isConnected(portico, params?.namespace) })
  }
}
