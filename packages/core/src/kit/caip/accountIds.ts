import { isNetworkId, type AccountId, type NetworkId } from './ids.js'

/**
 * True for an account id that {@link parseAccountId} takes. Never throws.
 * @example isAccountId('eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') // true
 */
export function isAccountId(value: unknown): value is AccountId {
  if (typeof value !== 'string') return false
  const parts = value.split(':')
  return parts.length === 3 && isNetworkId(`${parts[0]}:${parts[1]}`) && /^[-.%a-zA-Z0-9]{1,128}$/.test(parts[2] ?? '')
}

/**
 * Joins a network id and an address to a CAIP-10 account id.
 * @example accountIdOf('eip155:1', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
 */
export const accountIdOf = (networkId: NetworkId, address: string): AccountId => `${networkId}:${address}`
