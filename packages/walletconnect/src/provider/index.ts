export { createBitcoinProvider, type BitcoinProvider } from './bip122.js'
export { createEip155Provider, type Eip155Provider, type FaceOptions } from './eip155.js'
export * from './errors.js'
export { createSolanaWallet, type SolanaWallet } from './solana.js'
export {
  createUniversalProvider,
  type ProviderChain,
  type ProviderRequest,
  type SentRequest,
  type UniversalEvents,
  type UniversalOptions,
  type UniversalProvider,
} from './universal.js'
