import type { HeadlessWallet, PendingRequest } from '@portico/testing'

/** The person behind a test wallet, whatever its chain. */
export interface Person {
  readonly info: Pick<HeadlessWallet['info'], 'name' | 'icon' | 'rdns'>
  readonly pending: readonly PendingRequest[]
  readonly state: { readonly locked: boolean; readonly permitted: readonly string[] }
  subscribe(listener: () => void): () => void
  approve(id?: number): void
  reject(id?: number): void
  setPolicy(policy: 'approve' | 'manual'): void
  setAccounts(at: number): void
  disconnect(options: { readonly origin: string }): void
  lock(): void
  unlock(): void
}

/** A choice in a wallet: networks, where it is on one of several. */
export interface Choice {
  readonly value: string
  readonly label: string
  readonly detail: string
}

/** A test wallet, as the panel plays it. */
export interface TestWallet {
  readonly person: Person
  /** An address of each account. A wallet with several addresses for an account names the one that is used most. */
  readonly accounts: readonly string[]
  /** Position of the account in use. */
  accountInUse(): number | undefined
  /** Where a wallet is on one network at a time, and knows several. */
  readonly networks?: {
    list(): readonly Choice[]
    inUse(): string
    choose(value: string): void
  }
}
