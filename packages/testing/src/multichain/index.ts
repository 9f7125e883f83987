export { announceMultiChain } from './announce.js'
export { createMultiChainWallet } from './createMultiChainWallet.js'
export type {
  ChainFamily,
  HeadlessMultiChainWallet,
  MultiChainPendingRequest,
  MultiChainRequest,
  MultiChainState,
  MultiChainWalletOptions,
} from './types.js'
