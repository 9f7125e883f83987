import type { Address, Hex } from 'viem'
import { hashStruct } from 'viem'
import type { TypedData } from '../signing/typedDataToSign.js'
import { delegationManager } from './addresses.js'

/** One condition of a delegation: which contract holds to it, and its terms in the form that this contract reads. */
export interface Caveat {
  enforcer: Address
  terms: Hex
}

/** What an account lets somebody do in its name, while every caveat holds (ERC-7710, by MetaMask's Delegation Framework). */
export interface Delegation {
  /** Who may. */
  delegate: Address
  /** The account, or who passes on a part of what it was delegated. */
  delegator: Address
  /** Of what it is a part: the hash of another delegation. The account itself decides where it is left out. */
  authority?: Hex | undefined
  caveats: readonly Caveat[]
  /** Tells apart delegations that are the same otherwise; each has limits of its own. */
  salt: bigint
}

export interface SignedDelegation extends Delegation {
  /** The account's, by `wrapTypedDataSignature`. */
  signature: Hex
}

/**
 * A delegation by the account itself, and not of what another has delegated to it.
 * @example const isOfTheAccount = (delegation.authority ?? rootAuthority) === rootAuthority
 */
export const rootAuthority: Hex = `0x${'ff'.repeat(32)}`

const types = {
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
}

/**
 * The typed data of a delegation, which the account signs: by `typedDataToSign` and `wrapTypedDataSignature`, as any other. The
 * account has to be there before the delegation is used.
 * @example
 * const typedData = delegationTypedData({ delegation, chainId: 8453 })
 * const ofKey = await owner.signTypedData(typedDataToSign({ account, chainId: 8453, typedData }))
 * const signed = { ...delegation, signature: wrapTypedDataSignature({ signature: ofKey, typedData }) }
 */
export function delegationTypedData({ delegation, chainId }: { delegation: Delegation; chainId: number }): TypedData {
  return {
    domain: { name: 'DelegationManager', version: '1', chainId, verifyingContract: delegationManager },
    types,
    primaryType: 'Delegation',
    message: messageOf(delegation),
  }
}

/**
 * How the DelegationManager and the enforcers know a delegation. The same on every chain; the signature counts for one.
 * @example const id = delegationHash(delegation) // 32 bytes: to store it by, and to ask whether it was stopped
 */
export function delegationHash(delegation: Delegation): Hex {
  return hashStruct({ data: messageOf(delegation), types, primaryType: 'Delegation' })
}

function messageOf({ delegate, delegator, authority = rootAuthority, caveats, salt }: Delegation) {
  return { delegate, delegator, authority, caveats: caveats.map(({ enforcer, terms }) => ({ enforcer, terms })), salt }
}
