import type { NetworkId } from '../../kit/caip/ids.js'
import type { Call } from '../calls/capability.js'

/** What the call of a swap says of money, in the smallest units. */
export interface SwapMeaning {
  /** What it takes: a token's contract; undefined is the network's own coin. */
  readonly from: string | undefined
  /** What it gives; undefined is the network's own coin. */
  readonly to: string | undefined
  /** How much it takes. */
  readonly units: bigint
  /** What it gives at the least: with less it does nothing. */
  readonly minimum: bigint
  /** Who gets it. */
  readonly recipient: string
}

/** What it takes to swap safely. A view asks for the capability, never for the namespace's name. */
export interface Swaps {
  /** Contracts that are known to swap as they are told, and take nothing else: only these may be allowed to take a token (S18). */
  getRouters?: (request: { networkId: NetworkId }) => Promise<readonly string[]>
  /** What a call says; undefined where it is no swap that is known, or is not to be read beyond doubt. */
  readSwap?: (request: { call: Call; networkId: NetworkId }) => Promise<SwapMeaning | undefined>
  /** How much of a token `spender` may take from an address now. */
  getAllowance?: (request: { token: string; address: string; spender: string; networkId: NetworkId }) => Promise<bigint>
  /** The call that lets `spender` take exactly `units` of a token. */
  writeApproval?: (request: { token: string; spender: string; units: bigint }) => Promise<Call>
  /**
   * What a whole transaction says, on a chain whose swaps are one (Solana); undefined where it is not a swap of these tokens by this
   * address, or does anything beside it.
   */
  readSwapTransaction?: (request: {
    transaction: Uint8Array
    address: string
    networkId: NetworkId
    /** What was ordered; undefined is the network's own coin. */
    from: string | undefined
    to: string | undefined
  }) => Promise<SwapMeaning | undefined>
  /** Has the chain try such a transaction, and changes nothing. @throws TransactionRevertedError where it fails, or does not do as it says */
  simulateSwap?: (request: { transaction: Uint8Array; networkId: NetworkId; meaning: SwapMeaning }) => Promise<void>
  /** Has the chain try calls of an address, one after the other, and changes nothing. @throws TransactionRevertedError */
  simulate?: (request: { address: string; networkId: NetworkId; calls: readonly Call[] }) => Promise<void>
  /**
   * What a transaction with one swap has given an account, in the smallest units; undefined where the chain does not say it beyond doubt.
   * @throws EndpointError
   */
  readReceived?: (request: {
    hash: string
    /** What was bought; undefined is the network's own coin. */
    token: string | undefined
    address: string
    router: string
    networkId: NetworkId
  }) => Promise<bigint | undefined>
}

declare module '../../adapter.js' {
  interface Adapter extends Swaps {}
}
