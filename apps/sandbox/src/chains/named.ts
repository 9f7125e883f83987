import type { AccountBalances } from '../control/balances.js'
import type { ChainName } from '../parts.js'

/** A chain that runs in this process, with what the control API asks of it. */
export interface NamedChain {
  chain: ChainName
  /** JSON-RPC of Solana, esplora's paths of Bitcoin. */
  url: string
  start(): Promise<void>
  stop(): Promise<void>
  reset(): Promise<void>
  /** The newest slot or block; undefined while it does not run. */
  height(): number | undefined
  /** Back to the seed, with a past of one of its accounts. */
  live(account: number): Promise<void>
  /** Makes slots or blocks and returns the newest. */
  mine(blocks: number): number
  /** Gives coins or tokens by a transaction. @throws GiveError */
  give(parameters: GiveParameters): Given
  /** What Jupiter would answer to an order of a swap, of Solana. */
  order?(asked: Record<string, string>): object
  /** What every seeded address holds. */
  balances(): AccountBalances[]
}

export interface GiveParameters {
  address: string
  /** Symbol, or the mint of a token of Solana. Default: the chain's own coin. */
  token?: string | undefined
  /** The smallest units, as a decimal. Default: enough to try things. */
  amount?: string | undefined
}

export interface Given {
  token: string
  amount: string
  /** Signature or id of the transaction. */
  hash: string
  /** The slot or block that it is in. */
  block: number
}

/** What can't be given: an address that is none, or a token that is not there. */
export class GiveError extends Error {
  override readonly name = 'GiveError'
}
