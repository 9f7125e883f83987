import type { AccountTarget } from '../../adapter.js'
import type { GrantedPermission, Permission } from './permission.js'

/** Permissions for others to act with the account (ERC-7715). A view asks for the capability, never for the namespace's name. */
export interface Permissions {
  /** Asks the wallet, in whichever words it knows. Resolves with what was granted, in the order that it was asked for. */
  grantPermissions?: (request: AccountTarget & { permissions: readonly Permission[] }) => Promise<readonly GrantedPermission[]>
  /** Asks the wallet to take a permission back. */
  revokePermissions?: (request: AccountTarget & { context: GrantedPermission['context'] }) => Promise<void>
}

declare module '../../adapter.js' {
  interface Adapter extends Permissions {}
}
