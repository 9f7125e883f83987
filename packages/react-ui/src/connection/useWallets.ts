'use client'
import { connectorStore, listConnectors, namespaceFilterStore, recentWalletStore, type Namespace, type WalletRecord } from '@portico/core'
import { useMemo } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { walletList, type WalletItem } from './walletList.js'

/**
 * Wallets to offer, kept up to date: a wallet that announces itself late appears by itself (R4).
 * @param namespace only those that work there; otherwise those of the namespace filter, else of all that the site uses
 */
export function useWallets(namespace: Namespace | undefined, directory?: readonly WalletRecord[]): readonly WalletItem[] {
  const portico = usePortico()
  const connectors = usePorticoStore(connectorStore, (state) => state)
  const recents = usePorticoStore(recentWalletStore, (state) => state)
  const filter = usePorticoStore(namespaceFilterStore, (state) => state.namespaces)
  return useMemo(() => {
    const among = namespace ? [namespace] : (filter ?? [...portico.adapters.keys()])
    return walletList(portico, listConnectors(connectors, among), recents, { among, directory })
  }, [portico, connectors, recents, filter, namespace, directory])
}
