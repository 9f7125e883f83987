import type { Namespace, WalletRecord } from '@portico/core'

/** `pairs`: it takes WalletConnect pairings on a phone. */
const listed = (id: string, name: string, namespaces: readonly Namespace[], pairs?: 'pairs'): WalletRecord => ({
  id,
  rdns: id,
  name,
  namespaces,
  ...(pairs && { walletConnect: true }),
})

const evm = 'eip155'
const solana = 'solana'
const bitcoin = 'bip122'

/**
 * Wallets that anybody can get, in the order of the alphabet: names, chain families, and whether they can be paired with. No
 * ranking, no payment. Their marks are a file of their own (`marks.ts`), and an installed wallet brings its own. An id is the one that the
 * gateway's directory has for the wallet. Where to get one, and how a phone opens it, is in `builtInLinks.ts`, for the views that need it.
 */
export const directory: readonly WalletRecord[] = [
  listed('app.backpack', 'Backpack', [evm, solana], 'pairs'),
  listed('com.brave.wallet', 'Brave Wallet', [evm, solana]),
  listed('com.coinbase.wallet', 'Coinbase Wallet', [evm, solana]),
  listed('sh.frame', 'Frame', [evm]),
  listed('io.leather', 'Leather', [bitcoin]),
  listed('io.magiceden.wallet', 'Magic Eden', [evm, solana, bitcoin], 'pairs'),
  listed('io.metamask', 'MetaMask', [evm, solana], 'pairs'),
  listed('com.okex.wallet', 'OKX Wallet', [evm, solana, bitcoin], 'pairs'),
  listed('app.phantom', 'Phantom', [evm, solana, bitcoin]),
  listed('io.rabby', 'Rabby', [evm], 'pairs'),
  listed('me.rainbow', 'Rainbow', [evm], 'pairs'),
  listed('com.solflare', 'Solflare', [solana]),
  listed('xyz.taho', 'Taho', [evm]),
  listed('com.trustwallet.app', 'Trust Wallet', [evm, solana], 'pairs'),
  listed('io.unisat', 'UniSat', [bitcoin]),
  listed('app.xverse', 'Xverse Wallet', [bitcoin], 'pairs'),
  listed('io.zerion.wallet', 'Zerion', [evm, solana], 'pairs'),
]

/** Wallets of whatever list that open a page on a phone in a browser of their own (`browserLink`), by id. */
export const withBrowser: ReadonlySet<string> = new Set(['com.binance.wallet', 'com.coinbase.wallet', 'app.phantom', 'com.solflare'])
