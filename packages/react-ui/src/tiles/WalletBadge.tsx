'use client'
import type { ConnectorInfo } from '@portico/core'
import { EmbeddedArt } from '@portico/ui/embedded-art'
import { Tile } from '@portico/ui/tile'
import { useConnector } from '../wallets/useConnector.js'
import { WalletTile } from './WalletTile.js'

/** The picture of the wallet behind an account. A restored connection has none of its own: its wallet announces it again. */
export function WalletBadge({ connector, size = 18 }: { readonly connector: ConnectorInfo | undefined; readonly size?: number }) {
  const live = useConnector(connector?.id)
  if (!connector) return null
  const { name, kind } = connector
  const icon = live?.icon ?? connector.icon
  if (kind === 'embedded')
    return (
      <Tile name={name} src={icon} size={size}>
        <EmbeddedArt />
      </Tile>
    )
  return <WalletTile wallet={{ name, icon, connector: live }} size={size} />
}
