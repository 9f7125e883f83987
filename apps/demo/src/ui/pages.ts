export interface Page {
  readonly path: string
  readonly name: string
  readonly says: string
}

/** The pages of the demo. */
export const pages: readonly Page[] = [
  { path: '/', name: 'Treasury', says: 'Everything, with the modal' },
  { path: '/headless.html', name: 'Headless', says: 'Hooks alone, no modal' },
  { path: '/wagmi.html', name: 'Beside wagmi', says: 'Joined to a wagmi config' },
  { path: '/members.html', name: 'Members', says: 'Signed in, with a session' },
  { path: '/twice.html', name: 'Two at once', says: 'Two porticos on one page' },
  { path: '/csp.html', name: 'Strict policy', says: 'Nothing inline, trusted types' },
  { path: '/phone.html', name: 'Phone', says: 'A wallet to pair with' },
  { path: '/walletadapter.html', name: 'wallet-adapter', says: 'A Solana site without Portico' },
  { path: '/satsconnect.html', name: 'sats-connect', says: 'A Bitcoin site without Portico' },
  { path: '/hostile.html', name: 'Hostile styles', says: 'A style sheet that fights' },
]

/** A page's address, keeping `?wallet=off` where it was asked for. */
export function pageHref(path: string): string {
  const wallet = typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('wallet')
  return wallet === null ? path : `${path}?wallet=${encodeURIComponent(wallet)}`
}
