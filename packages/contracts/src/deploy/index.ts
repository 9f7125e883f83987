import { type Address, type Hex, concatHex, encodeDeployData, getContractAddress, pad } from 'viem'
import { accountFactoryBytecode } from '../artifacts/accountFactoryBytecode.js'
import { accountFactory } from '../artifacts/addresses.js'
import { offchainNameResolverAbi } from '../artifacts/offchainNameResolverAbi.js'
import { offchainNameResolverBytecode } from '../artifacts/offchainNameResolverBytecode.js'
import { paymasterAbi } from '../artifacts/paymasterAbi.js'
import { paymasterBytecode } from '../artifacts/paymasterBytecode.js'

/**
 * Puts code at an address that depends on nothing but the code. It is there on all networks, at this address.
 * @example const isThere = (await client.getCode({ address: create2Deployer })) !== undefined // else nothing of this can be deployed
 */
export const create2Deployer = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

const salt = pad('0x')

/** A transaction that anybody may send, and where the contract is afterwards. Where it is there already, it fails and changes nothing. */
export interface Deployment {
  address: Address
  to: Address
  data: Hex
}

/**
 * Puts the factory of accounts, and with it the accounts' code, on a network: once, for everybody. Takes 2 million gas.
 * @example
 * const { address, to, data } = deployAccountFactory()
 * if (!(await client.getCode({ address }))) await wallet.sendTransaction({ to, data })
 */
export function deployAccountFactory(): Deployment {
  return { address: accountFactory, to: create2Deployer, data: concatHex([salt, accountFactoryBytecode]) }
}

/**
 * Puts a paymaster on a network; owner and signer decide its address. Takes 1.5 million gas.
 * @example
 * const { address, to, data } = deployPaymaster({ owner, signer })
 * await wallet.sendTransaction({ to, data }) // the paymaster is at `address` from then on
 */
export function deployPaymaster({ owner, signer }: { owner: Address; signer: Address }): Deployment {
  return deployed(encodeDeployData({ abi: paymasterAbi, bytecode: paymasterBytecode, args: [owner, signer] }))
}

export interface NameResolverParameters {
  owner: Address
  /** Where clients ask, with `{sender}` and `{data}` in it (EIP-3668). */
  urls: readonly string[]
  /** Whose signatures count. */
  signers: readonly Address[]
}

/**
 * Puts a resolver of names on Ethereum; all of its parameters decide its address, and its owner may change all of them. Takes 1.5 million gas.
 * @example
 * const urls = ['https://api.shop.example/v1/profile/ccip/{sender}/{data}.json']
 * const { address, to, data } = deployNameResolver({ owner, urls, signers: [signer.address] })
 * await wallet.sendTransaction({ to, data })
 */
export function deployNameResolver({ owner, urls, signers }: NameResolverParameters): Deployment {
  const args = [owner, urls, signers] as const
  return deployed(encodeDeployData({ abi: offchainNameResolverAbi, bytecode: offchainNameResolverBytecode, args }))
}

function deployed(initCode: Hex): Deployment {
  const address = getContractAddress({ opcode: 'CREATE2', from: create2Deployer, salt, bytecode: initCode })
  return { address, to: create2Deployer, data: concatHex([salt, initCode]) }
}
