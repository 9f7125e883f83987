'use client'
import { connectorStore, listConnectors, type Namespace, type WalletRecord } from '@portico/core'
import { namespaceFilterStore, recentWalletStore } from '@portico/core/kit'
import { walletStore } from '@portico/core/wallets'
import { useMemo } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { walletList, type WalletItem } from './walletList.js'

/**
 * Wallets to offer, kept up to date: a wallet that announces itself late appears by itself (R4), and what the gateway says of a
 * listed one, such as its logo, once it has been heard.
 * @param namespace only those that work there; otherwise those of the namespace filter, else of all that the site uses
 */
export function useWallets(namespace: Namespace | undefined, directory?: readonly WalletRecord[]): readonly WalletItem[] {
  const portico = usePortico()
  const connectors = usePorticoStore(connectorStore, (state) => state)
  const recents = usePorticoStore(recentWalletStore, (state) => state)
  const among = useAmong(namespace)
  return useMemo(() => {
    // Read, not followed: what is fetched comes with a list, which then is another one.
    const { records } = walletStore(portico).getState()
    const listed = directory?.map((record) => records.get(record.id) ?? record)
    return walletList(portico, listConnectors(connectors, among), recents, { among, directory: listed })
  }, [portico, connectors, recents, among, directory])
}

/** The chain families that wallets are wanted for. */
export function useAmong(namespace: Namespace | undefined): readonly Namespace[] {
  const { adapters } = usePortico()
  const filter = usePorticoStore(namespaceFilterStore, (state) => state.namespaces)
  return useMemo(() => (namespace ? [namespace] : (filter ?? [...adapters.keys()])), [namespace, filter, adapters])
}
