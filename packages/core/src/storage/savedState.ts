import { isRecord } from '../kit/checks.js'
import { isNamespace, isNetworkId, namespaceOf, type Namespace, type NetworkId } from '../kit/caip/ids.js'
import type { ConnectorInfo, ConnectorKind } from '../connector.js'

/** What survives a reload of a connection. No icon of a wallet on the page: it is large, and announced again. */
export interface SavedConnection {
  readonly connector: ConnectorInfo
  readonly addresses: readonly [string, ...string[]]
  readonly networkId: NetworkId
}

/** The small record that a page, or a server, starts from. It changes what is shown first and nothing else (S41). */
export interface SavedState {
  readonly version: 1
  readonly activeNamespace?: Namespace
  /** By namespace, the active connection first. */
  readonly connections: Readonly<Partial<Record<Namespace, readonly SavedConnection[]>>>
  /** The network last chosen, by namespace. */
  readonly networks: Readonly<Partial<Record<Namespace, NetworkId>>>
  /** Accounts that are signed in to the site, as `siwxStore` reads them: as they were written, unread. */
  readonly signedIn?: unknown
}

/**
 * What a page, or a server, starts from where nothing was saved.
 * @example const portico = createPortico({ adapters, initialState: savedByCookie ?? emptySavedState })
 */
export const emptySavedState: SavedState = { version: 1, connections: {}, networks: {} }

const kinds: readonly ConnectorKind[] = ['walletConnect', 'injected', 'announced', 'multiChain', 'external', 'custom', 'embedded']

const isShort = (value: unknown): value is string => typeof value === 'string' && value.length > 0 && value.length <= 200

function parseConnection(value: unknown, namespace: Namespace): SavedConnection[] {
  if (!isRecord(value) || !isRecord(value['connector'])) return []
  const { id, kind: saidKind, name, icon, rdns, uuid } = value['connector']
  const { addresses, networkId } = value
  const kind = kinds.find((known) => known === saidKind)
  if (!kind || !isShort(id) || !isShort(name) || !isNetworkId(networkId) || namespaceOf(networkId) !== namespace) return []
  const [first, ...others] = Array.isArray(addresses) ? addresses.filter(isShort) : []
  if (!first) return []
  const connector = {
    id,
    kind,
    name,
    ...(isShort(icon) && /^https?:/.test(icon) && { icon }),
    ...(isShort(rdns) && { rdns }),
    ...(isShort(uuid) && { uuid }),
  }
  return [{ connector, addresses: [first, ...others], networkId }]
}

/**
 * Reads a saved record of any origin. What is not as expected is left out; what cannot be read is an empty record.
 * Hand-written, because this runs before the first paint and must not wait for a schema library. Never throws.
 */
export const parseSavedState = (value: unknown): SavedState => readSavedState(value) ?? emptySavedState

/** As {@link parseSavedState}, but undefined for no record, for one of another version, and for what cannot be read. */
export function readSavedState(value: unknown): SavedState | undefined {
  let record = value
  if (typeof value === 'string') {
    try {
      record = JSON.parse(value)
    } catch {
      return undefined
    }
  }
  if (!isRecord(record) || record['version'] !== 1) return undefined
  const connections: Partial<Record<Namespace, SavedConnection[]>> = {}
  const networks: Partial<Record<Namespace, NetworkId>> = {}
  for (const [namespace, list] of Object.entries(isRecord(record['connections']) ? record['connections'] : {})) {
    if (!isNamespace(namespace) || !Array.isArray(list)) continue
    const ids = new Set<string>()
    const parsed = list.flatMap((entry) => parseConnection(entry, namespace)).filter(({ connector: { id } }) => !ids.has(id) && ids.add(id))
    if (parsed.length) connections[namespace] = parsed
  }
  for (const [namespace, id] of Object.entries(isRecord(record['networks']) ? record['networks'] : {})) {
    if (isNamespace(namespace) && isNetworkId(id) && namespaceOf(id) === namespace) networks[namespace] = id
  }
  const { activeNamespace, signedIn } = record
  return {
    version: 1,
    connections,
    networks,
    ...(isNamespace(activeNamespace) && { activeNamespace }),
    ...(Array.isArray(signedIn) && { signedIn }),
  }
}
