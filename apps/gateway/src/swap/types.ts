import type { Log } from '@portico/service'
import type { Hex } from 'viem'
import type { Chain } from '../chains/chains.js'
import type { Node } from '../rpc/node.js'
import type { SwapDefaults } from './defaults.js'
import type { SwapProviderOptions } from './settings.js'
import type { TradeData } from './trade.js'

/** The chain's own coin among tokens, which are addresses as the chain writes them. */
export const native = 'native'

/** What is to be swapped. Amounts in the smallest unit. */
export interface SwapRequest {
  readonly from: string
  readonly to: string
  readonly amount: bigint
  readonly user: string
  /** How much less than quoted may come out, in hundredths of a per cent. */
  readonly slippage: number
  /** Wei for a unit of gas, by which gas is weighed against what comes out. */
  readonly gasPrice: bigint
  /** The one contract that may take the token; any, unless told. */
  readonly spender?: string | undefined
  readonly signal: AbortSignal
}

export interface SwapFee {
  readonly name: string
  readonly amount: bigint
  /** `native`, or an address. */
  readonly token: string
  /** Whether it is off what comes out already. Else it is paid on top. */
  readonly included: boolean
}

export interface SwapQuote {
  readonly amountOut: bigint
  readonly minOut: bigint
  /** Who takes the token; null for the chain's own coin, which needs no allowance. */
  readonly spender: string | null
  /** Where the transaction goes; null where only the transaction tells. */
  readonly target: string | null
  /** Tokens of the best part, both ends among them. */
  readonly path: readonly string[]
  /** What is lost because the amount moves the price, against the marginal price of the same path; undefined where nobody tells. */
  readonly impact: string | undefined
  readonly fees: readonly SwapFee[]
  /** Units. */
  readonly gas: bigint
  /** What the gas costs in units of `to`; undefined where the provider doesn't know. */
  readonly gasCost?: bigint | undefined
  /** By which its provider builds it again: at most 150 of a-z, 0-9, `-`, `_` and `.`. */
  readonly plan: string
}

/** A signature for Permit2 that has to be put behind a transaction's data, with its length in 32 bytes before it. */
export interface SwapPermit {
  /** Who takes the token with it: exactly the amount, once. */
  readonly spender: string
  readonly nonce: bigint
  /** Seconds since 1970. */
  readonly deadline: bigint
}

/** A swap that the visitor signs, and its provider sends and pays for: EIP-712 typed data. */
export interface SwapTrade {
  readonly typedData: TradeData
  readonly minOut: bigint
  /** Who has to be allowed to take the token. */
  readonly spender: string
}

/** How far a trade is that was handed in. `hash`: of its transaction, as soon as there is one. */
export interface TradeProgress {
  readonly status: 'pending' | 'done' | 'failed'
  readonly hash: string | undefined
}

export interface SwapTransaction {
  readonly permit2?: SwapPermit
  readonly to: string
  readonly data: string
  readonly value: bigint
  readonly gas: bigint
  readonly minOut: bigint
  readonly spender: string | null
}

/**
 * Who swaps on one chain. Nothing is remembered between a quote and its transaction: several gateways stand for each other.
 */
export interface SwapProvider {
  /** Its kind in the configuration, such as `onchain`. */
  readonly kind: string
  /** The visitor has to sign for its transactions, which clients that ask for none by its quote do not know: those get another's. */
  readonly isSigned?: true
  /** The contracts that may take tokens here, the usual one first. @throws ProviderError */
  readonly spenders: () => Promise<readonly string[]>
  /** The best that it has. @throws SwapRefusedError, ProviderError */
  readonly quote: (request: SwapRequest) => Promise<SwapQuote>
  /** @param plan of its quote @throws SwapRefusedError, ProviderError */
  readonly build: (request: SwapRequest, plan: string) => Promise<SwapTransaction | SwapTrade>
  /** Of a provider whose swaps are trades. */
  readonly trades?: {
    /** Hands a signed trade in. @returns by what it is asked about @throws ProviderError */
    readonly submit: (typedData: TradeData, signature: Hex, signal: AbortSignal) => Promise<string>
    /** @throws ProviderError */
    readonly read: (id: string, signal: AbortSignal) => Promise<TradeProgress>
  }
}

/** Where swaps of a chain can go by, and which fees its pools have. */
export interface SwapContracts extends SwapDefaults {
  readonly fees: readonly number[]
}

/** What a provider is made of. */
export interface SwapProviderParameters {
  readonly chain: Chain
  readonly contracts: SwapContracts
  /** Its entry in the list. */
  readonly options: SwapProviderOptions
  readonly node: Node
  readonly fetch: typeof fetch
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

/** @throws OptionsError for options that it can't be made of */
export type SwapProviderFactory = (parameters: SwapProviderParameters) => SwapProvider

/** What has to come out at the least. */
export const leastOf = (amountOut: bigint, slippage: number): bigint => (amountOut * BigInt(10_000 - slippage)) / 10_000n
