import type { GrantAccount } from '../../adapter.js'
import type { NetworkId } from '../../kit/caip/ids.js'
import type { ConnectorInfo } from '../../connector.js'

/** A wallet that lets the site in. */
export interface Connection {
  readonly connector: ConnectorInfo
  /** The address in use first. */
  readonly addresses: readonly [string, ...string[]]
  /** More about some of the addresses. */
  readonly accounts?: readonly GrantAccount[]
  /** The network the wallet is on, which need not be one of the site's. */
  readonly networkId: NetworkId
  /** Networks the wallet agreed to; undefined when it takes any. */
  readonly approvedNetworkIds?: readonly NetworkId[]
  /** Replayed from storage and not yet confirmed by the wallet. */
  readonly restored: boolean
}

/** One try to connect. Ids only grow, so that an answer tells which try it belongs to. */
export type Attempt =
  | { readonly id: number; readonly connector: ConnectorInfo; readonly status: 'waiting'; readonly uri?: string }
  | { readonly id: number; readonly connector: ConnectorInfo; readonly status: 'failed'; readonly error: Error }

/** The connections of one namespace: the active one first, each connector at most once. */
export interface NamespaceConnections {
  readonly connections: readonly Connection[]
  readonly attempt?: Attempt
  readonly lastAttemptId: number
}

export const noConnections: NamespaceConnections = { connections: [], lastAttemptId: 0 }
