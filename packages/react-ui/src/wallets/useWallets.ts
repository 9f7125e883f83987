'use client'
import { connectorStore, listConnectors, type Namespace, type Portico, type WalletRecord } from '@portico/core'
import { defineSlot, namespaceFilterStore, recentWalletStore } from '@portico/core/kit'
import { walletStore } from '@portico/core/wallets'
import { useMemo } from 'react'
import { usePortico } from '../PorticoProvider.js'
import { usePorticoStore } from '../usePorticoStore.js'
import { directory as builtIn } from './builtInWallets.js'
import { pairs } from './pairingConnector.js'
import { walletList, type WalletItem } from './walletList.js'

interface Kept {
  readonly inputs: readonly unknown[]
  readonly list: readonly WalletItem[]
}

/** The list that Connect begins with, as it was made last: the closed modal makes it, so that a press finds it made. */
const keptOf = defineSlot<Kept | undefined>('wallet list', () => undefined)

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
  const isPaired = pairs(portico)
  return useMemo(() => {
    // Read, not followed: what is fetched comes with a list, which then is another one.
    const { records } = walletStore(portico).getState()
    const inputs = [connectors, recents, among.join(), records, isPaired]
    const kept = directory === builtIn ? keptOf(portico) : undefined
    if (kept && inputs.every((input, at) => input === kept.inputs[at])) return kept.list
    const listed = directory?.map((record) => records.get(record.id) ?? record)
    const list = walletList(portico, listConnectors(connectors, among), recents, { among, directory: listed })
    if (directory === builtIn) keptOf.put(portico, { inputs, list })
    return list
  }, [portico, connectors, recents, among, directory, isPaired])
}

/** The chain families that wallets are wanted for. */
export function useAmong(namespace: Namespace | undefined): readonly Namespace[] {
  const portico = usePortico()
  const filter = usePorticoStore(namespaceFilterStore, (state) => state.namespaces)
  return useMemo(() => amongOf(portico, namespace, filter), [portico, namespace, filter])
}

export const amongOf = (
  { adapters }: Portico,
  namespace: Namespace | undefined,
  filter: readonly Namespace[] | undefined,
): readonly Namespace[] => (namespace ? [namespace] : (filter ?? [...adapters.keys()]))
