'use client'
import { connectorStore, listConnectors, recentWalletStore, type WalletRecord } from '@portico/core'
import { useMemo } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { walletList, type WalletItem } from './walletList.js'

/** Wallets to offer, kept up to date: a wallet that announces itself late appears by itself (R4). */
export function useWallets(directory?: readonly WalletRecord[]): readonly WalletItem[] {
  const portico = usePortico()
  const connectors = usePorticoStore(connectorStore, (state) => state)
  const recents = usePorticoStore(recentWalletStore, (state) => state)
  return useMemo(() => walletList(portico, listConnectors(connectors), recents, directory), [portico, connectors, recents, directory])
}
