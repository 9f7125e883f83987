import type { Namespace } from '../../caip/ids.js'
import type { Connector } from '../../connector.js'
import type { Portico } from '../../portico.js'
import { defineStore } from '../../store.js'

export type ConnectorState = Readonly<Partial<Record<Namespace, readonly Connector[]>>>

/** Connectors as the adapters publish them, by namespace. */
export const connectorStore = defineStore<ConnectorState>('connectors', () => ({}))

/** Takes an adapter's list, less what the host excludes by rdns, id or name (spec point 6). */
export function publishConnectors(portico: Portico, namespace: Namespace, connectors: readonly Connector[]): void {
  const excluded = new Set((portico.options.excludeWallets ?? []).map((wallet) => wallet.toLowerCase()))
  const isExcluded = ({ id, name, rdns }: Connector) => [id, name, rdns].some((key) => key !== undefined && excluded.has(key.toLowerCase()))
  connectorStore(portico).setState({ [namespace]: connectors.filter((connector) => !isExcluded(connector)) })
}
