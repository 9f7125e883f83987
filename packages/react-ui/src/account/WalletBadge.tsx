'use client'
import type { ConnectorInfo } from '@portico/core'
import { useConnector } from '../connection/useConnector.js'
import { WalletTile } from '../connection/WalletTile.js'

/** The picture of the wallet behind an account. A restored connection has none of its own: its wallet announces it again. */
export function WalletBadge({ connector, size = 18 }: { readonly connector: ConnectorInfo | undefined; readonly size?: number }) {
  const live = useConnector(connector?.id)
  if (!connector) return null
  return <WalletTile wallet={{ name: connector.name, icon: live?.icon ?? connector.icon, connector: live }} size={size} />
}
