import { stopDelegation, readPermissionContext } from '@portico/contracts/permissions'
import { readPermissions } from '@portico/core/permissions'
import type { NetworkId } from '@portico/core'
import { numberToHex } from 'viem/utils'
import type { Effect, PermissionService, PreparedRequest, RequestContext } from '../types.js'
import { AccountMismatchError } from './errors.js'
import { describePermission } from './evm/permissions/describePermission.js'
import { smartAccountAddress } from './evm/smart/account.js'
import { chainReader } from './evm/tokens.js'
import { chainNumber, networkOf } from './network.js'
import { prepareRequest } from './prepare.js'

type Listed = Awaited<ReturnType<PermissionService['list']>>[number]

/** What a site may do by itself, in the sentences that it was granted by. */
export interface SayGranted {
  readonly networkId: NetworkId
  readonly networkName: string
  /** Seconds since 1970. */
  readonly expiry: number
  readonly effects: readonly Effect[]
}

export async function sayGranted({ request }: Listed, context: RequestContext): Promise<SayGranted> {
  const [permission] = readPermissions([request], context.active.eip155).permissions
  if (!permission) throw new AccountMismatchError()
  const network = networkOf(permission.networkId, context)
  const { effects } = await describePermission(permission, { network, context, chain: chainReader(network, context.fetch) })
  return { networkId: network.id, networkName: network.name, expiry: permission.expiry, effects }
}

/**
 * The transaction by which the account ends a permission on its chain, for good: what was signed for single uses before it was stopped ends with
 * it. @throws AccountMismatchError where the account is not of the key in use, and the errors of sending
 */
export async function prepareEnding(
  { account, context: granted }: Listed,
  networkId: NetworkId,
  context: RequestContext,
): Promise<PreparedRequest> {
  const owner = context.smartAccount?.owner ?? context.addresses.eip155
  if (smartAccountAddress(owner).toLowerCase() !== account.toLowerCase()) throw new AccountMismatchError()
  const { to, data } = stopDelegation(readPermissionContext(granted)[0])
  const network = networkOf(networkId, context)
  const batch = { version: '2.0.0', chainId: numberToHex(chainNumber(network)), atomicRequired: true, calls: [{ to, data }] }
  return prepareRequest(
    { id: crypto.randomUUID(), method: 'wallet_sendCalls', params: [batch] },
    {
      ...context,
      addresses: { ...context.addresses, eip155: smartAccountAddress(owner) },
      smartAccount: { owner },
      active: { ...context.active, eip155: networkId },
    },
  )
}
