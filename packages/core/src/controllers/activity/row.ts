import type { NetworkId } from '../../kit/caip/ids.js'
import type { Replace } from '../send/capability.js'

/**
 * What a transaction was for the account that looks at it.
 * @example const filter = operations.map((operation) => <option key={operation}>{operation}</option>)
 */
export const operations = [
  'approve',
  'bought',
  'borrow',
  'burn',
  'buy',
  'cancel',
  'claim',
  'deploy',
  'deposit',
  'execute',
  'mint',
  'receive',
  'repay',
  'send',
  'sell',
  'stake',
  'trade',
  'unstake',
  'withdraw',
] as const
export type Operation = (typeof operations)[number]

/** What moved in a transaction. Names and symbols are somebody's own words: untrusted text. */
export interface ActivityTransfer {
  readonly kind: 'token' | 'nft'
  readonly direction: 'in' | 'out' | 'self'
  readonly name: string
  /** Empty for an NFT. */
  readonly symbol: string
  /** As much of the smallest unit as was told, and to how many decimals. */
  readonly units: bigint
  readonly decimals: number
  /** What it was worth then, in 10⁻¹⁸ of the currency. */
  readonly value?: bigint
  /** Picture below the gateway. */
  readonly icon?: string
  /** Contract or mint; undefined for the network's own coin, and where nobody tells. */
  readonly address?: string
  readonly tokenId?: string
  readonly sender?: string
  readonly recipient?: string
  readonly spam: boolean
}

/** A line of an account's past. */
export interface ActivityRow {
  /** The same for the same transaction, on whichever page. */
  readonly id: string
  readonly networkId: NetworkId
  /** Empty of what was signed and nobody is known to have sent. */
  readonly hash: string
  readonly operation: Operation
  readonly status: 'confirmed' | 'failed' | 'pending'
  /** Milliseconds since 1970; of one that waits, when it was sent. */
  readonly minedAt: number
  readonly from: string
  readonly to: string
  readonly transfers: readonly ActivityTransfer[]
  /** In the network's own coin, as text: `0.000042` and its symbol. */
  readonly fee?: { readonly amount: string; readonly symbol: string }
  /** What it was done with. Untrusted text. */
  readonly application?: string
  /** What the site says that it does, of one that it told of with `addTransaction`. */
  readonly description?: string
  /** What became of one that was sent from here, where that is not what was sent. */
  readonly outcome?: 'replaced' | 'repriced' | 'cancelled'
  /** Hash of the one that was sent from here, in whose place this one was mined, or the key of the order that somebody else sent with it. */
  readonly inPlaceOf?: string
  /** What the visitor had sent in its place, while neither is in a block. */
  readonly replacing?: Replace
}
