import { receiptOf } from '@portico/chains/evm'
import { type Address, encodeFunctionData, getContractAddress, numberToHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { typedDataToSign, wrapTypedDataSignature } from '../index.js'
import {
  type Delegation,
  type PermissionScope,
  type Redemption,
  type SignedDelegation,
  delegationTypedData,
  makeDelegation,
  redeemDelegations,
} from '../permissions/index.js'
import { testTokenAbi } from './artifacts/testTokenAbi.js'
import { testTokenBytecode } from './artifacts/testTokenBytecode.js'
import type { TestChain } from './chain.js'

/** Puts a token on the chain that is also a game. */
export async function deployToken({ reader, bundler }: TestChain): Promise<Address> {
  const nonce = await reader.getTransactionCount({ address: bundler })
  const transaction = { from: bundler, data: testTokenBytecode, gas: numberToHex(3_000_000n) }
  const hash = await reader.request({ method: 'eth_sendTransaction', params: [transaction] } as never)
  await receiptOf(reader, hash)
  return getContractAddress({ from: bundler, nonce: BigInt(nonce) })
}

export const transfer = (to: Address, amount: bigint) =>
  encodeFunctionData({ abi: testTokenAbi, functionName: 'transfer', args: [to, amount] })

export async function mint(chain: TestChain, token: Address, to: Address, amount: bigint): Promise<void> {
  await chain.send({ to: token, data: encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args: [to, amount] }) })
}

export const tokensOf = ({ reader }: TestChain, token: Address, of: Address): Promise<bigint> =>
  reader.readContract({ address: token, abi: testTokenAbi, functionName: 'balanceOf', args: [of] })

/** The account's signature of a delegation, for one chain. */
export async function signDelegation(delegation: Delegation, owner: PrivateKeyAccount, chainId: number): Promise<SignedDelegation> {
  const typedData = delegationTypedData({ delegation, chainId })
  const signature = await owner.signTypedData(typedDataToSign({ account: delegation.delegator, chainId, typedData }))
  return { ...delegation, signature: wrapTypedDataSignature({ signature, typedData }) }
}

export interface GrantParameters {
  account: Address
  owner: PrivateKeyAccount
  delegate: Address
  scope: PermissionScope
  /** Seconds from now. */
  lasts?: number
  salt?: bigint
}

/** Grants a permission from now on, for an hour unless told, by a signature alone. */
export async function grant(
  { reader, chainId }: TestChain,
  { account, owner, delegate, scope, lasts = 3600, salt = 1n }: GrantParameters,
): Promise<SignedDelegation> {
  const validAfter = Number((await reader.getBlock()).timestamp)
  const delegation = makeDelegation({ account, delegate, scope, validAfter, validUntil: validAfter + lasts, salt })
  return signDelegation(delegation, owner, chainId)
}

/** Uses permissions, as the delegate or whoever is named, and tells whether it went through. */
export async function redeem({ send }: TestChain, from: Address, ...redemptions: Redemption[]): Promise<boolean> {
  const { to, data } = redeemDelegations(redemptions)
  return (await send({ from, to, data, gas: 2_000_000n })).status === 'success'
}
