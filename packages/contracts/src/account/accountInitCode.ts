import { type Address, type Hex, encodeFunctionData } from 'viem'
import { accountFactoryAbi } from '../artifacts/accountFactoryAbi.js'
import { accountFactory } from '../artifacts/addresses.js'

export interface AccountInitCode {
  factory: Address
  factoryData: Hex
}

/**
 * What makes the account of a key: `factory` and `factoryData` of a user operation, of ERC-6492, or of a plain transaction.
 * @example const { factory, factoryData } = accountInitCode(owner.address) // of the account's first user operation
 */
export function accountInitCode(owner: Address): AccountInitCode {
  const factoryData = encodeFunctionData({ abi: accountFactoryAbi, functionName: 'createAccount', args: [owner] })
  return { factory: accountFactory, factoryData }
}
