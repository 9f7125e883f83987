import { namespaces, type Namespace } from '../../kit/caip/ids.js'
import type { Connector } from '../../connector.js'
import type { Portico } from '../../portico/createPortico.js'
import { defineStore } from '../../kit/store.js'
import type { ConnectorState } from './connectors.js'

/**
 * Connectors of one namespace, of several, or of all: each once, in the order in which they appeared. A wallet that speaks
 * several of the namespaces is one `multiChain` connector with its `members`. Across namespaces a wallet is known by its name,
 * for it has nothing else in common; one that shares a name within a namespace is never merged (S34).
 * @example const names = listConnectors(connectorStore(portico).getState(), 'solana').map(({ name }) => name)
 */
export function listConnectors(state: ConnectorState, among: Namespace | readonly Namespace[] = namespaces): readonly Connector[] {
  const rows = new Map<string, Connector>()
  for (const namespace of [among].flat()) {
    for (const connector of state[namespace] ?? []) {
      const own = `${namespace}:${connector.id}`
      const name = connector.duplicate || connector.generic ? own : connector.name.toLowerCase()
      const known = rows.get(name)
      const isOther = known?.namespaces.includes(namespace)
      if (known?.id === connector.id && isOther) continue // one that serves both by itself
      rows.set(isOther ? own : name, known && !isOther ? merged(known, connector, namespace) : connector)
    }
  }
  return [...rows.values()]
}

function merged(one: Connector, other: Connector, namespace: Namespace): Connector {
  const members: Connector['members'] = { ...(one.members ?? { [one.namespaces[0] ?? '']: one }), [namespace]: other }
  const icon = one.icon ?? other.icon
  return {
    ...one,
    kind: 'multiChain',
    namespaces: [...one.namespaces, namespace],
    members,
    ...(icon && { icon }),
    getProvider: async (wanted) => members[wanted]?.getProvider(wanted),
  }
}

/**
 * The connector of an id: a row of {@link listConnectors}, or with a namespace the wallet's own connector there, whichever of
 * its ids is given.
 * @example const metaMask = findConnector(connectorStore(portico).getState(), 'io.metamask')
 */
export function findConnector(state: ConnectorState, id: string, namespace?: Namespace): Connector | undefined {
  const isIt = (connector: Connector) => connector.id === id
  const own = namespace && state[namespace]?.find(isIt)
  if (own) return own
  const row = listConnectors(state).find((one) => isIt(one) || Object.values(one.members ?? {}).some(isIt))
  return namespace ? row?.members?.[namespace] : row
}

/**
 * The chain families that may be chosen from; undefined while all of them may.
 * @example
 * const { namespaces } = namespaceFilterStore(portico).getState()
 * const wallets = listConnectors(connectorStore(portico).getState(), namespaces)
 */
export const namespaceFilterStore = defineStore<{ readonly namespaces?: readonly Namespace[] }>('namespaceFilter', () => ({}))

/**
 * Lists only wallets of these chain families, until it is called again without any.
 * @example
 * filterNamespaces(portico, ['solana'])
 * openModal(portico, { view: 'Connect' }) // wallets of Solana alone
 */
export function filterNamespaces(portico: Portico, wanted?: readonly Namespace[]): void {
  namespaceFilterStore(portico).setState(wanted ? { namespaces: wanted.filter((namespace) => portico.adapters.has(namespace)) } : {}, true)
}
