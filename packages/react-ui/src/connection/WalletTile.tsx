import type { ReactNode } from 'react'
import { BrowserWalletArt, SiteArt } from '../icons/art.js'
import { safeText } from '../primitives/safeText.js'
import { Tile } from '../primitives/tile/Tile.js'
import type { WalletItem } from './walletList.js'

/** The picture of a wallet. */
export const WalletTile = ({ wallet, size = 40 }: { readonly wallet: Pick<WalletItem, 'name' | 'icon' | 'connector'>; readonly size?: number }): ReactNode => (
  <Tile name={safeText(wallet.name)} src={wallet.icon} size={size}>
    {wallet.connector?.generic ? <BrowserWalletArt /> : undefined}
  </Tile>
)

/** The picture of the site. */
export const SiteTile = ({ name, icon, size = 56 }: { readonly name: string; readonly icon: string | undefined; readonly size?: number }): ReactNode => (
  <Tile name={name} src={icon} size={size} trusted>
    <SiteArt />
  </Tile>
)
