import type { Behaviour } from '../wallet/behaviours.js'
import type {
  ApprovalPolicy,
  Eip1193Provider,
  PendingRequest,
  RequestMatch,
  WalletEvent,
  WalletInfo,
  WalletRequest,
  WalletStorage,
} from '../wallet/types.js'

/** What every wallet is made with, whatever its chain. */
export interface PersonOptions extends Partial<WalletInfo> {
  /** How many accounts it has. Default: 1. */
  readonly accounts?: number
  /** How many of them a connected site sees, the active one first. Default: 1. */
  readonly accountsShown?: number
  /** Default: `approve`. */
  readonly policy?: ApprovalPolicy
  /** Starts locked: sites see no accounts, and requests for the person wait for `unlock()`. */
  readonly locked?: boolean
  /** Origins that are connected from the start; `true` is this wallet's own `origin`. */
  readonly connected?: true | readonly string[]
  /** The site that the wallet's own face belongs to. Default: that of the page, else `http://localhost`. */
  readonly origin?: string
  /** Keeps permissions and accounts over a reload. `local` is shared by all tabs, which then follow each other. */
  readonly persist?: 'session' | 'local' | WalletStorage
}

/** What the wallet knows now. A new object at each change, so that it can be a React snapshot. */
export interface PersonState {
  /** How many accounts there are. */
  readonly count: number
  /** The accounts that connected sites see, by index, the active one first. */
  readonly exposed: readonly number[]
  /** The origins that may see them. */
  readonly permitted: readonly string[]
  readonly locked: boolean
  /** `false`: cut off from all chains, everything is answered with 4900. */
  readonly online: boolean
  readonly policy: ApprovalPolicy
}

/** The person and the script behind a wallet, in the words of the EVM wallet. */
export interface HeadlessPerson<State extends PersonState = PersonState> {
  readonly info: WalletInfo
  readonly state: State
  /** Requests that wait for the person, oldest first. A new array at each change. */
  readonly pending: readonly PendingRequest[]
  /** The last 1000 requests as they arrived, whatever became of them. */
  readonly log: readonly WalletRequest[]

  /** The way in for another site: requests under its origin, and the events that are for it. */
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
  /** The person picks what sites see: one account by its index, or several, the active one first. None hides all. */
  setAccounts(accounts: number | readonly number[]): void
  /** The person makes this account the active one: it comes first, and the others follow as far as sites see several. */
  selectAccount(index: number): void
  /** The person makes one more account. Sites see it while they see fewer than `accountsShown`. @returns its index */
  addAccount(): number
  /** The person cuts off one site, or all: permission is gone, and so are the accounts. */
  disconnect(options?: { readonly origin?: string }): void
  /** {@link disconnect} with the origin alone. */
  forget(origin?: string): void
  lock(): void
  unlock(): void
  /** Loses or finds its chains again: while it is offline, everything is answered with 4900. */
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
