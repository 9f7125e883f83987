import { isDirectoryPicture } from '@portico/core/wallets'
import type { ReactNode } from 'react'
import { BrowserWalletArt, WalletConnectArt } from '@portico/ui/art'
import { safeText } from '@portico/ui/safe-text'
import { Skeleton } from '@portico/ui/skeleton'
import { Tile } from '@portico/ui/tile'
import { usePortico } from '../PorticoProvider.js'
import { useMark } from '../wallets/useMark.js'
import type { WalletItem } from '../wallets/walletList.js'

export interface WalletTileProps {
  readonly wallet: Pick<WalletItem, 'name' | 'icon' | 'connector'> & Partial<Pick<WalletItem, 'record'>>
  readonly size?: number
  /** One of many: its picture is fetched when it comes near the view. */
  readonly lazy?: boolean
  /** Its mark of the built-in list in base64, where a small one is at hand: the large ones are then not fetched for it. */
  readonly smallMark?: string | undefined
}

/**
 * The picture of a wallet: the one that it brings itself, else its mark of the built-in list, else what a directory has. One of the host's own gateway is shown over http: as well, as on a developer's machine (S35).
 */
export function WalletTile({ wallet, size = 40, lazy, smallMark }: WalletTileProps): ReactNode {
  const portico = usePortico()
  const { name, icon, connector, record } = wallet
  const mark = useMark(connector?.icon ? undefined : record?.id, smallMark)
  const isOwn = icon?.startsWith('http:') && isDirectoryPicture(portico, icon)
  return (
    <Tile
      name={safeText(name)}
      src={mark.pending ? undefined : (mark.src ?? icon)}
      size={size}
      lazy={lazy && !mark.src}
      trusted={isOwn && !mark.src}
    >
      {connector?.generic ? (
        <BrowserWalletArt />
      ) : connector?.kind === 'walletConnect' ? (
        <WalletConnectArt />
      ) : mark.pending ? (
        <Skeleton height={size} />
      ) : undefined}
    </Tile>
  )
}
