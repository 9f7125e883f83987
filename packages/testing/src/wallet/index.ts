export { announce, sameRdns, sameUuid, type AnnouncedProvider, type AnnounceOptions, type AnnounceWindow } from './announce.js'
export {
  always,
  approve,
  delay,
  garbage,
  manual,
  never,
  reject,
  throws,
  twice,
  wrongChain,
  type Behaviour,
} from './behaviours.js'
export { createWallet } from './createWallet.js'
export { ProviderRpcError, rpcErrorCodes } from './errors.js'
export { hostileWallets, type HostileWallet } from './hostile.js'
export { TEST_MNEMONIC } from './keys.js'
export type {
  ApprovalPolicy,
  Eip1193Provider,
  HeadlessWallet,
  PendingRequest,
  RequestArguments,
  RequestMatch,
  WalletEvent,
  WalletInfo,
  WalletOptions,
  WalletRequest,
  WalletState,
  WalletStorage,
} from './types.js'
