import type { WalletRecord } from '@portico/core'

/**
 * Wallets that anybody can get, in the order of the alphabet: names, homepages and rdns only. No ranking, no payment, and no
 * logos, which belong to their owners; an installed wallet brings its own.
 */
export const directory: readonly WalletRecord[] = [
  { id: 'com.brave.wallet', rdns: 'com.brave.wallet', name: 'Brave Wallet', homepage: 'https://brave.com/wallet/' },
  { id: 'com.coinbase.wallet', rdns: 'com.coinbase.wallet', name: 'Coinbase Wallet', homepage: 'https://www.coinbase.com/wallet' },
  { id: 'sh.frame', rdns: 'sh.frame', name: 'Frame', homepage: 'https://frame.sh' },
  { id: 'io.metamask', rdns: 'io.metamask', name: 'MetaMask', homepage: 'https://metamask.io/download' },
  { id: 'com.okex.wallet', rdns: 'com.okex.wallet', name: 'OKX Wallet', homepage: 'https://www.okx.com/web3' },
  { id: 'app.phantom', rdns: 'app.phantom', name: 'Phantom', homepage: 'https://phantom.com/download' },
  { id: 'io.rabby', rdns: 'io.rabby', name: 'Rabby', homepage: 'https://rabby.io' },
  { id: 'me.rainbow', rdns: 'me.rainbow', name: 'Rainbow', homepage: 'https://rainbow.me/download' },
  { id: 'xyz.taho', rdns: 'xyz.taho', name: 'Taho', homepage: 'https://taho.xyz' },
  { id: 'com.trustwallet.app', rdns: 'com.trustwallet.app', name: 'Trust Wallet', homepage: 'https://trustwallet.com/download' },
  { id: 'io.zerion.wallet', rdns: 'io.zerion.wallet', name: 'Zerion', homepage: 'https://zerion.io/download' },
]
