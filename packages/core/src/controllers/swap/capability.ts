import type { NetworkId } from '../../kit/caip/ids.js'
import type { Call } from '../calls/capability.js'
import type { TypedData } from '../sign/capability.js'

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

/** A signature for Permit2 (https://docs.uniswap.org/contracts/permit2/overview) that a swap is paid by, as a service proposes it. */
export interface SwapPermit {
  /** Who may take the token with it, once. */
  readonly spender: string
  /** Tells it from other signatures of the account: each counts once. */
  readonly nonce: bigint
  /** Until when it counts, in seconds since 1970. */
  readonly deadline: bigint
}

/** A swap that is signed, as it was read. */
export interface ReadTrade {
  readonly meaning: SwapMeaning
  /** Until when it counts, in seconds since 1970. */
  readonly deadline: bigint
  /** The same, written anew. */
  readonly typedData: TypedData
  /** Who has to be allowed to take what is paid. */
  readonly contract: string
  /** Who swaps. */
  readonly router: string
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
   * What the call of a swap gives that is paid by a permit, which is not in it yet; undefined where it goes to another contract than the
   * permit's spender, to one that might take more or keep what comes out, or is not to be read beyond doubt.
   */
  readPermittedSwap?: (request: {
    call: Call
    permit: SwapPermit
    networkId: NetworkId
  }) => Promise<Omit<SwapMeaning, 'from' | 'units'> | undefined>
  /** What is signed so that the permit's spender may take exactly `units` of a token, once, and the contract that has to be allowed to take it. */
  writePermit?: (request: {
    token: string
    units: bigint
    permit: SwapPermit
    networkId: NetworkId
  }) => Promise<{ readonly typedData: TypedData; readonly contract: string }>
  /**
   * What a swap says that is signed, and that a service sends and pays for; undefined where it is none that is known, or is written in
   * another way.
   */
  readTrade?: (request: { trade: unknown; networkId: NetworkId }) => Promise<ReadTrade | undefined>
  /** A call with the permit's signature in it. */
  attachPermit?: (request: { call: Call; signature: string }) => Promise<Call>
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
