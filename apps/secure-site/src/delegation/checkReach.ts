import { entryPoint08 } from '@portico/contracts'
import { anybody, delegationManager, movesTokens } from '@portico/contracts/permissions'
import { PermissionTooBroadError, type Permission } from '@portico/core/permissions'
import { zeroAddress, type Address } from 'viem'
import { selectorsOf } from './delegation.js'

/**
 * Refuses a permission that is everybody's, or that reaches what decides over the account (S20). The account refuses the latter as well,
 * whatever was signed: nobody is asked to sign it.
 * @throws PermissionTooBroadError
 */
export function checkReach({ delegate, contracts, methods, spending }: Permission, account: Address): void {
  const is = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase()
  if ([zeroAddress, anybody, account].some(is(delegate))) {
    const hint = 'Name one key or account of your own, which uses the permission.'
    throw new PermissionTooBroadError({ lack: 'delegate', problem: 'whoever gets it is nobody in particular', hint })
  }
  const deciding = [zeroAddress, account, delegationManager, entryPoint08.address]
  if (contracts.some((contract) => deciding.some(is(contract)))) {
    const hint = 'Ask for the contracts that the site is about.'
    throw new PermissionTooBroadError({ lack: 'contracts', problem: 'it reaches what decides over the account', hint })
  }
  if (spending.token !== 'native') return
  const moving = selectorsOf(methods).findIndex(movesTokens)
  if (moving < 0) return
  const hint = 'Ask for tokens by erc20-token-periodic or erc20-token-allowance, which have a limit.'
  throw new PermissionTooBroadError({
    lack: 'methods',
    problem: `${methods[moving] ?? ''} gives tokens away, and no limit is set for them`,
    hint,
  })
}
