import { type Hex, keccak256 } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Fees } from './chain.js'
import { handleOpsData } from './entryPoint.js'
import { type Operation, entryPoint, gasOf } from './operation.js'

/** A transaction that is signed and can be sent again and again. */
export interface SignedBundle {
  readonly hash: Hex
  readonly raw: Hex
  /** Wei for a unit of gas. */
  readonly maxFee: bigint
  readonly priorityFee: bigint
}

/** Gas of the entry point's own work beside that of the operations, and of an authorization. */
const ownGas = 60_000n
const authorizationGas = 25_000n
/** Both fees have to rise by a tenth for a transaction to take another's place; an eighth is sure to be more. */
const bump = (fee: bigint): bigint => fee + fee / 8n + 1n

/**
 * Gas that a transaction with these operations is given. The entry point checks before each call that the operation's own limits are
 * still there, and a call keeps a 64th back: with less, a bundle that was simulated well fails on the chain.
 */
export function bundleGas(operations: readonly Operation[]): bigint {
  const authorizations = BigInt(operations.filter(({ authorization }) => authorization).length)
  const limits = operations.reduce((sum, operation) => sum + gasOf(operation), 0n)
  return (limits * 64n) / 63n + 1n + ownGas + authorizations * authorizationGas
}

/** Fees that every operation of the bundle pays back, whatever the base fee comes to. */
export function bundleFees(operations: readonly Operation[], highest: bigint): Pick<SignedBundle, 'maxFee' | 'priorityFee'> {
  const least = (values: readonly bigint[]): bigint => values.reduce((found, value) => (value < found ? value : found), highest)
  const maxFee = least(operations.map((operation) => operation.maxFeePerGas))
  const priorityFee = least([maxFee, ...operations.map((operation) => operation.maxPriorityFeePerGas)])
  return { maxFee, priorityFee }
}

/** Fees that take the place of a transaction that hangs; undefined where the highest is reached. */
export function raisedFees(
  { maxFee, priorityFee }: Pick<SignedBundle, 'maxFee' | 'priorityFee'>,
  { base, priority }: Fees,
  highest: bigint,
): Pick<SignedBundle, 'maxFee' | 'priorityFee'> | undefined {
  const largest = (one: bigint, other: bigint): bigint => (one > other ? one : other)
  const tip = largest(bump(priorityFee), priority)
  const wanted = largest(bump(maxFee), base * 2n + tip)
  const next = { maxFee: wanted < highest ? wanted : highest, priorityFee: tip < highest ? tip : highest }
  return next.maxFee < bump(maxFee) || next.priorityFee < bump(priorityFee) ? undefined : next
}

/** @param nonce of the executor's key */
export async function signBundle(
  account: PrivateKeyAccount,
  parameters: { chain: number; nonce: number; operations: readonly Operation[]; maxFee: bigint; priorityFee: bigint },
): Promise<SignedBundle> {
  const { chain, nonce, operations, maxFee, priorityFee } = parameters
  const authorizationList = operations.flatMap(({ authorization }) => {
    if (!authorization) return []
    const { address, chainId, nonce: own, r, s, yParity = 0 } = authorization
    return [{ address, chainId, nonce: own, r, s, yParity }]
  })
  const shared = {
    chainId: chain,
    nonce,
    to: entryPoint,
    data: handleOpsData(operations, account.address),
    gas: bundleGas(operations),
    maxFeePerGas: maxFee,
    maxPriorityFeePerGas: priorityFee,
  }
  const raw = await account.signTransaction(
    authorizationList.length > 0 ? { ...shared, type: 'eip7702', authorizationList } : { ...shared, type: 'eip1559' },
  )
  return { hash: keccak256(raw), raw, maxFee, priorityFee }
}
