import type { WalletItem } from './walletList.js'

/** The wallet that a site means: by its id in the directory, its reverse domain name, a connector's id, or its name. */
export function findWallet(wallets: readonly WalletItem[], wanted: string): WalletItem | undefined {
  const word = wanted.toLowerCase()
  const names = ({ id, connector, record }: WalletItem) => [id, record?.id, connector?.id, connector?.rdns, record?.rdns]
  // Anybody can call a wallet as they like: a name comes last.
  return (
    wallets.find((wallet) => names(wallet).some((name) => name?.toLowerCase() === word)) ??
    wallets.find(({ name }) => name.toLowerCase() === word)
  )
}
