import { type Hex, encodeAbiParameters, encodeFunctionData, encodePacked, pad } from 'viem'
import type { Call, WholeCall } from '../account/execute.js'
import { delegationManager } from './addresses.js'
import { type SignedDelegation, rootAuthority } from './delegation.js'
import { delegationManagerAbi, delegationsType } from './managerAbi.js'

/** A call in an account's name, and the delegation that allows it. */
export interface Redemption {
  delegation: SignedDelegation
  call: Call
}

/** A single call that may fail the whole (ERC-7579). An account takes no other from the DelegationManager. */
export const singleMode = pad('0x')

/**
 * The call by which a delegate does what was delegated, all of it or nothing. The delegate sends it; the accounts act.
 * @example await wallet.sendTransaction(redeemDelegations([{ delegation: signed, call: { to: game, data } }])) // the delegate's wallet
 */
export function redeemDelegations(redemptions: readonly Redemption[]): WholeCall {
  const contexts = redemptions.map(({ delegation }) => permissionContext(delegation))
  const executions = redemptions.map(({ call: { to, value = 0n, data = '0x' } }) =>
    encodePacked(['address', 'uint256', 'bytes'], [to, value, data]),
  )
  const args = [contexts, redemptions.map(() => singleMode), executions] as const
  const data = encodeFunctionData({ abi: delegationManagerAbi, functionName: 'redeemDelegations', args })
  return { to: delegationManager, value: 0n, data }
}

/**
 * The call by which an account stops a delegation of its own for good, on one chain.
 * @example const callData = encodeExecute([stopDelegation(signed)]) // of a user operation of the account
 */
export function stopDelegation(delegation: SignedDelegation): WholeCall {
  const args = [wholeDelegation(delegation)] as const
  const data = encodeFunctionData({ abi: delegationManagerAbi, functionName: 'disableDelegation', args })
  return { to: delegationManager, value: 0n, data }
}

/**
 * A delegation in the form that wallets hand to sites (`context` of ERC-7715) and that the DelegationManager reads; behind it that of which
 * it is a part, up to the account's own.
 * @example const context = permissionContext(signed) // what the wallet answers a site that asked for the permission
 */
export function permissionContext(...delegations: readonly [SignedDelegation, ...SignedDelegation[]]): Hex {
  return encodeAbiParameters(delegationsType, [delegations.map(wholeDelegation)])
}

function wholeDelegation({ delegate, delegator, authority = rootAuthority, caveats, salt, signature }: SignedDelegation) {
  const withArgs = caveats.map(({ enforcer, terms }) => ({ enforcer, terms, args: '0x' }) as const)
  return { delegate, delegator, authority, caveats: withArgs, salt, signature }
}
