'use client'
import { connectorStore, type Namespace } from '@portico/core'
import { usePorticoStore } from '../../usePorticoStore.js'
import { pairingConnector } from '../../wallets/pairingConnector.js'

/** Whether wallets elsewhere can be paired with, by a code. */
export const useCanPair = (namespace: Namespace | undefined): boolean =>
  usePorticoStore(connectorStore, (state) => pairingConnector(state, namespace) !== undefined)
