import type { NetworkId } from '../../kit/caip/ids.js'

/** A transaction of an account's past, as its chain tells it. Amounts in the smallest unit of the native currency. */
export interface AccountTransaction {
  readonly hash: string
  /** What it did to the balance: negative when it took. The fee is in it where the account paid one. */
  readonly change: bigint
  readonly fee?: bigint
  /** Seconds since 1970; undefined while it waits. */
  readonly time?: number
  /** Undefined while it waits. */
  readonly blockNumber?: bigint
}

/** The past of an address. A view asks for the capability, never for the namespace's name. */
export interface Activity {
  /** The newest transactions of an address first, a page at a time. `cursor` from the page before. */
  getTransactions?: (request: {
    address: string
    networkId: NetworkId
    cursor?: string
    signal?: AbortSignal
  }) => Promise<{ transactions: readonly AccountTransaction[]; cursor?: string }>
}

declare module '../../adapter.js' {
  interface Adapter extends Activity {}
}
