import type { WalletRecord } from '../../portico/options.js'
import { defineStore } from '../../kit/store.js'

export interface KnownWallets {
  /** By id: what was fetched, and what was registered. */
  readonly records: ReadonlyMap<string, WalletRecord>
  /** By id: what was registered, as it was. */
  readonly registered: ReadonlyMap<string, WalletRecord>
  /** Ids that the directory answered for. */
  readonly fetched: ReadonlySet<string>
}

/**
 * Wallets that have been heard of so far, beside those of `options.wallets`. Nothing of it is kept beyond the page.
 * @example const wallet = walletStore(portico).getState().records.get(walletId) // undefined: not heard of so far
 */
export const walletStore = defineStore<KnownWallets>('wallets', () => ({ records: new Map(), registered: new Map(), fetched: new Set() }))
