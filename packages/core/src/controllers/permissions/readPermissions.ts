import { isRecord } from '../../kit/checks.js'
import * as z from 'zod/mini'
import type { NetworkId } from '../../kit/caip/ids.js'
import { PermissionFormError } from './errors.js'
import { bytes, read } from './form.js'
import type { GrantedPermission, Permission, PermissionDialect } from './permission.js'
import { readExecution } from './readExecution.js'
import { readGrant } from './readGrant.js'
import { answerExecution } from './writeExecution.js'
import { answerGrant } from './writeGrant.js'

/** A request in either dialect. */
export interface PermissionRequest {
  readonly dialect: PermissionDialect
  readonly permissions: readonly Permission[]
}

/**
 * Reads a request for permissions, in viem's words or MetaMask's, whichever method it came with: the two are told apart by their form.
 * @example const { dialect, permissions } = readPermissions(params, 'eip155:8453') // of wallet_grantPermissions, or the other method
 * @param networkId the network that is in use: viem's form names none
 * @throws PermissionFormError, PermissionTooBroadError, PermissionUnsupportedError
 */
export function readPermissions(params: unknown, networkId: NetworkId): PermissionRequest {
  const [first] = Array.isArray(params) ? (params as readonly unknown[]) : []
  if (!isRecord(first)) throw new PermissionFormError({ problem: 'it takes a list' })
  return 'permissions' in first
    ? { dialect: 'grant', permissions: [readGrant(params, networkId)] }
    : { dialect: 'execution', permissions: readExecution(params) }
}

/**
 * Answers in the words that were asked in.
 * @example
 * const { dialect, permissions } = readPermissions(params, 'eip155:8453')
 * const answer = answerPermissions(dialect, await signAll(permissions)) // what the site is answered
 */
export function answerPermissions(dialect: PermissionDialect, granted: readonly GrantedPermission[]): unknown {
  const [first] = granted
  if (!first) throw new PermissionFormError({ problem: 'nothing was granted' })
  return dialect === 'grant' ? answerGrant(first) : answerExecution(granted)
}

const named = z.union([
  z.strictObject({ permissionContext: bytes }),
  z.strictObject({ permissionsContext: bytes }),
  z.strictObject({ context: bytes }),
])

/**
 * The context of the permission that is to be stopped: `wallet_revokePermissions` and `wallet_revokeExecutionPermission` name it.
 * @example const context = readRevocation([{ permissionContext: '0x1234' }]) // '0x1234', of the permission to stop
 * @throws PermissionFormError
 */
export function readRevocation(params: unknown): GrantedPermission['context'] {
  const [first, ...others] = Array.isArray(params) ? (params as readonly unknown[]) : [params]
  if (others.length > 0) throw new PermissionFormError({ problem: 'one permission is stopped at a time' })
  const [context] = Object.values(read(named, first))
  if (context === undefined) throw new PermissionFormError({ problem: 'it names no context' })
  return context
}
