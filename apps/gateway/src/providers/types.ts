import type { Log } from '@portico/service'
import type { Database } from '@portico/service/database'
import type { Chain } from '../chains/chains.js'
import type { Node } from '../rpc/node.js'
import type { Describe } from '../nfts/describe.js'
import type { Balance, HistoryPage, NftPage } from './wire.js'

/**
 * A source of what accounts of one chain own and did. A call that it does not have is asked of the next one in the chain's list;
 * so is one that it fails with a `ProviderError`. It answers in the shapes of the wire (`wire.ts`) and parses whatever it is told.
 */
export interface AccountProvider {
  /** Its kind in the configuration, such as `node` or `etherscan`. */
  readonly kind: string
  /** What an address holds, the chain's own coin first. Prices may be left at 0: they are looked up. @throws ProviderError */
  readonly balances?: (parameters: AccountParameters) => Promise<readonly Balance[]>
  /** A page of what an address did, newest first. @throws ProviderError */
  readonly history?: (parameters: PageParameters) => Promise<HistoryPage>
  /** Pictures are named where their source has them: clients get an address of the gateway's. @throws ProviderError */
  readonly nfts?: (parameters: PageParameters) => Promise<NftPage>
  /** Those prices that it knows; what is thin or stale is dropped by who asks. @throws ProviderError */
  readonly prices?: (parameters: PricesParameters) => Promise<readonly Price[]>
  /** Starts what it does in the background. @throws OperatorError */
  readonly start?: () => Promise<void>
  /** Ends it. */
  readonly close?: () => Promise<void>
}

export interface AccountParameters {
  /** As the chain writes it: lower case for EVM chains. */
  readonly address: string
  /** The client knows of a change: what is cached is not good enough. */
  readonly fresh: boolean
  readonly signal: AbortSignal
}

export interface PageParameters {
  readonly address: string
  /** What this provider's last page had as `next`; undefined for the first page. */
  readonly cursor: string | undefined
  /** The most rows that a page may have. */
  readonly limit: number
  readonly signal: AbortSignal
}

export interface PricesParameters {
  /** Contracts of the chain, as the chain writes them; `native` for its own coin. */
  readonly tokens: readonly string[]
  readonly currency: 'usd'
  readonly signal: AbortSignal
}

export interface Price {
  /** As it was asked for. */
  readonly token: string
  /** Of one whole token. */
  readonly price: number
  /** When it was true, in milliseconds since 1970. */
  readonly at: number
  /** From 0 to 1, where the source tells. */
  readonly confidence?: number
}

/** What a provider is made of. */
export interface ProviderParameters {
  readonly chain: Chain
  /** Its entry in the chain's list. */
  readonly options: ProviderOptions
  /** The gateway's own. A table of a provider's has its migration in `providers/migrations.ts`. */
  readonly db: Database
  /** The chain's nodes, spoken to as one. */
  readonly node: Node
  readonly fetch: typeof fetch
  /** Reads what NFTs say of themselves. */
  readonly describe: Describe
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

/** `{ "kind": "etherscan", "url": "https://…", "key": "…" }` in a chain's list. */
export interface ProviderOptions {
  readonly kind: string
  readonly url?: string | undefined
  readonly key?: string | undefined
  /** Contracts, of `pools`: the one that knows the pools, a token that is a dollar, and the chain's own coin as a token. */
  readonly factory?: string | undefined
  readonly stable?: string | undefined
  readonly wrapped?: string | undefined
  /** Of `chainlink`: by token, or `native`, the contract that tells its price. */
  readonly feeds?: Readonly<Record<string, unknown>> | undefined
}

/** @throws OptionsError for options that it can't be made of */
export type ProviderFactory = (parameters: ProviderParameters) => AccountProvider
