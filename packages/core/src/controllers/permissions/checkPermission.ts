import { PermissionOverError, PermissionTooBroadError, PermissionUnsupportedError } from './errors.js'
import type { Permission } from './permission.js'

/**
 * Seconds that a permission may last, where the operator says nothing else (S20).
 * @example const expiry = Math.floor(Date.now() / 1000) + longestPermission // a day from now
 */
export const longestPermission = 86_400

/**
 * What moves or gives away tokens, by its first four bytes: with it, a limit in coins would be no limit. The same as in
 * `@portico/contracts`, which core does not know; a test holds one to the other.
 */
export const movingMethods: Readonly<Record<string, string>> = {
  '0xa9059cbb': 'transfer(address,uint256)',
  '0x23b872dd': 'transferFrom(address,address,uint256)',
  '0x095ea7b3': 'approve(address,uint256)',
  '0x39509351': 'increaseAllowance(address,uint256)',
  '0xa22cb465': 'setApprovalForAll(address,bool)',
  '0xd505accf': 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)',
  '0x42842e0e': 'safeTransferFrom(address,address,uint256)',
  '0xb88d4fde': 'safeTransferFrom(address,address,uint256,bytes)',
  '0xf242432a': 'safeTransferFrom(address,address,uint256,uint256,bytes)',
  '0x2eb2c2d6': 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  '0x87517c45': 'approve(address,address,uint160,uint48)',
  '0x36c78516': 'transferFrom(address,address,uint160,address)',
  '0x4000aea0': 'transferAndCall(address,uint256,bytes)',
  '0xcae9ca51': 'approveAndCall(address,uint256,bytes)',
  '0x9dc29fac': 'burn(address,uint256)',
  '0x42966c68': 'burn(uint256)',
}
const movingNames = new Set(Object.values(movingMethods))
/** Half of what can be written: nobody has that much, so it stands for no limit. */
const unlimited = 2n ** 255n

/** What is checked, and by whose clock. */
export interface CheckPermissionOptions {
  /** Seconds since 1970. */
  readonly now: number
  /** Seconds that it may last. Default: a day. */
  readonly longest?: number
}

/**
 * Holds a permission to S20: an end that is near, a limit, and a list of contracts.
 * @example checkPermission(permission, { now: Date.now() / 1000 }) // throws what is wrong with it
 * @throws PermissionTooBroadError, PermissionOverError where its end has passed, PermissionUnsupportedError
 */
export function checkPermission(permission: Permission, { now, longest = longestPermission }: CheckPermissionOptions): void {
  const { start, expiry, spending, contracts, methods } = permission
  if (expiry <= now) throw new PermissionOverError({ reason: 'expired' })
  if (expiry - now > longest) {
    const hint = `The longest is ${longest} seconds from now.`
    throw new PermissionTooBroadError({ lack: 'expiry', problem: `it lasts for ${expiry - now} seconds`, hint })
  }
  if (start !== undefined && start >= expiry)
    throw new PermissionUnsupportedError({ kind: 'startTime', hint: 'It has to lie before the end.' })
  if (spending.amount >= unlimited) {
    throw new PermissionTooBroadError({ lack: 'limit', problem: 'its limit is none', hint: 'Ask for as much as will be needed.' })
  }
  if (spending.period === 0) {
    throw new PermissionTooBroadError({
      lack: 'limit',
      problem: 'its period is 0 seconds',
      hint: 'Name the length of a period in seconds.',
    })
  }
  if (contracts.length === 0) {
    throw new PermissionTooBroadError({ lack: 'contracts', problem: 'it names no contract', hint: 'List the contracts that are called.' })
  }
  if (spending.token !== 'native') return
  const given = methods.find((each) => Object.hasOwn(movingMethods, each.toLowerCase()) || movingNames.has(each))
  if (given === undefined) return
  const hint = 'Ask for tokens by erc20-token-periodic or erc20-token-allowance, which have a limit.'
  throw new PermissionTooBroadError({ lack: 'methods', problem: `${given} gives tokens away, and no limit is set for them`, hint })
}
