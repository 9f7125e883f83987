import type { NetworkId } from '../../kit/caip/ids.js'

/** A token that an account holds. `units` in the token's smallest unit. */
export interface TokenBalance {
  /** Address of the token: contract or mint. */
  readonly address: string
  /** Short names and names are a token's own words: untrusted text. Empty where the chain knows none. */
  readonly symbol: string
  readonly name?: string
  readonly units: bigint
  readonly decimals: number
}

/** What an address holds beside the native currency. A view asks for the capability, never for the namespace's name. */
export interface Balances {
  /** Tokens that an address holds. */
  getTokenBalances?: (request: { address: string; networkId: NetworkId; signal?: AbortSignal }) => Promise<readonly TokenBalance[]>
  /** One token by its address, and how much of it an address holds, 0 as well; undefined where there is no such token. */
  getToken?: (request: { address: string; token: string; networkId: NetworkId; signal?: AbortSignal }) => Promise<TokenBalance | undefined>
}

declare module '../../adapter.js' {
  interface Adapter extends Balances {}
}
