import type { Wallet } from '@wallet-standard/base'
import type { BitcoinWalletOptions, HeadlessBitcoinWallet } from '../bitcoin/types.js'
import type { HeadlessSolanaWallet, SolanaWalletOptions } from '../solana/types.js'
import type { PersonOptions } from '../shared/types.js'
import type { Behaviour } from '../wallet/behaviours.js'
import type {
  ApprovalPolicy,
  Eip1193Provider,
  HeadlessWallet,
  PendingRequest,
  RequestMatch,
  WalletInfo,
  WalletOptions,
  WalletRequest,
} from '../wallet/types.js'

/** The chain families that a wallet can speak, by CAIP-2 namespace. */
export type ChainFamily = 'eip155' | 'solana' | 'bip122'

export interface MultiChainWalletOptions extends PersonOptions {
  /** What is for its EVM side alone. `false`: it has none. Default: the sandbox's chains. */
  readonly evm?: false | Partial<Pick<WalletOptions, 'chains' | 'chainId' | 'flags' | 'supportsSwitch' | 'supportsAdd' | 'fetch'>>
  /** What is for its Solana side alone. `false`: it has none. */
  readonly solana?: false | Omit<SolanaWalletOptions, keyof PersonOptions>
  /** What is for its Bitcoin side alone. `false`: it has none. */
  readonly bitcoin?: false | Omit<BitcoinWalletOptions, keyof PersonOptions>
}

/** A request as it arrived, and at which side. Ids count over all sides. */
export interface MultiChainRequest extends WalletRequest {
  readonly family: ChainFamily
}

export interface MultiChainPendingRequest extends PendingRequest {
  readonly family: ChainFamily
}

/** What the wallet knows now, of all sides together. A new object at each change. */
export interface MultiChainState {
  readonly policy: ApprovalPolicy
  readonly locked: boolean
  readonly online: boolean
  /** The account in use, by its index: the same on every chain. */
  readonly account: number
  /** The origins that each side is open to. */
  readonly permitted: Readonly<Partial<Record<ChainFamily, readonly string[]>>>
}

/**
 * One wallet that speaks several chains: one name, one picture, one person with one list of requests, and one account
 * number. Its sides are whole wallets of their own; what they are asked and what they know is there in full.
 */
export interface HeadlessMultiChainWallet {
  readonly info: WalletInfo
  readonly origin: string
  readonly evm: HeadlessWallet | undefined
  readonly solana: HeadlessSolanaWallet | undefined
  readonly bitcoin: HeadlessBitcoinWallet | undefined
  /** Solana and Bitcoin as one Wallet Standard wallet; undefined when it has neither. */
  readonly wallet: Wallet | undefined
  /** That wallet as another site sees it, or this one after a reload. */
  walletFor(origin: string): Wallet | undefined
  /** The way in to one side for a site, for bridges. Undefined when it does not speak the chain. */
  portFor(family: ChainFamily, origin: string): Eip1193Provider | undefined
  readonly state: MultiChainState
  /** Requests that wait for the person, oldest first, of all sides. */
  readonly pending: readonly MultiChainPendingRequest[]
  /** What was asked, oldest first, of all sides. */
  readonly log: readonly MultiChainRequest[]

  /** As the sides have it. Each behaviour is for one request, whichever side it arrives at. */
  script(match: RequestMatch, ...behaviours: readonly Behaviour[]): () => void
  /** The person agrees: to the request with this id, else to the oldest. @throws when none waits */
  approve(id?: number): void
  /** The person declines: 4001, or the error given. @throws when none waits */
  reject(id?: number, error?: unknown): void
  /** The next request that waits for the person; one that waits already counts. @throws after `timeout` ms (default 5000) */
  waitFor(match?: RequestMatch, options?: { readonly timeout?: number }): Promise<MultiChainPendingRequest>
  setPolicy(policy: ApprovalPolicy): void
  /** The person picks an account on all chains. */
  selectAccount(index: number): void
  /** The person cuts off one site, or all, on all chains or on one. */
  disconnect(options?: { readonly origin?: string; readonly family?: ChainFamily }): void
  /** {@link disconnect} with the origin alone. */
  forget(origin?: string): void
  lock(): void
  unlock(): void
  setOnline(online: boolean): void
  /** Calls back whenever `state`, `pending` or `log` changes. Returns the way to stop. */
  subscribe(listener: () => void): () => void
  /** Forgets scripts and log, and declines what waits. State stays. */
  reset(): void
  /** Stops listening to other tabs, and declines what waits. */
  close(): void
}
