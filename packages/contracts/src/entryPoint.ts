/**
 * The entry point of ERC-4337 that account and paymaster are written for. It is there on all networks, at this address.
 * @example
 * const { address: entryPointAddress, version: entryPointVersion } = entryPoint08
 * const hash = getUserOperationHash({ chainId: 8453, entryPointAddress, entryPointVersion, userOperation }) // of viem
 */
export const entryPoint08 = { address: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108', version: '0.8' } as const

/**
 * What a client needs of the entry point: nonces, deposits, and what became of an operation. viem has the whole of it.
 * @example
 * const { address } = entryPoint08
 * const nonce = await client.readContract({ address, abi: entryPoint08Abi, functionName: 'getNonce', args: [account, 0n] })
 */
export const entryPoint08Abi = [
  {
    type: 'function',
    name: 'getNonce',
    stateMutability: 'view',
    inputs: [
      { name: 'sender', type: 'address' },
      { name: 'key', type: 'uint192' },
    ],
    outputs: [{ name: 'nonce', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
  { type: 'function', name: 'depositTo', stateMutability: 'payable', inputs: [{ name: 'account', type: 'address' }], outputs: [] },
  {
    type: 'event',
    name: 'UserOperationEvent',
    inputs: [
      { name: 'userOpHash', type: 'bytes32', indexed: true },
      { name: 'sender', type: 'address', indexed: true },
      { name: 'paymaster', type: 'address', indexed: true },
      { name: 'nonce', type: 'uint256', indexed: false },
      { name: 'success', type: 'bool', indexed: false },
      { name: 'actualGasCost', type: 'uint256', indexed: false },
      { name: 'actualGasUsed', type: 'uint256', indexed: false },
    ],
  },
] as const
