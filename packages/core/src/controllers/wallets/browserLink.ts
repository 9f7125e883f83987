import type { WalletRecord } from '../../portico/options.js'

/** Wallets that open a page in a browser of their own, by an https link. */
const browsers: readonly { readonly ids: readonly string[]; readonly link: (page: URL) => string }[] = [
  // docs.phantom.com, "Deep links: browse"
  {
    ids: ['app.phantom', 'phantom'],
    link: ({ href, origin }) => `https://phantom.app/ul/browse/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`,
  },
  // docs.solflare.com, "Deeplinks: browse"
  {
    ids: ['com.solflare', 'com.solflare.wallet', 'solflare'],
    link: ({ href, origin }) => `https://solflare.com/ul/v1/browse/${encodeURIComponent(href)}?ref=${encodeURIComponent(origin)}`,
  },
  // docs.cdp.coinbase.com, "Mobile dapp linking"
  { ids: ['com.coinbase.wallet', 'coinbase wallet'], link: ({ href }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(href)}` },
  // developers.binance.com, Web3 Wallet, "Deep link"
  { ids: ['com.binance.wallet', 'binance wallet'], link: binanceLink },
]

/**
 * The link that opens a page in the wallet's own browser, where the wallet announces itself: the way on for Solana and Bitcoin
 * wallets on a phone that take no WalletConnect pairing. Undefined for a wallet without one, and for a page that is not http(s).
 * @example const link = browserLink(wallet, location.href) // 'https://phantom.app/ul/browse/https%3A%2F%2Fshop.example…'
 * @param pageUrl `location.href`; a user name or password in it is left out
 */
export function browserLink({ id, rdns, name }: WalletRecord, pageUrl: string): string | undefined {
  if (!/^https?:/i.test(pageUrl) || !URL.canParse(pageUrl)) return undefined
  const page = new URL(pageUrl)
  page.username = ''
  page.password = ''
  const keys = [id, rdns, name].map((key) => key?.toLowerCase())
  return browsers.find(({ ids }) => ids.some((known) => keys.includes(known)))?.link(page)
}

function binanceLink({ href }: URL): string {
  const path = btoa('/pages/browser/index')
  const query = btoa(`url=${href}`)
  const native = `bnc://app.binance.com/mp/app?appId=yFK5FCqYprrXDiVFbhyRx7&startPagePath=${path}&startPageQuery=${query}`
  return `https://app.binance.com/en/download?_dp=${encodeURIComponent(btoa(native))}`
}
