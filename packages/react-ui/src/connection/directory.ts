import type { Namespace, WalletRecord } from '@portico/core'

type PhoneLinks = Pick<WalletRecord, 'universalLink' | 'mobileLink' | 'webLink'>

const listed = (id: string, name: string, page: string, namespaces: readonly Namespace[], links?: PhoneLinks): WalletRecord =>
  ({ id, rdns: id, name, homepage: `https://${page}`, namespaces, ...links })

const evm = 'eip155'
const solana = 'solana'
const bitcoin = 'bip122'

/**
 * Wallets that anybody can get, in the order of the alphabet: names, homepages, chain families, and how a phone opens them with a
 * pairing. No ranking, no payment, and no logos, which belong to their owners; an installed wallet brings its own. An id is the
 * one that the gateway's directory has for the wallet. Where to get one is in `stores.ts`, for the views that say so.
 */
export const directory: readonly WalletRecord[] = [
  listed('app.backpack', 'Backpack', 'backpack.app', [evm, solana], { universalLink: 'https://backpack.app/ul/v1', mobileLink: 'backpack://' }),
  listed('com.brave.wallet', 'Brave Wallet', 'brave.com/wallet/', [evm, solana]),
  listed('com.coinbase.wallet', 'Coinbase Wallet', 'www.coinbase.com/wallet', [evm, solana]),
  listed('sh.frame', 'Frame', 'frame.sh', [evm]),
  listed('io.leather', 'Leather', 'leather.io', [bitcoin]),
  listed('io.magiceden.wallet', 'Magic Eden', 'wallet.magiceden.io', [evm, solana, bitcoin], { mobileLink: 'magiceden://' }),
  listed('io.metamask', 'MetaMask', 'metamask.io/download', [evm, solana], { universalLink: 'https://metamask.app.link/', mobileLink: 'metamask://' }),
  listed('com.okex.wallet', 'OKX Wallet', 'www.okx.com/web3', [evm, solana, bitcoin], { universalLink: 'https://web3.okx.com/download', mobileLink: 'okxwallet://main' }),
  listed('app.phantom', 'Phantom', 'phantom.com/download', [evm, solana, bitcoin]),
  listed('io.rabby', 'Rabby', 'rabby.io', [evm], { mobileLink: 'rabby://' }),
  listed('me.rainbow', 'Rainbow', 'rainbow.me/download', [evm], { universalLink: 'https://rnbwapp.com/', mobileLink: 'rainbow://' }),
  listed('com.solflare', 'Solflare', 'www.solflare.com', [solana]),
  listed('xyz.taho', 'Taho', 'taho.xyz', [evm]),
  listed('com.trustwallet.app', 'Trust Wallet', 'trustwallet.com/download', [evm, solana], { universalLink: 'https://link.trustwallet.com/', mobileLink: 'trust://' }),
  listed('io.unisat', 'UniSat', 'unisat.io/download', [bitcoin]),
  listed('app.xverse', 'Xverse Wallet', 'www.xverse.app/download', [bitcoin], { mobileLink: 'xverse://' }),
  listed('io.zerion.wallet', 'Zerion', 'zerion.io/download', [evm, solana], {
    universalLink: 'https://wallet.zerion.io/wc', mobileLink: 'zerion://', webLink: 'https://wallet.zerion.io/',
  }),
]
