export { createWalletConnectWallet } from './createWalletConnectWallet.js'
export type {
  WalletConnectAccount,
  WalletConnectChoice,
  WalletConnectMatch,
  WalletConnectPendingRequest,
  WalletConnectRequest,
  WalletConnectState,
  WalletConnectStorage,
  WalletConnectWallet,
  WalletConnectWalletOptions,
} from './types.js'
