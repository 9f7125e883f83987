'use client'
import { currentEntry, routerStore } from '@portico/core/kit'
import { useEffect } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { readyForTaps } from './pressWallet.js'

/** For a view from which a wallet is one press away, as long as the modal is open. */
export function useReadyForTaps(): void {
  const portico = usePortico()
  const isOpen = usePorticoStore(routerStore, (state) => currentEntry(state) !== undefined)
  useEffect(() => (isOpen ? readyForTaps(portico) : undefined), [portico, isOpen])
}
