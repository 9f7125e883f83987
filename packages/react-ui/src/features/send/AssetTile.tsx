'use client'
import type { Network } from '@portico/core'
import type { SendToken } from '@portico/core/send'
import { Tile } from '@portico/ui/tile'
import { safeText } from '@portico/ui/safe-text'
import { TokenTile } from '../../tiles/TokenTile.js'

interface Props {
  readonly token: SendToken
  readonly network: Network | undefined
  readonly size: number
}

/** The picture of what is sent: round for a token, square for an item of a collection, whose picture is the gateway's alone. */
export function AssetTile({ token, network, size }: Props) {
  if (!token.item) return <TokenTile token={token} network={network} size={size} />
  return <Tile name={safeText(token.name) || '?'} src={token.icon} trusted={token.icon !== undefined} size={size} />
}
