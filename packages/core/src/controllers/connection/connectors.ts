import type { Namespace } from '../../kit/caip/ids.js'
import type { Connector } from '../../connector.js'
import type { Portico } from '../../portico/createPortico.js'
import { defineSlot } from '../../kit/slot.js'
import { defineStore } from '../../kit/store.js'

export type ConnectorState = Readonly<Partial<Record<Namespace, readonly Connector[]>>>

/**
 * Connectors as the adapters publish them, by namespace.
 * @example const wallets = listConnectors(connectorStore(portico).getState())
 */
export const connectorStore = defineStore<ConnectorState>('connectors', () => ({}))

/**
 * Whether every adapter has listed the wallets of the page once. Others may still announce themselves.
 * @example
 * const { listed } = discoveryStore(portico).getState()
 * const hasNone = listed && listConnectors(connectorStore(portico).getState()).length === 0
 */
export const discoveryStore = defineStore<{ readonly listed: boolean }>('discovery', ({ adapters }) => ({ listed: adapters.size === 0 }))

/** The ways in that the host handed in beside the adapters. Made when first asked for. */
export const hostConnectors = defineSlot<readonly Connector[]>('host connectors', (portico) =>
  (portico.options.connectors ?? []).map(({ create }) => create(portico)),
)

/** Takes an adapter's list, and the host's own ways in, less what the host excludes by rdns, id or name. */
export function publishConnectors(portico: Portico, namespace: Namespace, connectors: readonly Connector[]): void {
  const excluded = new Set((portico.options.excludeWallets ?? []).map((wallet) => wallet.toLowerCase()))
  const isExcluded = ({ id, name, rdns }: Connector) => [id, name, rdns].some((key) => key !== undefined && excluded.has(key.toLowerCase()))
  const own = hostConnectors(portico).filter(({ namespaces }) => namespaces.includes(namespace))
  connectorStore(portico).setState({ [namespace]: [...connectors, ...own].filter((connector) => !isExcluded(connector)) })
}
