import { isDirectoryPicture, singleton, type Portico } from '@portico/core'
import type { ReactNode } from 'react'
import { BrowserWalletArt, SiteArt, WalletConnectArt } from '../icons/art.js'
import { usePortico } from '../PorticoProvider.js'
import { safeText } from '../primitives/safeText.js'
import { Tile } from '../primitives/tile/Tile.js'
import type { WalletItem } from './walletList.js'

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
  const isOwn = icon?.startsWith('http:') && isOwnPicture(portico, icon)
  return (
    <Tile name={safeText(name)} src={icon} size={size} lazy={lazy} trusted={isOwn}>
      {connector?.generic ? <BrowserWalletArt /> : connector?.kind === 'walletConnect' ? <WalletConnectArt /> : undefined}
    </Tile>
  )
}

/** Remembers the answers: in a long list the same picture comes and goes many times. */
function isOwnPicture(portico: Portico, icon: string): boolean {
  const known = singleton(portico, 'ownPictures', () => new Map<string, boolean>())
  const isOwn = known.get(icon) ?? isDirectoryPicture(portico, icon)
  known.set(icon, isOwn)
  return isOwn
}

/** The picture of the site. */
export const SiteTile = ({ name, icon, size = 56 }: { readonly name: string; readonly icon: string | undefined; readonly size?: number }): ReactNode => (
  <Tile name={name} src={icon} size={size} trusted>
    <SiteArt />
  </Tile>
)
