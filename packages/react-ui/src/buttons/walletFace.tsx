'use client'
import type { Connector, Portico } from '@portico/core'
import { safeText } from '@portico/ui/safe-text'
import { Tile } from '@portico/ui/tile'
import { WalletTile } from '../tiles/WalletTile.js'
import { directory } from '../wallets/builtInWallets.js'
import { findWallet } from '../wallets/findWallet.js'
import { useWallets } from '../wallets/useWallets.js'

const useWallet = (wanted: string) => findWallet(useWallets(undefined, directory), wanted)

/** Its picture, once it is known. */
export function WalletPicture({ wallet }: { readonly wallet: string }) {
  const found = useWallet(wallet)
  return found ? <WalletTile wallet={found} size={24} /> : <Tile name={safeText(wallet)} size={24} />
}

/** What it is called. */
export function WalletName({ wallet }: { readonly wallet: string }) {
  return <>{safeText(useWallet(wallet)?.name ?? wallet)}</>
}

/** Whether a connection is that wallet's. */
export function isWallet(portico: Portico, { id, rdns, name }: Pick<Connector, 'id' | 'rdns' | 'name'>, wanted: string): boolean {
  const listed = directory.find((record) => record.id === wanted || record.rdns === wanted)
  return [id, rdns].includes(wanted) || (listed !== undefined && (listed.rdns === undefined ? listed.name === name : listed.rdns === rdns))
}
