import { isDirectoryPicture } from '@portico/core/wallets'
import type { ReactNode } from 'react'
import { BrowserWalletArt, WalletConnectArt } from '../icons/art.js'
import { usePortico } from '../PorticoProvider.js'
import { safeText } from '../primitives/safeText.js'
import { Tile } from '../primitives/tile/Tile.js'
import type { WalletItem } from '../wallets/walletList.js'

export interface WalletTileProps {
  readonly wallet: Pick<WalletItem, 'name' | 'icon' | 'connector'>
  readonly size?: number
  /** One of many: its picture is fetched when it comes near the view. */
  readonly lazy?: boolean
}

/** The picture of a wallet. One of the host's own gateway is shown over http: as well, as on a developer's machine (S35). */
export function WalletTile({ wallet, size = 40, lazy }: WalletTileProps): ReactNode {
  const portico = usePortico()
  const { name, icon, connector } = wallet
  const isOwn = icon?.startsWith('http:') && isDirectoryPicture(portico, icon)
  return (
    <Tile name={safeText(name)} src={icon} size={size} lazy={lazy} trusted={isOwn}>
      {connector?.generic ? <BrowserWalletArt /> : connector?.kind === 'walletConnect' ? <WalletConnectArt /> : undefined}
    </Tile>
  )
}
