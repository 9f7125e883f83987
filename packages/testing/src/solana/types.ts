import type { Wallet } from '@wallet-standard/base'
import type { StandardConfig } from '../shared/standard.js'
import type { HeadlessPerson, PersonOptions, PersonState } from '../shared/types.js'

/** The features a wallet can have. */
export type SolanaFeatureName =
  | 'standard:connect'
  | 'standard:disconnect'
  | 'standard:events'
  | 'solana:signMessage'
  | 'solana:signIn'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction'

/** A cluster as the Wallet Standard names it. */
export type SolanaChain = 'solana:mainnet' | 'solana:devnet' | 'solana:testnet' | 'solana:localnet'

export interface SolanaWalletOptions extends PersonOptions {
  /** The clusters that the wallet knows, and a node of each. Default: the sandbox's mainnet, also as localnet, and devnet. */
  readonly chains?: Partial<Readonly<Record<SolanaChain, string>>>
  /** The features it has. Default: all. */
  readonly features?: readonly SolanaFeatureName[]
  /** The transactions it signs. Default: legacy and version 0. */
  readonly transactionVersions?: readonly ('legacy' | 0)[]
  /** Its keys: ed25519 seeds of 32 bytes. Default: those of {@link testSeed}, ten of them. */
  readonly seeds?: readonly Uint8Array[]
  /** The way to the nodes. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

/** A Solana wallet without a window: the Wallet Standard wallet that sites see, and the person and the script behind it. */
export interface HeadlessSolanaWallet extends HeadlessPerson<PersonState> {
  /** What sites see: frozen, and with the accounts of the page's own origin. Registered by `registerStandard`. */
  readonly wallet: Wallet
  /** Addresses of all accounts, in base58. `state.exposed` points into it. */
  readonly accounts: readonly string[]
  /** What `wallet` is made of: plain data, for bridges. */
  readonly config: StandardConfig
  /** The site that `wallet` belongs to. */
  readonly origin: string
  /** The wallet as another site sees it, or this one after a reload: a new object, connected to nothing yet. */
  walletFor(origin: string): Wallet
}
