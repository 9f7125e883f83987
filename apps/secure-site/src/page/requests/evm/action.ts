import type { Address, Hex } from 'viem'

/** Something that is given or taken in an order. */
export interface OrderItem {
  /** The native currency has none. */
  readonly token?: Address
  readonly amount: bigint
  /** Of an NFT. */
  readonly tokenId?: bigint
  /** Any item of the collection, or of a list of them: the other side of the order picks it. */
  readonly picked?: true
}

/** When a permission ends: at a time, or with the block that it is given in. */
export type End = bigint | 'block'

/** Permit2 writes 0 for one that counts in the block that it is given in, and no longer. */
export const permit2End = (expiration: bigint): End => (expiration === 0n ? 'block' : expiration)

/** What a request would do, as read from its bytes alone. Amounts are in the smallest unit, times in seconds since 1970. */
export type Action =
  /** The native currency goes to somebody, without a call. */
  (
    | { readonly kind: 'native'; readonly to: Address; readonly amount: bigint }
    /** ERC-20 `transfer`, or `transferFrom`, whose amount is the id of an NFT where the contract is ERC-721. */
    | { readonly kind: 'transfer'; readonly token: Address; readonly from?: Address; readonly to: Address; readonly amount: bigint }
    | {
        readonly kind: 'nft'
        readonly collection: Address
        readonly from: Address
        readonly to: Address
        readonly tokenId: bigint
        readonly amount: bigint
      }
    /** A permission that a transaction gives. `add`: on top of what was allowed. */
    | {
        readonly kind: 'approve'
        readonly token: Address
        readonly spender: Address
        readonly amount: bigint
        readonly add?: true
        readonly until?: End
      }
    /** A permission that a signature gives, to whoever holds it. */
    | {
        readonly kind: 'permit'
        readonly token: Address
        readonly owner?: Address
        readonly spender: Address
        readonly amount: bigint | 'unlimited'
        readonly until?: End
      }
    | { readonly kind: 'approvalForAll'; readonly collection: Address; readonly operator: Address; readonly approved: boolean }
    | {
        readonly kind: 'order'
        readonly protocol: string
        readonly gives: readonly OrderItem[]
        readonly gets: readonly OrderItem[]
        readonly to?: Address
        readonly until?: bigint
      }
    /** Code of somebody else takes the account over (ERC-7702), or a delegate may act for it. */
    | { readonly kind: 'delegation'; readonly delegate: Address; readonly account?: Address }
    /** Somebody gets a say over a shared account. */
    | { readonly kind: 'control'; readonly account: Address; readonly what: string; readonly delegate: Address }
    /** What carrying it out may cost the account. To nobody in particular: to whoever does it. */
    | { readonly kind: 'pay'; readonly token?: Address; readonly to?: Address; readonly amount: bigint }
    /** A contract makes more of itself. */
    | { readonly kind: 'mint'; readonly token: Address; readonly to: Address; readonly amount: bigint }
    | {
        readonly kind: 'swap'
        readonly router: Address
        readonly gives: OrderItem
        /** At the least. */
        readonly gets: OrderItem
        readonly to: Address
        readonly until?: bigint
        /** As much of the native currency goes along: in the place of what is given, where that is the router's token for it. */
        readonly coins?: true
      }
    /** A function that is the same in many contracts, with its arguments by their names. */
    | {
        readonly kind: 'function'
        readonly to: Address
        readonly name: string
        readonly values: Readonly<Record<string, string>>
        readonly value: bigint
        /** It makes debts. */
        readonly grave?: true
      }
    | { readonly kind: 'call'; readonly to: Address; readonly selector: Hex; readonly value: bigint; readonly delegated?: true }
    | { readonly kind: 'deploy'; readonly size: number; readonly value: bigint }
  ) & {
    /** The account that does it, where it is not the one that signs: a shared account, or a smart one. */
    readonly by?: Address
  }

/** Contracts that are the same everywhere, and that a spender or a signature may name without being suspicious. */
export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const multicall3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
/** 0x's, where it holds allowances: the same on the networks of its API. */
export const allowanceHolder = '0x0000000000001fF3684f28c67538d4D072C22734'
export const seaports: readonly Address[] = [
  '0x00000000006c3852cbEf3e08E8dF289169EdE581',
  '0x00000000000001ad428e4906aE43D8F9852d0dD6',
  '0x00000000000000ADc04C56Bf30aC9d3c0aAF14dC',
  '0x0000000000000068F116a894984e2DB1123eB395',
]

const names: Readonly<Record<string, string>> = {
  [permit2.toLowerCase()]: 'Permit2',
  [multicall3.toLowerCase()]: 'Multicall3',
  ...Object.fromEntries(seaports.map((address) => [address.toLowerCase(), 'Seaport'])),
}

/** Name of a contract that stands at the same address everywhere; undefined for any other. */
export const wellKnownName = (address: string): string | undefined =>
  Object.hasOwn(names, address.toLowerCase()) ? names[address.toLowerCase()] : undefined
