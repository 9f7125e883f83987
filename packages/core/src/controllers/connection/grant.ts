import type { Grant } from '../../adapter.js'
import { isNetworkId, namespaceOf, type Namespace } from '../../caip/ids.js'

/** True for what an adapter may say of a wallet: at least one address, and a network of its own namespace (R2). Never throws. */
export function isGrant(value: unknown, namespace: Namespace): value is Grant {
  if (typeof value !== 'object' || value === null || !('addresses' in value) || !('networkId' in value)) return false
  if ('approvedNetworkIds' in value && value.approvedNetworkIds !== undefined && !Array.isArray(value.approvedNetworkIds)) return false
  return isAddressList(value.addresses) && value.addresses.length > 0 && isNetworkOf(value.networkId, namespace)
}

/** Narrows a report to what makes sense in it; undefined when nothing does. An empty list of addresses does. */
export function readChange(value: Partial<Grant>, namespace: Namespace): Partial<Grant> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { addresses, networkId, approvedNetworkIds } = value
  const change = {
    ...(isAddressList(addresses) && { addresses }),
    ...(isNetworkOf(networkId, namespace) && { networkId }),
    ...(Array.isArray(approvedNetworkIds) && { approvedNetworkIds: approvedNetworkIds.filter((id) => isNetworkOf(id, namespace)) }),
  }
  return Object.keys(change).length ? change : undefined
}

const isAddressList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((address) => typeof address === 'string' && address.length > 0 && address.length <= 200)

const isNetworkOf = (value: unknown, namespace: Namespace) => isNetworkId(value) && namespaceOf(value) === namespace
