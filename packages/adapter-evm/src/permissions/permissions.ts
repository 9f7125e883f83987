import { CapabilityMissingError, WalletAnswerError } from '@portico/core'
import type { AccountTarget } from '@portico/core/kit'
import {
  PermissionFormError,
  PermissionUnsupportedError,
  readExecutionAnswer,
  readGrantAnswer,
  writeExecution,
  writeGrant,
  type GrantedPermission,
  type Permission,
} from '@portico/core/permissions'
import { checkWallet } from '../implementation/agree.js'
import { ask, type Provider } from '../implementation/provider.js'

/**
 * Asks the wallet for permissions by `wallet_requestExecutionPermissions`, and where it has no such method by
 * `wallet_grantPermissions` (ERC-7715 in its two forms).
 * @throws ChainMismatchError where one is for another network (S14), PermissionUnsupportedError where the wallet knows the older form
 * alone, which does not say it, CapabilityMissingError where it knows neither
 */
export async function grantPermissions(
  provider: Provider,
  { permissions, ...target }: AccountTarget & { readonly permissions: readonly Permission[] },
): Promise<readonly GrantedPermission[]> {
  for (const { networkId } of permissions) await checkWallet(provider, { ...target, networkId })
  const method = 'wallet_requestExecutionPermissions'
  const answer = await orMissing(ask(provider, method, writeExecution(permissions)))
  if (answer) return parsed(method, () => readExecutionAnswer(answer.value, permissions))
  const [only, ...others] = permissions
  if (!only) return []
  if (others.length > 0) throw new PermissionUnsupportedError({ kind: 'several at once', hint: 'Ask this wallet for one at a time.' })
  const older = 'wallet_grantPermissions'
  const granted = await ask(provider, older, writeGrant(only))
  return parsed(older, () => [readGrantAnswer(granted, only, only.networkId)])
}

/** Asks the wallet to take a permission back, by `wallet_revokeExecutionPermission` or `wallet_revokePermissions`. */
export async function revokePermissions(
  provider: Provider,
  { context, ...target }: AccountTarget & Pick<GrantedPermission, 'context'>,
): Promise<void> {
  await checkWallet(provider, target)
  if (await orMissing(ask(provider, 'wallet_revokeExecutionPermission', [{ permissionContext: context }]))) return
  await ask(provider, 'wallet_revokePermissions', [{ permissionContext: context }])
}

/** Undefined where the wallet has no such method. */
async function orMissing(asked: Promise<unknown>): Promise<{ readonly value: unknown } | undefined> {
  try {
    return { value: await asked }
  } catch (error) {
    if (error instanceof CapabilityMissingError) return undefined
    throw error
  }
}

/** An answer of no known form is the wallet's fault, not the site's. */
function parsed<T>(method: string, parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    if (cause instanceof PermissionFormError || cause instanceof PermissionUnsupportedError) throw new WalletAnswerError({ method, cause })
    throw cause
  }
}
