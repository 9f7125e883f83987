import { type Hex, concat, decodeErrorResult, decodeFunctionResult, encodeFunctionData, size } from 'viem'
import { estimatorAbi, estimatorCode } from './artifacts/estimator.js'
import { type BundlerChain, callWith, overridesOf } from './chain.js'
import { handleOpsData, refusedBy, revertText } from './entryPoint.js'
import { RefusedError, bundlerCodes } from './errors.js'
import { type Operation, delegatedFactory, entryPoint, hashOperation, pack } from './operation.js'

/** Where the estimator looks for the entry point's own code. */
const shadow = '0x00000000000000000000000000000000706F5274'

/** What a signature of an account takes, where the operation has none yet. */
const signatureBytes = 65

export interface GasEstimate {
  readonly preVerificationGas: bigint
  readonly verificationGasLimit: bigint
  readonly callGasLimit: bigint
  readonly paymasterVerificationGasLimit?: bigint
  readonly paymasterPostOpGasLimit?: bigint
}

/**
 * What an operation needs, in gas, with some more than it took: the state of the chain moves on. The signature may be any that has the
 * right length.
 * @throws RefusedError (-32521) where its calls fail, and as a simulation does where it can't be valid
 */
export async function estimateGas(chain: BundlerChain, operation: Operation): Promise<GasEstimate> {
  const found = await measureGas(chain, operation)
  const more = (gas: bigint): bigint => gas + gas / 10n
  return {
    preVerificationGas: leastPreVerificationGas(operation) + 2000n,
    // What the entry point does between: the hash, the deposit, and a nonce that may be the key's first.
    verificationGasLimit: more(found.creation + found.validation) + 70_000n,
    callGasLimit: operation.callData === '0x' ? 0n : more(found.execution) + 5000n,
    ...(operation.paymaster && {
      paymasterVerificationGasLimit: more(found.paymasterValidation) + 40_000n,
      paymasterPostOpGasLimit: found.postOp === 0n ? 0n : more(found.postOp) + 10_000n,
    }),
  }
}

/**
 * What the parts of an operation take, in gas, whatever limits it has.
 * @param least gas of the calls that is tried first: where it is enough, `execution` is as much
 * @throws RefusedError as `estimateGas`
 */
export async function measureGas(chain: BundlerChain, operation: Operation, least = 0n) {
  const own = await chain.code(entryPoint)
  if (own === '0x') throw new RefusedError(bundlerCodes.internal, 'EntryPoint 0.8 is not deployed on this chain.')
  const hash = hashOperation(operation, chain.number)
  // The paymaster is told limits that are likely, and no cost, since its deposit is no matter here.
  const likely = { ...operation, callGasLimit: 1_000_000n, verificationGasLimit: 1_000_000n, preVerificationGas: 100_000n }
  const data = encodeFunctionData({ abi: estimatorAbi, functionName: 'estimate', args: [pack(likely), hash, least] })
  const overrides = { ...overridesOf([operation]), [entryPoint]: { code: estimatorCode }, [shadow]: { code: own } }
  const outcome = await callWith(chain.node, { to: entryPoint, data }, overrides)
  if (!('result' in outcome)) throw refusalOf(outcome, operation)
  return decodeFunctionResult({ abi: estimatorAbi, functionName: 'estimate', data: outcome.result })
}

function refusalOf({ data, message }: { data: Hex | undefined; message: string }, operation: Operation): RefusedError {
  const unknown = new RefusedError(bundlerCodes.validation, `The operation can't be estimated: ${message}`, data)
  if (!data) return unknown
  try {
    const { errorName, args } = decodeErrorResult({ abi: estimatorAbi, data })
    if (errorName === 'Invalid') return refusedBy({ reason: args[0], inner: args[1] }, operation)
    if (errorName !== 'ExecutionReverted') return unknown
    const text = revertText(args[0])
    return new RefusedError(bundlerCodes.reverted, text ? `The calls fail: ${text}` : 'The calls fail.', args[0])
  } catch {
    return unknown
  }
}

/** Gas of a transaction itself, of an authorization in it, and what the entry point does for an operation that it does not count. */
const transactionGas = 21_000n
const authorizationGas = 25_000n
const uncountedGas = 17_000n
/** What it counts for any operation, at the least. */
const countedGas = 40_000n

/**
 * The least that pays for what the entry point does not count: the transaction itself, as if the operation stood in it alone, its data
 * (EIP-2028, and not less than EIP-7623 asks), and its authorization. Not what a rollup pays to the chain below it.
 */
export function leastPreVerificationGas(operation: Operation): bigint {
  const signature = size(operation.signature) < signatureBytes ? concat([`0x${'ff'.repeat(signatureBytes)}`]) : operation.signature
  const limits = { callGasLimit: 1_000_000n, verificationGasLimit: 1_000_000n, preVerificationGas: 100_000n }
  const filled = { ...operation, ...limits, maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 10n, signature }
  const data = handleOpsData([filled], delegatedFactory)
  const bytes = size(data)
  let zeros = 0
  for (let at = 2; at < data.length; at += 2) if (data[at] === '0' && data[at + 1] === '0') zeros += 1
  const calldata = BigInt(zeros * 4 + (bytes - zeros) * 16)
  const copies = BigInt(Math.ceil(bytes / 32)) * 12n
  const counted = calldata + copies + uncountedGas
  // EIP-7623 asks for two and a half times as much where little else is done; the entry point counts this much at least.
  const floor = (calldata * 5n) / 2n - countedGas
  return transactionGas + (counted > floor ? counted : floor) + (operation.authorization ? authorizationGas : 0n)
}
