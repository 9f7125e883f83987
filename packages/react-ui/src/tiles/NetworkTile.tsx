import type { Network } from '@portico/core'
import { networkArt } from '../icons/networkArt.js'
import { safeText } from '../primitives/safeText.js'
import { Tile } from '../primitives/tile/Tile.js'

/** The picture of a network. */
export const NetworkTile = ({ network, size }: { readonly network: Network; readonly size: number }) => (
  <Tile name={safeText(network.name)} src={network.icon} size={size} shape="net">
    {networkArt(network.id)}
  </Tile>
)
