import { z } from 'zod'

/** CAIP-2: `eip155:1`. */
export const chainId = z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/)

/** CAIP-10: `eip155:1:0x…`. */
export const accountId = z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}:[-.%a-zA-Z0-9]{1,128}$/)

/** An amount in whole units, written out: `1.5`. Never a JavaScript number, and never with an exponent. */
export const decimal = z.string().regex(/^\d+(\.\d+)?$/)

/**
 * How many decimals a source says that a token has, as a number or as text. The contract's own word may be anything up to 2^256 - 1: what
 * no token can have (ERC-20: up to 255) counts as none, so that one token makes no answer unreadable.
 */
export const tokenDecimals = z
  .union([z.int(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.int().min(0).max(255))
  .catch(0)

/** Characters of a page's cursor at the most, as our own client has it. Solana's names a place in each of 17 lists: 3,200. */
const longestCursor = 4096
export const pageCursor = z.string().max(longestCursor, `must have at most ${longestCursor} characters`)

const flags = z.object({ is_spam: z.boolean() })

/** A token that an account holds. Those without decimals are left out by clients. */
export const balance = z.object({
  name: z.string(),
  symbol: z.string(),
  chainId,
  /** CAIP-10 of the token's contract. A chain's own coin has none. */
  address: z.optional(accountId),
  /** What it is worth altogether. Absent where no price is known. */
  value: z.optional(z.number().nonnegative()),
  /** Of one whole token. 0 where none is known: existing clients count with it. */
  price: z.number().nonnegative(),
  quantity: z.object({ decimals: z.string().regex(/^\d{1,3}$/), numeric: decimal }),
  /** Empty where there is none. */
  iconUrl: z.string(),
  /** Where the source judges tokens. Existing clients don't know it. */
  flags: z.optional(flags),
})
export type Balance = z.output<typeof balance>

/** `GET /v1/account/{address}/balance` */
export const balanceAnswer = z.object({ balances: z.array(balance) })

const direction = z.enum(['in', 'out', 'self'])
const picture = z.object({ url: z.string(), content_type: z.nullable(z.string()) })
const content = z.object({ preview: z.nullable(picture), detail: z.nullable(picture) })

const fungibleTransfer = z.object({
  fungible_info: z.object({
    name: z.string(),
    symbol: z.string(),
    icon: z.nullable(z.object({ url: z.string() })),
    /** CAIP-10 of the contract; absent of a chain's own coin. Existing clients know neither field. */
    address: z.optional(accountId),
    flags: z.optional(flags),
  }),
  direction,
  quantity: z.object({ numeric: decimal }),
  value: z.nullable(z.number()),
  price: z.nullable(z.number()),
  /** The other side of this transfer. */
  sender: z.optional(z.string()),
  recipient: z.optional(z.string()),
})

const nftTransfer = z.object({
  nft_info: z.object({
    name: z.string(),
    content: z.nullable(content),
    flags,
    /** CAIP-10 of the collection, and the id in it. */
    address: z.optional(accountId),
    token_id: z.optional(z.string()),
  }),
  direction,
  quantity: z.object({ numeric: decimal }),
  value: z.nullable(z.number()),
  price: z.nullable(z.number()),
  sender: z.optional(z.string()),
  recipient: z.optional(z.string()),
})

export const historyTransfer = z.union([fungibleTransfer, nftTransfer])
export type HistoryTransfer = z.output<typeof historyTransfer>

/** What a transaction was for the account that asks. */
export const operationType = z.enum([
  'approve',
  'bought',
  'borrow',
  'burn',
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
])
export type OperationType = z.output<typeof operationType>

export const historyRow = z.object({
  /** The same for the same transaction and account, whoever tells it. */
  id: z.string().min(1),
  metadata: z.object({
    operationType,
    hash: z.string(),
    /** RFC 3339. */
    minedAt: z.iso.datetime({ offset: true }),
    sentFrom: z.string(),
    sentTo: z.string(),
    status: z.enum(['confirmed', 'failed', 'pending']),
    nonce: z.int().nonnegative(),
    chain: chainId,
    application: z.object({ name: z.nullable(z.string()), iconUrl: z.nullable(z.string()) }),
    /** In the chain's own coin. Absent where the source does not tell. */
    fee: z.optional(z.object({ numeric: decimal, symbol: z.string() })),
  }),
  /** Never empty: existing clients take a row without transfers for spam. */
  transfers: z.array(historyTransfer).min(1),
})
export type HistoryRow = z.output<typeof historyRow>

/** What a source can't show, said so that nobody takes silence for 'there was nothing'. */
export const missing = z.enum(['internal-transfers', 'older-rows'])

/** `GET /v1/account/{address}/history`, newest first. */
export const historyPage = z.object({
  data: z.array(historyRow),
  /** Opaque. Null after the last page. */
  next: z.nullable(z.string()),
  missing: z.optional(z.array(missing)),
})
export type HistoryPage = z.output<typeof historyPage>

/** `POST /v1/fungible/price` */
export const priceAnswer = z.object({
  fungibles: z.array(
    z.object({ address: z.string(), name: z.string(), symbol: z.string(), iconUrl: z.string(), price: z.number().nonnegative() }),
  ),
})
export type PriceAnswer = z.output<typeof priceAnswer>

export const nft = z.object({
  /** CAIP-19: `eip155:1/erc721:0x…/1`. */
  id: z.string(),
  chainId,
  standard: z.enum(['erc721', 'erc1155', 'spl', 'compressed', 'ordinal']),
  /** CAIP-10 of the collection. */
  address: accountId,
  tokenId: z.string(),
  /** How many the account holds: whole, written out. */
  quantity: z.string().regex(/^\d+$/),
  /** Text of whoever made it: to be shown as such. */
  name: z.string(),
  collection: z.object({ name: z.string(), symbol: z.string() }),
  /** Addresses of pictures below the gateway alone. Null where there is none. */
  content: z.nullable(content),
  flags,
})
export type Nft = z.output<typeof nft>

/** `GET /v1/account/{address}/nfts` */
export const nftPage = z.object({ data: z.array(nft), next: z.nullable(z.string()) })
export type NftPage = z.output<typeof nftPage>

/** `GET /v1/identity/{address}` */
export const identityAnswer = z.object({ name: z.nullable(z.string()), avatar: z.nullable(z.string()) })
export type IdentityAnswer = z.output<typeof identityAnswer>

/** `GET /v1/supported-chains` */
export const supportedChainsAnswer = z.object({ http: z.array(chainId), ws: z.array(chainId) })
