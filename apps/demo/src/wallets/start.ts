/**
 * `evm`: two wallets for EVM; `solana` and `solana2`: one each for Solana (Wallet Standard); `bitcoin`: one by the Wallet
 * Standard, `btc`: one on the `btc_providers` list; `multi`: one that announces itself on all three chain families.
 */
export const testWalletKinds = ['evm', 'solana', 'solana2', 'bitcoin', 'btc', 'multi'] as const
export type TestWalletKind = (typeof testWalletKinds)[number]

/**
 * Loads the test wallets of a page, unless its address says `?wallet=off`. `?wallets=evm,btc` names others than the page's own.
 * Their code is a chunk of its own.
 */
export function startTestWallets(kinds: readonly TestWalletKind[] = ['evm']): void {
  const query = new URLSearchParams(location.search)
  if (query.get('wallet') === 'off') return
  const named = query.get('wallets')?.split(',')
  const wanted = named ? testWalletKinds.filter((kind) => named.includes(kind)) : kinds
  if (wanted.length === 0) return
  import('./panel.js')
    .then(({ showTestWallets }) => showTestWallets(wanted))
    .catch((error: unknown) => console.warn('The test wallets did not load', error))
}
