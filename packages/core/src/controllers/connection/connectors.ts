import { namespaces, type Namespace } from '../../caip/ids.js'
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

type Connectors = Readonly<Partial<Record<Namespace, readonly Connector[]>>>

/**
 * Connectors of one namespace, of several, or of all: each once, in the order in which they appeared. A wallet that speaks
 * several of the namespaces is one `multiChain` connector with its `members`. Across namespaces a wallet is known by its name,
 * for it has nothing else in common; one that shares a name within a namespace is never merged (S34).
 */
export function listConnectors(state: Connectors, among: Namespace | readonly Namespace[] = namespaces): readonly Connector[] {
  const rows = new Map<string, Connector>()
  for (const namespace of [among].flat()) {
    for (const connector of state[namespace] ?? []) {
      const name = connector.duplicate || connector.generic ? '' : connector.name.toLowerCase()
      const at = name || `${namespace}:${connector.id}`
      const known = rows.get(at)
      if (!known) rows.set(at, connector)
      else if (!known.namespaces.includes(namespace)) rows.set(at, merged(known, connector))
      else if (known.id !== connector.id) rows.set(`${namespace}:${connector.id}`, connector)
    }
  }
  return [...rows.values()]
}

const membersOf = (connector: Connector) => connector.members ?? Object.fromEntries(connector.namespaces.map((namespace) => [namespace, connector]))

function merged(one: Connector, other: Connector): Connector {
  const members: Connector['members'] = { ...membersOf(one), ...membersOf(other) }
  const icon = one.icon ?? other.icon
  return {
    ...one,
    kind: 'multiChain',
    namespaces: [...one.namespaces, ...other.namespaces],
    members,
    ...(icon && { icon }),
    getProvider: async (namespace) => members[namespace]?.getProvider(namespace),
  }
}

/**
 * The connector of an id: a row of {@link listConnectors}, or with a namespace the wallet's own connector there, whichever of
 * its ids is given.
 */
export function findConnector(state: Connectors, id: string, namespace?: Namespace): Connector | undefined {
  const isIt = (connector: Connector) => connector.id === id
  const own = namespace && state[namespace]?.find(isIt)
  if (own) return own
  const row = listConnectors(state).find((one) => isIt(one) || Object.values(one.members ?? {}).some(isIt))
  return namespace ? row?.members?.[namespace] : row
}

/** The chain families that may be chosen from; undefined while all of them may (spec point 4, namespace filter). */
export const namespaceFilterStore = defineStore<{ readonly namespaces?: readonly Namespace[] }>('namespaceFilter', () => ({}))

/** Lists only wallets of these chain families, until it is called again without any (spec point 4). */
export function filterNamespaces(portico: Portico, wanted?: readonly Namespace[]): void {
  namespaceFilterStore(portico).setState(wanted ? { namespaces: wanted.filter((namespace) => portico.adapters.has(namespace)) } : {}, true)
}
