'use client'
import { useEffect } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { readyForTaps } from './pressWallet.js'

/** For a view from which a wallet is one press away. */
export function useReadyForTaps(): void {
  const portico = usePortico()
  useEffect(() => readyForTaps(portico), [portico])
}
