export { createSolanaWallet } from './createSolanaWallet.js'
export { hostileSolanaWallets, type HostileSolanaWallet } from './hostile.js'
export { MAX_ACCOUNTS, testSeed } from './keys.js'
export {
  createLegacySolanaAdapter,
  type LegacyAdapterOptions,
  type LegacyConnection,
  type LegacyPublicKey,
  type LegacySolanaAdapter,
  type LegacyTransaction,
} from './legacy.js'
export { LegacyWalletError } from './legacyErrors.js'
export { registerStandard } from './registerStandard.js'
export type { HeadlessSolanaWallet, SolanaChain, SolanaFeatureName, SolanaWalletOptions } from './types.js'
export type { RegisterOptions } from '../shared/standard.js'
