'use client'
import { connectorStore, type Namespace } from '@portico/core'
import { usePorticoStore } from '../../usePorticoStore.js'
import { usePortico } from '../../PorticoProvider.js'
import { pairingConnector, pairs } from '../../wallets/pairingConnector.js'

/** Whether wallets elsewhere can be paired with, by a code. */
export function useCanPair(namespace: Namespace | undefined): boolean {
  const portico = usePortico()
  return usePorticoStore(connectorStore, (state) => pairs(portico) && pairingConnector(state, namespace) !== undefined)
}
