import { PorticoError } from '../../kit/errors.js'

const code = -32602

/**
 * The request, or the answer to it, is of no form that permissions have: -32602. Nothing was asked and nothing is granted.
 * @example
 * try {
 *   const request = writeGrant(terms)
 * } catch (error) {
 *   if (!(error instanceof PermissionFormError)) throw error
 *   report(error) // nothing was asked: grantPermissions writes it as wallets read it
 * }
 */
export class PermissionFormError extends PorticoError {
  override readonly name = 'PermissionFormError'
  constructor({ problem, cause }: { problem: string; cause?: unknown }) {
    super(`This is no request for a permission: ${problem}.`, {
      code,
      shown: 'The site asked for a permission that makes no sense',
      hint: 'Ask with grantPermissions of @portico/core/permissions, which writes it as the wallet reads it.',
      cause,
    })
  }
}

/**
 * A kind of permission, a policy or a rule that cannot be said here, and so cannot be held to: 4200.
 * @example
 * try {
 *   await grantPermissions(portico, terms)
 * } catch (error) {
 *   if (!(error instanceof PermissionUnsupportedError)) throw error
 *   console.warn(`${error.kind} cannot be held to here`) // contract-call and token allowances can
 * }
 */
export class PermissionUnsupportedError extends PorticoError {
  override readonly name = 'PermissionUnsupportedError'
  /** What it is called in the request. */
  readonly kind: string
  constructor({ kind, hint }: { kind: string; hint?: string }) {
    super(`'${kind}' is no permission that can be held to here.`, {
      code: 4200,
      shown: 'This kind of permission is not known here',
      hint: hint ?? 'Ask for contract-call, erc20-token-periodic, erc20-token-allowance, or a coin with the addresses that it may go to.',
    })
    this.kind = kind
  }
}

/** What a permission lacks to be narrow (S20). */
export type PermissionLack = 'expiry' | 'limit' | 'contracts' | 'methods' | 'delegate'

/**
 * A permission without an end, a limit or a list of contracts, or with more than may be granted: -32602 (S20).
 * @example
 * try {
 *   await grantPermissions(portico, terms)
 * } catch (error) {
 *   if (!(error instanceof PermissionTooBroadError)) throw error
 *   console.warn(`the permission has no ${error.lack}`) // an expiry, a limit and contracts are named
 * }
 */
export class PermissionTooBroadError extends PorticoError {
  override readonly name = 'PermissionTooBroadError'
  readonly lack: PermissionLack
  constructor({ lack, problem, hint }: { lack: PermissionLack; problem: string; hint: string }) {
    super(`The permission is too broad: ${problem}.`, { code, shown: 'The site asked for more than may be allowed', hint })
    this.lack = lack
  }
}

/**
 * A permission that is over: its time has passed, or it was stopped. 4100.
 * @example
 * try {
 *   await redeem(call)
 * } catch (error) {
 *   if (!(error instanceof PermissionOverError)) throw error
 *   if (error.reason !== 'stopped') await grantPermissions(portico, terms) // its time has passed: ask for a new one
 * }
 */
export class PermissionOverError extends PorticoError {
  override readonly name = 'PermissionOverError'
  readonly reason: 'expired' | 'stopped' | 'unknown'
  constructor({ reason }: { reason: 'expired' | 'stopped' | 'unknown' }) {
    super(`The permission is over: ${reason}.`, {
      code: 4100,
      shown: 'This permission is over',
      hint: 'Ask for a new one with grantPermissions.',
    })
    this.reason = reason
  }
}

/**
 * A use that the permission does not cover: another contract, another method, another network, or more than may leave. 4100.
 * @example
 * try {
 *   await redeem(call)
 * } catch (error) {
 *   if (!(error instanceof PermissionExceededError)) throw error
 *   if (error.reason === 'limit') show('Not more than was allowed.')
 *   else await grantPermissions(portico, wider) // a contract, a method or a network that was not named
 * }
 */
export class PermissionExceededError extends PorticoError {
  override readonly name = 'PermissionExceededError'
  readonly reason: 'contract' | 'method' | 'network' | 'limit'
  constructor({ reason, problem }: { reason: 'contract' | 'method' | 'network' | 'limit'; problem: string }) {
    super(`The permission does not cover this: ${problem}.`, { code: 4100, shown: 'The permission does not cover this' })
    this.reason = reason
  }
}
