/** Loads the test wallets, unless the address says `?wallet=off`. Their code is a chunk of its own. */
export function startTestWallets(): void {
  if (new URLSearchParams(location.search).get('wallet') === 'off') return
  import('./panel.js').then(({ showTestWallets }) => showTestWallets()).catch((error: unknown) => console.warn('The test wallets did not load', error))
}
