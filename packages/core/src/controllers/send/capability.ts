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
  /** What to pay, in satoshi for each virtual byte (Bitcoin). Default: the standard rate of the moment. */
  readonly feeRate?: number
}

/** What a transaction costs on a chain that sells its space by size, in satoshi for each virtual byte. */
export interface FeeRates {
  readonly slow: number
  readonly standard: number
  readonly fast: number
}

/** The eight commitments that a Solana preflight may ask for. */
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

/** The price of a transaction before it is sent. All amounts in the smallest unit of the native currency. */
export interface FeeEstimate {
  /** What it will likely cost. */
  readonly expected: bigint
  /** What it can cost at the most. */
  readonly maximum: bigint
}

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
  /** Waits for one confirmation, 180 s at the most (R20). @throws ReceiptTimeoutError */
  waitForReceipt?: (request: { hash: string; networkId: NetworkId; signal?: AbortSignal }) => Promise<Receipt>
  /** What a transaction costs now, on a chain that sells its space by size. */
  getFeeRates?: (request: { networkId: NetworkId; signal?: AbortSignal }) => Promise<FeeRates>
  /** Signs a serialised Solana transaction and sends it. Resolves with its signature (base58) as soon as it is sent. */
  signAndSendTransaction?: (request: AccountTarget & { transaction: Uint8Array; options?: SendOptions }) => Promise<string>
  /**
   * What a payment code for an address says: EIP-681, BIP-21 or Solana Pay. Without a network, it is good on all of the namespace.
   */
  paymentUri?: (request: { address: string; networkId?: NetworkId }) => string
}

declare module '../../adapter.js' {
  interface Adapter extends Sending {}
}
