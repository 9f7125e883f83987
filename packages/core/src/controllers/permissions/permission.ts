import type { AddressIn, NetworkId } from '../../kit/caip/ids.js'

/** How much may leave, and how often that much. */
export interface SpendLimit {
  /** A contract's address in lower case, or the network's own coin. */
  readonly token: AddressIn<'eip155'> | 'native'
  /** In the token's smallest unit. Zero: nothing may leave. */
  readonly amount: bigint
  /** Seconds after which as much may leave again. Undefined: `amount` is for the whole time. */
  readonly period?: number
}

/**
 * What somebody else may do with an account, whatever the words it was asked for in (ERC-7715 has had several). Addresses are in
 * lower case.
 */
export interface Permission {
  readonly networkId: NetworkId
  /** Whose. Undefined: the account in use. */
  readonly account?: AddressIn<'eip155'>
  /** Who may: the address that their key signs for. */
  readonly delegate: AddressIn<'eip155'>
  /** From when on. Seconds since 1970; undefined: at once. */
  readonly start?: number
  /** Until when. Seconds since 1970. */
  readonly expiry: number
  readonly spending: SpendLimit
  /** What may be called or paid: each of `methods` at each of these. */
  readonly contracts: readonly AddressIn<'eip155'>[]
  /** `transfer(address,uint256)`, or the four bytes as hex. Empty: nothing is called, coins are sent. */
  readonly methods: readonly string[]
  /** What the site says that it is for. */
  readonly justification?: string
}

/** What was granted: the permission, and what its holder uses it with. */
export interface GrantedPermission {
  readonly permission: Permission
  /** Opaque to everybody but who checks it (ERC-7710). Names the permission, for using and for stopping it. */
  readonly context: AddressIn<'eip155'>
  /** The contract that checks it. Undefined where the wallet does not say. */
  readonly delegationManager?: AddressIn<'eip155'>
  /** Makes the account, where it is not there yet. */
  readonly dependencies: readonly { readonly factory: AddressIn<'eip155'>; readonly factoryData: AddressIn<'eip155'> }[]
}

/** How permissions are asked for: in viem's words, `wallet_grantPermissions`, or in MetaMask's, `wallet_requestExecutionPermissions`. */
export type PermissionDialect = 'grant' | 'execution'
