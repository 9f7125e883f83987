'use client'
import type { ConnectTarget } from '@portico/core'
import ConnectView from './ConnectView.js'

/** The wallets alone, where Connect has them behind a button. */
export default function ConnectWalletsView({ params }: { readonly params?: ConnectTarget | undefined }) {
  return <ConnectView params={params} walletsOnly />
}
