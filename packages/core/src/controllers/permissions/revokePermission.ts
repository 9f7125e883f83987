import type { Portico } from '../../portico/createPortico.js'
import { capability, target, type AccountParameters } from '../account/target.js'
import type { GrantedPermission } from './permission.js'
import { changePermissions } from './store.js'

/**
 * Asks the wallet to take a permission back. From then on it cannot be used, whatever its end was.
 * @example await revokePermission(portico, { context })
 * @throws CapabilityMissingError where the wallet cannot, UserRejectedError where the visitor will not; it goes on being granted then
 */
export async function revokePermission(
  portico: Portico,
  { context, ...parameters }: AccountParameters & Pick<GrantedPermission, 'context'>,
): Promise<void> {
  const { adapter, account, namespace } = await target(portico, parameters)
  await capability(adapter, 'revokePermissions', namespace)({ ...account, context })
  changePermissions(portico, (known) => known.filter((each) => each.context !== context))
}
