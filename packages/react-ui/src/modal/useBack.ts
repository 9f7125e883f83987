'use client'
import type { Namespace } from '@portico/core'
import { goBack, routerStore } from '@portico/core/kit'
import { usePortico } from '../PorticoProvider.js'
import { isConnected } from './isConnected.js'

/** What every back button does. One who is connected is back at Connect only where it is for another chain family. */
export function useBack(): () => void {
  const portico = usePortico()
  return () => {
    const below = routerStore(portico).getState().history.at(-2)?.params as { readonly namespace?: Namespace } | undefined // of Connect; others are left alone
    goBack(portico, { connected: isConnected(portico, below?.namespace) })
  }
}
