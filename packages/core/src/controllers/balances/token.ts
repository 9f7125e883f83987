import type { NetworkId } from '../../kit/caip/ids.js'

/** A token that an account holds, or the network's own coin. `units` in the smallest unit. */
export interface HeldToken {
  readonly networkId: NetworkId
  /** Contract or mint; undefined for the network's own coin. */
  readonly address?: string
  /** Short names and names are a token's own words: untrusted text. Empty where nobody knows any. */
  readonly symbol: string
  readonly name?: string
  readonly units: bigint
  readonly decimals: number
  /** Of one whole token, in 10⁻¹⁸ of the currency; undefined where none is known. */
  readonly price?: bigint
  /** What all of it is worth, in 10⁻¹⁸ of the currency. */
  readonly value?: bigint
  /** Picture below the gateway. */
  readonly icon?: string
  /** The visitor does not want to see it: it is in no list and in no total. */
  readonly hidden?: true
  /** The visitor has added it by its address: it is listed also where there is none of it. */
  readonly added?: true
}

/** An account whose balance is asked for. */
export interface HolderParameters {
  readonly address: string
  readonly networkId: NetworkId
}

/**
 * By which a list of tokens tells them apart.
 * @example const row = <li key={tokenKey(token)}>{token.symbol}</li>
 */
export const tokenKey = ({ networkId, address = '' }: Pick<HeldToken, 'networkId' | 'address'>): string => `${networkId}:${address}`

/**
 * Whether a token stands in the list of an account: there is some of it, or the visitor wants to see it all the same.
 * @example const shown = tokens.filter(isListed)
 */
export const isListed = ({ units, hidden, added }: HeldToken): boolean => !hidden && (units > 0n || added === true)
