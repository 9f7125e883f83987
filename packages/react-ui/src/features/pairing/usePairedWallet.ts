'use client'
import { connectorStore, listConnectors, type Connector, type WalletRecord } from '@portico/core'
import { arrangeWallets, findWallet, walletQuery, walletStore } from '@portico/core/wallets'
import { useMemo } from 'react'
import { useQuery } from '../../hooks/useQuery.js'
import { usePortico } from '../../PorticoProvider.js'
import { usePorticoStore } from '../../usePorticoStore.js'
import { directory } from '../../wallets/builtInWallets.js'
import { withStores } from '../../wallets/builtInLinks.js'

export interface PairedWallet {
  /** Undefined where no list knows the wallet, or none does yet. */
  readonly record: WalletRecord | undefined
  /** The same wallet on this device, if it is there. */
  readonly installed: Connector | undefined
}

/** What is known of the wallet to pair with. What the directory knows of it is asked for, and shown when it comes. */
export function usePairedWallet(walletId: string): PairedWallet {
  const portico = usePortico()
  const { data } = useQuery(walletQuery(portico, walletId))
  const known = usePorticoStore(walletStore, () => findWallet(portico, walletId))
  const found = data ?? known ?? directory.find(({ id, rdns }) => id === walletId || rdns === walletId)
  const record = useMemo(() => found && withStores(found), [found])
  const connectors = usePorticoStore(connectorStore, (state) => state)
  return useMemo(() => {
    if (!record) return { record, installed: undefined }
    const rows = arrangeWallets({
      connectors: listConnectors(connectors),
      recents: [],
      directory: [record],
      among: [...portico.adapters.keys()],
      options: {},
      mobile: false,
    })
    const { connector } = rows.find((row) => row.record === record) ?? {}
    return { record, installed: connector?.installed ? connector : undefined }
  }, [portico, connectors, record])
}
