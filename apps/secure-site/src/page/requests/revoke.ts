import { readRevocation } from '@portico/core/permissions'
import type { RequestContext } from '../types.js'

/**
 * Stops a permission of the site that asks, at once (wallet_revokePermissions). The visitor is not asked: it takes power away, and none but the
 * site's own is stopped so. One that is over already stays so.
 * @throws PermissionFormError, and what the wallet service refuses with
 */
export async function revokePermissions(params: unknown, { permissions }: Pick<RequestContext, 'permissions'>): Promise<null> {
  const context = readRevocation(params)
  await permissions?.stop({ context })
  return null
}
