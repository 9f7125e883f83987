import type { Network } from '@portico/core'
import { networkArt } from '@portico/ui/network-art'
import { safeText } from '@portico/ui/safe-text'
import { Tile } from '@portico/ui/tile'

/** The picture of a network. */
export const NetworkTile = ({ network, size }: { readonly network: Network; readonly size: number }) => (
  <Tile name={safeText(network.name)} src={network.icon} size={size} shape="net">
    {networkArt(network.id)}
  </Tile>
)
