import { type Address, type Log, encodeFunctionData, parseEventLogs, parseGwei } from 'viem'
import {
  type UserOperation,
  entryPoint08Abi,
  entryPoint08Address,
  getUserOperationTypedData,
  toPackedUserOperation,
} from 'viem/account-abstraction'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type Call, accountInitCode, encodeExecute, entryPoint08 } from '../index.js'
import { encodePaymasterData, sponsorshipToSign } from '../paymaster/index.js'
import type { TestChain } from './chain.js'

export type Operation = UserOperation<'0.8'>

export interface OperationParameters {
  sender: Address
  calls: readonly Call[]
  /** Set for the first operation: who the account is made for. */
  firstOwner?: Address
  nonceKey?: bigint
}

/** An operation of the account as it is now, not signed. */
export async function makeOperation(
  { reader }: TestChain,
  { sender, calls, firstOwner, nonceKey = 0n }: OperationParameters,
): Promise<Operation> {
  const args = [sender, nonceKey] as const
  const nonce = await reader.readContract({ address: entryPoint08.address, abi: entryPoint08Abi, functionName: 'getNonce', args })
  return {
    sender,
    nonce,
    ...(firstOwner && accountInitCode(firstOwner)),
    callData: encodeExecute(calls),
    callGasLimit: 500_000n,
    verificationGasLimit: 400_000n,
    preVerificationGas: 60_000n,
    maxFeePerGas: parseGwei('2'),
    maxPriorityFeePerGas: parseGwei('1'),
    signature: '0x',
  }
}

/** The operation with the owner's signature for one chain. */
export async function signOperation(operation: Operation, owner: PrivateKeyAccount, chainId: number): Promise<Operation> {
  const typedData = getUserOperationTypedData({ chainId, entryPointAddress: entryPoint08Address, userOperation: operation })
  return { ...operation, signature: await owner.signTypedData(typedData) }
}

export interface Sponsorship {
  validAfter?: number
  validUntil?: number
  signer?: PrivateKeyAccount
  delegate?: Address
}

/** The operation with the paymaster's agreement to pay for it. The owner signs afterwards. */
export async function sponsorOperation(
  { chainId, paymaster, sponsor }: TestChain,
  operation: Operation,
  { validAfter = 0, validUntil = 0, signer = sponsor, delegate }: Sponsorship = {},
): Promise<Operation> {
  const limits = { paymasterVerificationGasLimit: 100_000n, paymasterPostOpGasLimit: 0n }
  const toSign = sponsorshipToSign({ paymaster, chainId, operation: { ...operation, ...limits }, delegate, validAfter, validUntil })
  const signature = await signer.signTypedData(toSign)
  return { ...operation, ...limits, paymaster, paymasterData: encodePaymasterData({ validAfter, validUntil, signature }) }
}

export type Outcome = 'done' | 'failed' | 'refused'

/** Brings operations to the entry point. `refused` is not mined at all, `failed` is paid for and changes nothing. */
export async function submit({ send, bundler }: TestChain, ...operations: Operation[]): Promise<Outcome> {
  const args = [operations.map((operation) => toPackedUserOperation(operation)), bundler] as const
  const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'handleOps', args })
  const { status, logs } = await send({ to: entryPoint08.address, data, gas: 10_000_000n })
  if (status !== 'success') return 'refused'
  return operationsSucceeded(logs) ? 'done' : 'failed'
}

function operationsSucceeded(logs: Log[]): boolean {
  const events = parseEventLogs({ abi: entryPoint08Abi, eventName: 'UserOperationEvent', logs })
  return events.length > 0 && events.every(({ args }) => args.success)
}
