import type { Namespace } from '../../caip/ids.js'
import type { Connector } from '../../connector.js'
import type { Portico } from '../../portico.js'
import { defineStore } from '../../store.js'

/** Connectors as the adapters publish them, by namespace. */
export const connectorStore = defineStore<Readonly<Partial<Record<Namespace, readonly Connector[]>>>>('connectors', () => ({}))

/** Takes an adapter's list, less what the host excludes by rdns, id or name (spec point 6). */
export function publishConnectors(portico: Portico, namespace: Namespace, connectors: readonly Connector[]): void {
  const excluded = new Set((portico.options.excludeWallets ?? []).map((wallet) => wallet.toLowerCase()))
  const isExcluded = ({ id, name, rdns }: Connector) => [id, name, rdns].some((key) => key !== undefined && excluded.has(key.toLowerCase()))
  connectorStore(portico).setState({ [namespace]: connectors.filter((connector) => !isExcluded(connector)) })
}

/** All connectors, or those that serve a namespace: each once, in the order in which they appeared. */
export function listConnectors(state: Readonly<Partial<Record<Namespace, readonly Connector[]>>>, namespace?: Namespace): readonly Connector[] {
  const all = namespace ? (state[namespace] ?? []) : Object.values(state).flat()
  return [...new Map(all.map((connector) => [connector.id, connector])).values()]
}
