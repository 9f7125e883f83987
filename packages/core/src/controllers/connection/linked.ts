import type { Grant } from '../../adapter.js'
import { namespaceOf, type Namespace } from '../../kit/caip/ids.js'
import { connectorInfo, type Connector, type ConnectorInfo } from '../../connector.js'
import type { Portico } from '../../portico/createPortico.js'
import { findWallet } from '../wallets/store.js'
import { dispatchConnection } from './dispatch.js'
import { isGrant } from './grant.js'
import { loadAdapter } from './loadAdapter.js'
import type { Connection } from './connection.js'
import { connectionsIn, connectionStore } from './store.js'
import { disconnectTimeout, restoreTimeout } from './timeouts.js'
import { whenConfirmed } from './whenConfirmed.js'

/** What has a session of its own, for all of its chain families: a pairing, or a login. */
const sessionOf = ({ link, embedded }: Connector) => link ?? embedded

interface LinkedFacts {
  /** The wallet of a list that was chosen. */
  readonly walletId?: string | undefined
  /** How the connection was shown before a reload. */
  readonly known?: ConnectorInfo
}

/**
 * A connector with a session, as it is shown: named as the wallet at its other end, with the picture that the list has of
 * that wallet. The wallet's own picture is an address elsewhere, which no page is made to fetch. Portico's own wallet is shown
 * as it is.
 */
export function linkedInfo(portico: Portico, connector: Connector, { walletId, known }: LinkedFacts): ConnectorInfo {
  if (connector.embedded) return connectorInfo(connector)
  const peer = connector.link?.peer()
  const icon = (walletId === undefined ? undefined : findWallet(portico, walletId)?.icon) ?? known?.icon
  const { icon: _, ...info } = connectorInfo(connector)
  return { ...info, name: peer?.name || known?.name || connector.name, ...(icon && { icon }) }
}

/** What the session grants in a chain family: the adapter's answer, the networks that the wallet agreed to, and which account is a contract. */
export function linkedGrant(connector: Connector, namespace: Namespace, grant: Grant): Grant {
  const approvedNetworkIds = sessionOf(connector)?.approvedNetworkIds(namespace) ?? []
  const user = connector.embedded?.state().user
  const accounts = user && namespaceOf(user.chainId) === namespace ? user.accounts : []
  return {
    ...grant,
    ...(approvedNetworkIds.length > 0 && { approvedNetworkIds }),
    ...(accounts.length > 1 && { accounts }),
  }
}

/**
 * Once a session is there, its other chain families are connected as well, without a question, and those that it does not
 * have are let go. One that cannot be loaded stays away, and comes with the next page view.
 */
export function connectOthers(
  portico: Portico,
  connector: Connector,
  { namespace, shown }: { readonly namespace: Namespace; readonly shown: ConnectorInfo },
): void {
  const approved = sessionOf(connector)?.approved() ?? []
  for (const other of portico.adapters.keys()) {
    if (other === namespace || !connector.namespaces.includes(other)) continue
    if (approved.includes(other)) void adopt(portico, connector, { namespace: other, shown, activate: false })
    else dispatchConnection(portico, other, { type: 'ended', connectorId: connector.id })
  }
}

interface Adoption {
  readonly namespace: Namespace
  readonly shown: ConnectorInfo
  readonly activate: boolean
}

/** Takes a chain family of the session into use, unless it is meanwhile. Never rejects. @returns whether it is connected */
export async function adopt(portico: Portico, connector: Connector, { namespace, shown, activate }: Adoption): Promise<boolean> {
  try {
    const adapter = await loadAdapter(portico, namespace)
    const grant: unknown = await adapter.reconnect({ connector, signal: AbortSignal.timeout(restoreTimeout) })
    if (!isGrant(grant, namespace) || !sessionOf(connector)?.approved().includes(namespace)) return false
    dispatchConnection(portico, namespace, {
      type: 'adopted',
      connector: shown,
      grant: linkedGrant(connector, namespace, grant),
      activate,
      linked: true,
    })
  } catch {
    // The wallet said no for this chain family, or its code did not load: the others are connected.
  }
  return connectionsIn(connectionStore(portico).getState(), namespace).connections.some(({ connector: { id } }) => id === connector.id)
}

/** How long a wallet of an earlier page view may take to confirm before it is let go of untold, in milliseconds. */
const hearTimeout = 3_000

/**
 * After a reload, adapters know a wallet only once it has confirmed: let go of before, it would not be told, and one elsewhere would
 * keep its session and come back. A login ends by itself. Never rejects.
 */
export async function heard(portico: Portico, namespace: Namespace, { connector: { id, kind } }: Connection): Promise<void> {
  if (kind !== 'embedded')
    await whenConfirmed(portico, namespace, { connectorId: id, limit: kind === 'walletConnect' ? disconnectTimeout : hearTimeout })
}
