import type { WalletRecord } from '../../portico/options.js'

/**
 * Whether a wallet takes WalletConnect pairings: as its record says, else whether it has one of the four links.
 * @example const onPhones = wallets.filter(takesWalletConnect)
 */
export function takesWalletConnect({ walletConnect, universalLink, mobileLink, desktopLink, webLink }: WalletRecord): boolean {
  return walletConnect ?? [universalLink, mobileLink, desktopLink, webLink].some((link) => link !== undefined)
}
