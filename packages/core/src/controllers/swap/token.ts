import { isSameAddress } from '../../kit/amount/sameAddress.js'
import { namespaceOf, type AccountId, type NetworkId } from '../../kit/caip/ids.js'
import { accountIdOf } from '../../kit/caip/accountIds.js'
import type { HeldToken } from '../balances/token.js'

/** How the wire writes a network's own coin, and what an address looks like there. */
const places: Readonly<Record<string, { readonly native: string; readonly shape: RegExp }>> = {
  eip155: { native: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', shape: /^0x[\da-f]{40}$/i },
  solana: { native: 'So11111111111111111111111111111111111111111', shape: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/ },
}
const placesOf = (networkId: NetworkId) => places[namespaceOf(networkId)]

/**
 * Whether a text may be the address of a token there.
 * @example if (isTokenAddress(text, 'eip155:1')) lookUp(text)
 */
export const isTokenAddress = (text: string, networkId: NetworkId): boolean => placesOf(networkId)?.shape.test(text) ?? false

/** A token that can be swapped, with how much of it the account holds. */
export interface SwapToken extends HeldToken {
  /** Nobody vouches for it: it was found by its address. */
  readonly unlisted?: true
}

type Place = Pick<HeldToken, 'networkId' | 'address'>

/** CAIP-10, as the wire has tokens. */
export const tokenId = ({ networkId, address = placesOf(networkId)?.native ?? '' }: Place): AccountId => accountIdOf(networkId, address)

/** The place of a CAIP-10 token; undefined for one of another network, and for what is none. */
export function placeOf(id: string, networkId: NetworkId): Place | undefined {
  const address = id.startsWith(`${networkId}:`) ? id.slice(networkId.length + 1) : ''
  if (!isTokenAddress(address, networkId)) return undefined
  return isSameAddress(address, placesOf(networkId)?.native ?? '') ? { networkId } : { networkId, address }
}

/**
 * Whether two tokens are one: on the same network, at the same address or, as its coin, without one. Two that are not there are not one.
 * @example
 * const { from, to } = swapFormStore(portico).getState()
 * if (isSameToken(from, to)) console.warn('A token is not swapped for itself.')
 */
export const isSameToken = (one: Place | undefined, other: Place | undefined): boolean =>
  one !== undefined && other !== undefined && one.networkId === other.networkId && isSameAddress(one.address ?? '', other.address ?? '')
