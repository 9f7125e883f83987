export { createBitcoinWallet } from './createBitcoinWallet.js'
export {
  registerLeather,
  registerListed,
  registerOkx,
  registerStandard,
  registerUnisat,
  registerXverse,
  type ListOptions,
  type PlaceOptions,
} from './faces.js'
export { hostileBitcoinWallets, type HostileBitcoinWallet } from './hostile.js'
export { MAX_ACCOUNTS, testSecrets } from './keys.js'
export type {
  AddressPurpose,
  BitcoinAccount,
  BitcoinAddress,
  BitcoinFeatureName,
  BitcoinNetwork,
  BitcoinSecrets,
  BitcoinState,
  BitcoinWalletOptions,
  Dialect,
  HeadlessBitcoinWallet,
  MessageProtocol,
} from './types.js'
export type { ListedProvider } from './placeProvider.js'
export type { RegisterOptions } from '../shared/standard.js'
