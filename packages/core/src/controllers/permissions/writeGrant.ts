import * as z from 'zod/mini'
import type { NetworkId } from '../../kit/caip/ids.js'
import { PermissionUnsupportedError } from './errors.js'
import { address, bytes, read, seconds } from './form.js'
import type { GrantedPermission, Permission } from './permission.js'
import { readGrant } from './readGrant.js'

const hex = (amount: bigint): string => `0x${amount.toString(16)}`

/** The permissions as viem writes them, in one request. @throws PermissionUnsupportedError for what cannot be said so */
function items({ spending, contracts, methods, start }: Permission): readonly Readonly<Record<string, unknown>>[] {
  if (spending.period !== undefined) throw new PermissionUnsupportedError({ kind: 'periods', hint: otherHint })
  if (start !== undefined) throw new PermissionUnsupportedError({ kind: 'startTime', hint: otherHint })
  const policies = [{ type: 'token-allowance', data: { allowance: hex(spending.amount) } }]
  if (spending.token !== 'native')
    return [{ type: 'erc20-token-transfer', data: { address: spending.token, ticker: '' }, policies, required: true }]
  if (methods.length === 0) throw new PermissionUnsupportedError({ kind: 'coins to an address', hint: otherHint })
  return contracts.map((contract, at) => ({
    type: 'contract-call',
    data: { address: contract, calls: methods },
    policies: at === 0 ? policies : [],
    required: true,
  }))
}

const otherHint = 'wallet_requestExecutionPermissions says it.'

/**
 * Parameters of `wallet_grantPermissions`.
 * @example const answer = await provider.request({ method: 'wallet_grantPermissions', params: writeGrant(permission) })
 * @throws PermissionUnsupportedError for what cannot be said so
 */
export function writeGrant(permission: Permission): readonly unknown[] {
  const { account, delegate, expiry } = permission
  const signer = { type: 'account', data: { id: delegate } }
  return [{ ...(account && { account }), expiry, permissions: items(permission), signer }]
}

/** The answer to `wallet_grantPermissions`. */
export function answerGrant({ permission, context, delegationManager, dependencies: [made] }: GrantedPermission) {
  return {
    expiry: permission.expiry,
    grantedPermissions: items(permission),
    permissionsContext: context,
    ...made,
    ...(delegationManager && { signerData: { submitToAddress: delegationManager } }),
  }
}

const answer = z.object({
  expiry: seconds,
  grantedPermissions: z.array(z.unknown()).check(z.minLength(1), z.maxLength(50)),
  permissionsContext: bytes,
  factory: z.optional(z.nullable(address)),
  factoryData: z.optional(z.nullable(bytes)),
  signerData: z.optional(z.nullable(z.object({ submitToAddress: z.optional(z.nullable(address)) }))),
})

/**
 * Reads the answer to {@link writeGrant}: what was granted may be less than was asked for.
 * @example const { permission, context } = readGrantAnswer(answer, asked, 'eip155:8453') // what was granted, and what it is used with
 * @throws PermissionFormError
 */
export function readGrantAnswer(value: unknown, asked: Permission, networkId: NetworkId): GrantedPermission {
  const { expiry, grantedPermissions, permissionsContext, factory, factoryData, signerData } = read(answer, value)
  const signer = { type: 'account', data: { id: asked.delegate } }
  const { account } = asked
  const permission = readGrant([{ expiry, permissions: grantedPermissions, signer, ...(account && { account }) }], networkId)
  return {
    permission,
    context: permissionsContext,
    ...(signerData?.submitToAddress && { delegationManager: signerData.submitToAddress }),
    dependencies: factory && factoryData ? [{ factory, factoryData }] : [],
  }
}
