export type { Permissions } from './capability.js'
export { checkPermission, longestPermission, type CheckPermissionOptions } from './checkPermission.js'
export {
  PermissionExceededError,
  PermissionFormError,
  PermissionOverError,
  PermissionTooBroadError,
  PermissionUnsupportedError,
  type PermissionLack,
} from './errors.js'
export { grantPermissions, type GrantPermissionsError, type PermissionTerms } from './grantPermissions.js'
export type { GrantedPermission, Permission, PermissionDialect, SpendLimit } from './permission.js'
export { answerPermissions, readPermissions, readRevocation, type PermissionRequest } from './readPermissions.js'
export { revokePermission } from './revokePermission.js'
export { loadPermissions, permissionsStore } from './store.js'
export { readExecutionAnswer, writeExecution } from './writeExecution.js'
export { readGrantAnswer, writeGrant } from './writeGrant.js'
