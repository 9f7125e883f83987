// Stands in for `@solana-mobile/wallet-adapter-mobile`, which brings React Native with it. wallet-adapter-react makes such an
// adapter on Android phones alone, and only asks for its name elsewhere.

export const SolanaMobileWalletAdapterWalletName = 'Mobile Wallet Adapter'
export const createDefaultAddressSelector = (): undefined => undefined
export const createDefaultAuthorizationResultCache = (): undefined => undefined
export const createDefaultWalletNotFoundHandler = (): undefined => undefined

export function SolanaMobileWalletAdapter(): never {
  throw new Error('This page does not speak to wallets of other apps on a phone.')
}
