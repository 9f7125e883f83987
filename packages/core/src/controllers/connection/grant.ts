import type { Grant, GrantAccount } from '../../adapter.js'
import { isNetworkId, namespaceOf, type Namespace } from '../../kit/caip/ids.js'

/** True for what an adapter may say of a wallet: at least one address, and a network of its own namespace (R2). Never throws. */
export function isGrant(value: unknown, namespace: Namespace): value is Grant {
  if (typeof value !== 'object' || value === null || !('addresses' in value) || !('networkId' in value)) return false
  if ('approvedNetworkIds' in value && value.approvedNetworkIds !== undefined && !Array.isArray(value.approvedNetworkIds)) return false
  if ('accounts' in value && value.accounts !== undefined && !isAccountList(value.accounts)) return false
  return isAddressList(value.addresses) && value.addresses.length > 0 && isNetworkOf(value.networkId, namespace)
}

/** Narrows a report to what makes sense in it; undefined when nothing does. An empty list of addresses does. */
export function readChange(value: Partial<Grant>, namespace: Namespace): Partial<Grant> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { addresses, networkId, approvedNetworkIds, accounts } = value
  const change = {
    ...(isAddressList(addresses) && { addresses }),
    ...(isNetworkOf(networkId, namespace) && { networkId }),
    ...(isAccountList(accounts) && { accounts }),
    ...(Array.isArray(approvedNetworkIds) && { approvedNetworkIds: approvedNetworkIds.filter((id) => isNetworkOf(id, namespace)) }),
  }
  return Object.keys(change).length ? change : undefined
}

const accountTypes: readonly unknown[] = ['eoa', 'smartAccount', 'payment', 'ordinal', undefined]

const isAccountList = (value: unknown): value is readonly GrantAccount[] =>
  Array.isArray(value) &&
  value.every((account: unknown) => {
    if (typeof account !== 'object' || account === null) return false
    const { address, type, publicKey }: Partial<Record<keyof GrantAccount, unknown>> = account
    return (
      isAddressList([address]) &&
      accountTypes.includes(type) &&
      (publicKey === undefined || (typeof publicKey === 'string' && /^[0-9a-f]{1,260}$/i.test(publicKey)))
    )
  })

const isAddressList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((address) => typeof address === 'string' && address.length > 0 && address.length <= 200)

const isNetworkOf = (value: unknown, namespace: Namespace) => isNetworkId(value) && namespaceOf(value) === namespace
