import { InvalidAccountIdError, InvalidNetworkIdError } from './errors.js'
import { isNetworkId, namespaceOf, type Namespace, type NetworkId } from './ids.js'
import { isAccountId } from './accountIds.js'

/**
 * Splits a CAIP-2 network id into its exactly two parts.
 * @example const { namespace, reference } = parseNetworkId('eip155:8453')
 * @throws {@link InvalidNetworkIdError} 'Invalid CAIP-2 network id'
 */
export function parseNetworkId(id: string): { namespace: Namespace; reference: string } {
  if (!isNetworkId(id)) throw new InvalidNetworkIdError({ id })
  const at = id.indexOf(':')
  return { namespace: namespaceOf(id), reference: id.slice(at + 1) }
}

/**
 * Splits a CAIP-10 account id into its exactly three parts.
 * @example const { networkId, address } = parseAccountId('eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045')
 * @throws {@link InvalidAccountIdError} 'Invalid CAIP-10 address'
 */
export function parseAccountId(id: string): { namespace: Namespace; reference: string; networkId: NetworkId; address: string } {
  if (!isAccountId(id)) throw new InvalidAccountIdError({ id })
  const [, reference = '', address = ''] = id.split(':')
  const namespace = namespaceOf(id)
  return { namespace, reference, networkId: `${namespace}:${reference}`, address }
}
