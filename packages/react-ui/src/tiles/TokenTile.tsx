import type { Network } from '@portico/core'
import type { ReactNode } from 'react'
import { networkArt } from '@portico/ui/network-art'
import { safeText } from '@portico/ui/safe-text'
import { Tile } from '@portico/ui/tile'
import { NetworkTile } from './NetworkTile.js'

export interface TokenTileProps {
  /** `icon` below the gateway, or none. */
  readonly token: { readonly symbol: string; readonly name?: string; readonly address?: string; readonly icon?: string }
  readonly network: Network | undefined
  readonly size: number
  /** Instead of the network's picture, which a token that is no coin has in its corner. */
  readonly badge?: ReactNode
}

/** The picture of a token: the gateway's, the drawing of a coin, or its first letter. */
export function TokenTile({ token: { symbol, name, address, icon }, network, size, badge }: TokenTileProps) {
  const art = address === undefined && network ? (symbol === 'ETH' ? networkArt('eip155:1') : networkArt(network.id)) : undefined
  const corner = badge ?? (address !== undefined && network && <NetworkTile network={network} size={Math.round(size * 0.4)} />)
  return (
    <Tile
      name={safeText(symbol) || safeText(name) || '?'}
      src={icon}
      trusted={icon !== undefined}
      lazy={icon !== undefined}
      size={size}
      shape="round"
      badge={corner}
    >
      {art}
    </Tile>
  )
}
