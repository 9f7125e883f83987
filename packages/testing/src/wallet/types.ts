import type { Address, Hex } from 'viem'
import type { Behaviour } from './behaviours.js'

/** What EIP-1193 sends to a provider. */
export interface RequestArguments {
  readonly method: string
  readonly params?: unknown
}

/** The provider of EIP-1193. Every value that comes out of it is `unknown`, as it is to a site. */
export interface Eip1193Provider {
  request(request: RequestArguments): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): unknown
  removeListener(event: string, listener: (payload: unknown) => void): unknown
}

/** What a wallet says about itself when it announces itself (EIP-6963). */
export interface WalletInfo {
  /** UUIDv4, new for every wallet unless one is given. */
  readonly uuid: string
  readonly name: string
  /** Data URI of a square picture. */
  readonly icon: string
  /** Reverse domain name, for example `com.example.wallet`. */
  readonly rdns: string
}

/** Where a wallet keeps what it remembers: the part of `Storage` that is used. */
export interface WalletStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

/** Who decides when nothing is scripted: `approve` says yes at once, `manual` waits for `approve` or `reject`. */
export type ApprovalPolicy = 'approve' | 'manual'

export interface WalletOptions extends Partial<WalletInfo> {
  /** The chains that the wallet knows: chain id to the URL of a node. */
  readonly chains: Readonly<Record<number, string>>
  /** The chain it starts on. Default: the first of `chains`. */
  readonly chainId?: number
  /** Its keys. Default: the first `count` accounts of `TEST_MNEMONIC`. */
  readonly privateKeys?: Hex | readonly Hex[]
  /** Its keys as BIP-39 words, derived along m/44'/60'/0'/0/n. */
  readonly mnemonic?: string
  /** How many accounts to derive from words. Default: 1. */
  readonly count?: number
  /** Default: `approve`. */
  readonly policy?: ApprovalPolicy
  /** Starts locked: `eth_accounts` is empty, and requests for the person wait for `unlock()`. */
  readonly locked?: boolean
  /** Origins that are connected from the start; `true` is this wallet's own `origin`. */
  readonly connected?: true | readonly string[]
  /** Properties that wallets put on their provider, such as `isMetaMask`. */
  readonly flags?: Readonly<Record<string, unknown>>
  /** `false`: `wallet_switchEthereumChain` is answered with 4200. */
  readonly supportsSwitch?: boolean
  /** `false`: `wallet_addEthereumChain` is answered with 4200. */
  readonly supportsAdd?: boolean
  /**
   * What it knows of batches (EIP-5792). `supported` and `ready` send a batch in one transaction, the account lent the code of
   * Multicall3 (EIP-7702) until the transaction after it, which stands at its usual address or nothing happens: an account for test
   * chains alone, since that code obeys everybody. `ready` asks for the upgrade first. `none`: its methods are answered with 4200. Default: `unsupported`, one
   * transaction after the other.
   */
  readonly batches?: 'supported' | 'ready' | 'unsupported' | 'none'
  /** The site that calls `request` of the wallet itself. Default: that of the page, else `http://localhost`. */
  readonly origin?: string
  /** Keeps permissions, chain and account over a reload. `local` is shared by all tabs, which then follow each other. */
  readonly persist?: 'session' | 'local' | WalletStorage
  /** The way to the nodes. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

/** What the wallet knows now. A new object at each change, so that it can be a React snapshot. */
export interface WalletState {
  readonly chainId: number
  /** Chain id to node URL: those of the options and those that sites added. */
  readonly chains: Readonly<Record<number, string>>
  /** The accounts that connected sites see, the active one first. */
  readonly exposed: readonly Address[]
  /** The origins that may see them. */
  readonly permitted: readonly string[]
  readonly locked: boolean
  /** `false`: cut off from all chains, everything is answered with 4900. */
  readonly online: boolean
  readonly policy: ApprovalPolicy
}

/** A request as it arrived. */
export interface WalletRequest {
  /** Counts up from 1. */
  readonly id: number
  readonly method: string
  readonly params: unknown
  /** The site that asked. */
  readonly origin: string
}

/** A request that waits for the person. */
export interface PendingRequest extends WalletRequest {
  /** One sentence in English that says what would happen. */
  readonly summary: string
}

/** A method's name, or a test of the whole request. */
export type RequestMatch = string | ((request: WalletRequest) => boolean)

/** An event on its way to sites, and which of them may hear it. */
export interface WalletEvent {
  readonly event: string
  readonly payload: unknown
  readonly isFor: (origin: string) => boolean
}

/** A wallet without a window: the provider that sites see, and the person and the script behind it. */
export interface HeadlessWallet extends Eip1193Provider {
  readonly info: WalletInfo
  /** What a page gets: EIP-1193 and the flags, nothing else. */
  readonly provider: Eip1193Provider
  /** All accounts that the wallet has keys for. */
  readonly accounts: readonly Address[]
  readonly state: WalletState
  /** Requests that wait for the person, oldest first. A new array at each change. */
  readonly pending: readonly PendingRequest[]
  /** The last 1000 requests as they arrived, whatever became of them. */
  readonly log: readonly WalletRequest[]

  /** The provider as another site sees it. */
  port(origin: string): Eip1193Provider

  /**
   * Says what happens to the next requests that match, one behaviour each, in order; afterwards the policy decides again.
   * Scripts made earlier come first. Returns a function that takes the rest back.
   */
  script(match: RequestMatch, ...behaviours: readonly Behaviour[]): () => void

  /** The person agrees: to the request with this id, else to the oldest. @throws when none waits */
  approve(id?: number): void
  /** The person declines: 4001, or the error given. @throws when none waits */
  reject(id?: number, error?: unknown): void
  /** The next request that waits for the person; one that waits already counts. @throws after `timeout` ms (default 5000) */
  waitFor(match?: RequestMatch, options?: { readonly timeout?: number }): Promise<PendingRequest>

  setPolicy(policy: ApprovalPolicy): void
  /** The person picks accounts: one by its index, or several by address, the active one first. None hides all. */
  setAccounts(accounts: number | readonly Address[]): void
  /** The person picks a chain. @throws when the wallet does not know it */
  switchChain(chainId: number): void
  /** The person cuts off one site, or all: permission is gone. `event` also sends `disconnect` with 4900. */
  disconnect(options?: { readonly origin?: string; readonly event?: boolean }): void
  lock(): void
  unlock(): void
  /** Loses or finds its chains again: `disconnect` with 4900, or `connect`. */
  setOnline(online: boolean): void
  /** Sends any event with any payload to every site, true or not. */
  emit(event: string, payload?: unknown): void

  /** Calls back whenever `state`, `pending` or `log` changes. Returns the way to stop. */
  subscribe(listener: () => void): () => void
  /** Hears every event with its audience, for those that carry it elsewhere. Returns the way to stop. */
  listen(listener: (event: WalletEvent) => void): () => void

  /** Forgets scripts and log, and declines what waits. State stays. */
  reset(): void
  /** Stops listening to other tabs, and declines what waits. */
  close(): void
}
