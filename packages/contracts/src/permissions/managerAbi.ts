const delegationType = [
  { name: 'delegate', type: 'address' },
  { name: 'delegator', type: 'address' },
  { name: 'authority', type: 'bytes32' },
  {
    name: 'caveats',
    type: 'tuple[]',
    components: [
      { name: 'enforcer', type: 'address' },
      { name: 'terms', type: 'bytes' },
      { name: 'args', type: 'bytes' },
    ],
  },
  { name: 'salt', type: 'uint256' },
  { name: 'signature', type: 'bytes' },
] as const

/** A chain of delegations, as a permission context has it. */
export const delegationsType = [{ name: 'delegations', type: 'tuple[]', components: delegationType }] as const

/**
 * What a client calls on the DelegationManager.
 * @example
 * const contract = { address: delegationManager, abi: delegationManagerAbi }
 * const isStopped = await client.readContract({ ...contract, functionName: 'disabledDelegations', args: [delegationHash(delegation)] })
 */
export const delegationManagerAbi = [
  {
    type: 'function',
    name: 'redeemDelegations',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'permissionContexts', type: 'bytes[]' },
      { name: 'modes', type: 'bytes32[]' },
      { name: 'executionCallDatas', type: 'bytes[]' },
    ],
    outputs: [],
  },
  {
    type: 'function',
    name: 'disableDelegation',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'delegation', type: 'tuple', components: delegationType }],
    outputs: [],
  },
  {
    type: 'function',
    name: 'disabledDelegations',
    stateMutability: 'view',
    inputs: [{ name: 'delegationHash', type: 'bytes32' }],
    outputs: [{ name: 'isDisabled', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'getDelegationHash',
    stateMutability: 'pure',
    inputs: [{ name: 'delegation', type: 'tuple', components: delegationType }],
    outputs: [{ name: '', type: 'bytes32' }],
  },
] as const
