export { arrangeWallets, type ArrangeParameters, type WalletRow } from './arrange.js'
export { browserLink } from './browserLink.js'
export { connectorTypes } from './connectorTypes.js'
export { isDirectoryPicture } from './directoryPicture.js'
export {
  fetchWallets,
  walletsOf,
  walletsQuery,
  type FetchWalletsError,
  type FetchWalletsParameters,
  type WalletPlatform,
  type WalletsPage,
  type WalletsParameters,
} from './fetchWallets.js'
export { walletLink, walletWebLink, type LinkDevice } from './links.js'
export { loadWalletsLinks } from './loadOwnLinks.js'
export { loadWallet, walletQuery, type LoadWalletError } from './loadWallet.js'
export { openWalletLink } from './openWalletLink.js'
export { safeWalletLink, type WalletLinkKind } from './safeLink.js'
export { searchTermOf } from './searchTerm.js'
export { findWallet, registerWallets } from './store.js'
export { takesWalletConnect } from './takesWalletConnect.js'
export { walletStore, type KnownWallets } from './walletStore.js'
