import type { AccountTarget } from '../../adapter.js'
import type { NetworkId } from '../../kit/caip/ids.js'

/** A transfer or contract call. */
export interface TransactionRequest extends AccountTarget {
  readonly to: string
  /** In the smallest unit (wei, lamport, satoshi). */
  readonly value?: bigint
  /** Call data as 0x hex (EVM). */
  readonly data?: string
  /** Address of a token (SPL mint). `value` is then in the token's smallest unit. Left out: the native currency. */
  readonly token?: string
  /** One item of a collection, which `token` is the contract of (ERC-721, ERC-1155). `value` is then how many of it; default 1. */
  readonly tokenId?: bigint
  /** A text that stands beside the transfer for everybody to read (Solana Pay `memo`). */
  readonly memo?: string
  /** Addresses by which whoever is paid finds the transfer: they are named in it, and get nothing (Solana Pay `reference`). */
  readonly references?: readonly string[]
  /** What to pay, in satoshi for each virtual byte (Bitcoin). Default: the standard rate of the moment. */
  readonly feeRate?: number
  /** How fast it should be, where `getFeeSpeeds` says that it can be chosen. Left out: on Solana `standard`, else as the wallet means. */
  readonly speed?: FeeSpeed
}

/** What a transaction costs on a chain that sells its space by size, in satoshi for each virtual byte. */
export interface FeeRates {
  readonly slow: number
  readonly standard: number
  readonly fast: number
}

export type FeeSpeed = keyof FeeRates

/** A speed at which a transaction can be sent. */
export interface SpeedChoice {
  readonly speed: FeeSpeed
  /** About how long it is until a block takes it in, in seconds; left out where nobody can tell. */
  readonly seconds?: number
}

/**
 * The eight commitments that a Solana preflight may ask for.
 * @example const commitment = preflightCommitments.find((known) => known === said) ?? 'confirmed'
 */
export const preflightCommitments = ['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'] as const

export type PreflightCommitment = (typeof preflightCommitments)[number]

/** How a signed Solana transaction is sent. */
export interface SendOptions {
  readonly preflightCommitment?: PreflightCommitment
  readonly skipPreflight?: boolean
  /** How often the node sends it on. */
  readonly maxRetries?: number
  /** The lowest slot at which the request may be answered. */
  readonly minContextSlot?: number
}

/** The price of a transaction before it is sent. */
export interface FeeEstimate {
  /** What it will likely cost, in the smallest unit of the native currency. */
  readonly expected: bigint
  /** What it can cost at the most, in the smallest unit of the native currency. */
  readonly maximum: bigint
  /** Somebody else would pay, as the wallet says: nothing is taken of the account. Nobody is bound to it until the wallet is asked. */
  readonly sponsored?: true
  /** What the token itself keeps of the amount, in its own smallest unit: the recipient gets the rest. Left out where it has no such fee. */
  readonly withheld?: bigint
}

/** What becomes of a transaction that waits: the same again at a higher fee, or nothing. */
export type Replace = 'speedUp' | 'cancel'

export interface ReplaceRequest extends AccountTarget {
  /** Of the one that waits. */
  readonly hash: string
  readonly how: Replace
}

/**
 * What there is at an address: a person's account, a contract or program, a token, to which nothing should be sent, or nobody at all
 * (`burn`): no key leads to it.
 */
export type RecipientKind = 'account' | 'contract' | 'token' | 'burn'

/** What became of a transaction. */
export interface Receipt {
  readonly hash: string
  /** `replaced`: another transaction of the same sender and nonce took its place; `repriced`: the same one at another fee. */
  readonly outcome: 'success' | 'reverted' | 'replaced' | 'repriced' | 'cancelled'
  /** Hash of the transaction that was mined in its place. */
  readonly minedHash: string
  readonly blockNumber: bigint
}

/** What it takes to send, and to be sent to. A view asks for the capability, never for the namespace's name. */
export interface Sending {
  estimateFee?: (request: TransactionRequest) => Promise<FeeEstimate>
  /** Resolves with the hash as soon as the wallet has sent it. */
  sendTransaction?: (request: TransactionRequest) => Promise<string>
  /**
   * Has the wallet send a transaction that takes the place of one that waits for a block: the same nonce, higher fees (EVM). Resolves
   * with its hash. Only of a wallet that keeps to the nonce that it is handed.
   * @throws TransactionNotPendingError
   */
  replaceTransaction?: (request: ReplaceRequest) => Promise<string>
  /** Waits for one confirmation, 180 s at the most (R20). @throws ReceiptTimeoutError */
  waitForReceipt?: (request: { hash: string; networkId: NetworkId; signal?: AbortSignal }) => Promise<Receipt>
  /** What a transaction costs now, on a chain that sells its space by size. */
  getFeeRates?: (request: { networkId: NetworkId; signal?: AbortSignal }) => Promise<FeeRates>
  /**
   * At which speeds a transaction can be sent on a network now, the slowest first; none where there is no choice, as for the smart account of
   * `address`, whose wallet sets the price.
   */
  getFeeSpeeds?: (request: { networkId: NetworkId; address?: string; signal?: AbortSignal }) => Promise<readonly SpeedChoice[]>
  /** Signs a serialised Solana transaction and sends it. Resolves with its signature (base58) as soon as it is sent. */
  signAndSendTransaction?: (request: AccountTarget & { transaction: Uint8Array; options?: SendOptions }) => Promise<string>
  /** An address of the chain family in its usual form; undefined for any other text. Asks nobody. */
  readAddress?: (request: { text: string; networkId: NetworkId }) => Promise<string | undefined>
  /** What there is at an address. */
  inspectRecipient?: (request: { address: string; networkId: NetworkId; signal?: AbortSignal }) => Promise<RecipientKind>
  /**
   * The most of the native currency that an account can send and still pay for it, in the smallest unit; 0 where it cannot even pay.
   * @param request `to` is left out while nobody is chosen yet; `gas` is what a call takes that is no plain transfer (EVM)
   */
  getMaximum?: (
    request: Omit<TransactionRequest, 'to' | 'value' | 'data' | 'token'> & { readonly to?: string; readonly gas?: bigint },
  ) => Promise<bigint>
  /** How many of one item of a collection an address holds (ERC-721, ERC-1155); 0 where there is no such item. */
  getItemUnits?: (request: { address: string; token: string; tokenId: bigint; networkId: NetworkId }) => Promise<bigint>
  /**
   * What a payment code for an address says: EIP-681, BIP-21 or Solana Pay. Without a network, it is good on all of the namespace.
   */
  paymentUri?: (request: { address: string; networkId?: NetworkId }) => string
}

declare module '../../adapter.js' {
  interface Adapter extends Sending {}
}
