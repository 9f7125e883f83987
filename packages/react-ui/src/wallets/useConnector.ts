'use client'
import { connectorStore, findConnector, type Connector, type Namespace } from '@portico/core'
import { useMemo } from 'react'
import { usePorticoStore } from '../usePorticoStore.js'

/** A wallet by the id of its row or of any of its connectors; with a namespace, its connector there. */
export function useConnector(id: string | undefined, namespace?: Namespace): Connector | undefined {
  const connectors = usePorticoStore(connectorStore, (state) => state)
  return useMemo(() => (id === undefined ? undefined : findConnector(connectors, id, namespace)), [connectors, id, namespace])
}
