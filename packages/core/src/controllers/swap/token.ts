import { isSameAddress } from '../../kit/amount/address.js'
import { accountIdOf, type AccountId, type NetworkId } from '../../kit/caip/ids.js'
import type { HeldToken } from '../balances/token.js'

/** How the wire writes a network's own coin. */
export const nativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** A token that can be swapped, with how much of it the account holds. */
export interface SwapToken extends HeldToken {
  /** Nobody vouches for it: it was found by its address. */
  readonly unlisted?: true
}

type Place = Pick<HeldToken, 'networkId' | 'address'>

/** CAIP-10, as the wire has tokens. */
export const tokenId = ({ networkId, address = nativeAddress }: Place): AccountId => accountIdOf(networkId, address)

/** The place of a CAIP-10 token; undefined for one of another network, and for what is none. */
export function placeOf(id: string, networkId: NetworkId): Place | undefined {
  const address = id.startsWith(`${networkId}:`) ? id.slice(networkId.length + 1) : ''
  if (!/^0x[\da-f]{40}$/i.test(address)) return undefined
  return isSameAddress(address, nativeAddress) ? { networkId } : { networkId, address }
}

export const isSameToken = (one: Place | undefined, other: Place | undefined): boolean =>
  one !== undefined && other !== undefined && one.networkId === other.networkId && isSameAddress(one.address ?? '', other.address ?? '')
