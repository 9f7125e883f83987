import type { Namespace, WalletRecord } from '@portico/core'

const listed = (rdns: string, name: string, page: string, ...namespaces: readonly Namespace[]): WalletRecord =>
  ({ id: rdns, rdns, name, homepage: `https://${page}`, namespaces })

/**
 * Wallets that anybody can get, in the order of the alphabet: names, homepages, rdns and chain families only. No ranking, no
 * payment, and no logos, which belong to their owners; an installed wallet brings its own.
 */
export const directory: readonly WalletRecord[] = [
  listed('app.backpack', 'Backpack', 'backpack.app', 'eip155', 'solana'),
  listed('com.brave.wallet', 'Brave Wallet', 'brave.com/wallet/', 'eip155', 'solana'),
  listed('com.coinbase.wallet', 'Coinbase Wallet', 'www.coinbase.com/wallet', 'eip155', 'solana'),
  listed('sh.frame', 'Frame', 'frame.sh', 'eip155'),
  listed('io.leather', 'Leather', 'leather.io', 'bip122'),
  listed('io.magiceden.wallet', 'Magic Eden', 'wallet.magiceden.io', 'eip155', 'solana', 'bip122'),
  listed('io.metamask', 'MetaMask', 'metamask.io/download', 'eip155', 'solana'),
  listed('com.okex.wallet', 'OKX Wallet', 'www.okx.com/web3', 'eip155', 'solana', 'bip122'),
  listed('app.phantom', 'Phantom', 'phantom.com/download', 'eip155', 'solana', 'bip122'),
  listed('io.rabby', 'Rabby', 'rabby.io', 'eip155'),
  listed('me.rainbow', 'Rainbow', 'rainbow.me/download', 'eip155'),
  listed('com.solflare', 'Solflare', 'www.solflare.com', 'solana'),
  listed('xyz.taho', 'Taho', 'taho.xyz', 'eip155'),
  listed('com.trustwallet.app', 'Trust Wallet', 'trustwallet.com/download', 'eip155', 'solana'),
  listed('io.unisat', 'UniSat', 'unisat.io/download', 'bip122'),
  listed('io.xverse', 'Xverse', 'www.xverse.app/download', 'bip122'),
  listed('io.zerion.wallet', 'Zerion', 'zerion.io/download', 'eip155', 'solana'),
]
