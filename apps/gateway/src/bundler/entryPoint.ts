import { type Hex, decodeErrorResult, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import type { RpcError } from '../rpc/node.js'
import { RefusedError, bundlerCodes } from './errors.js'
import { type Operation, pack } from './operation.js'

/** The entry point's say about one operation of a bundle. */
export interface Failure {
  /** Place in the bundle. */
  readonly index: number
  /** Begins with the entry point's own code: 'AA24 signature error'. */
  readonly reason: string
  /** What the contract itself said, where it did. */
  readonly inner: Hex | undefined
}

const known = parseAbi(['error Error(string)', 'error Panic(uint256)'])

/** The call that brings operations to the chain. @param beneficiary who is paid for them */
export function handleOpsData(operations: readonly Operation[], beneficiary: Hex): Hex {
  return encodeFunctionData({ abi: entryPoint08Abi, functionName: 'handleOps', args: [operations.map(pack), beneficiary] })
}

export function nonceData(sender: Hex, key: bigint): Hex {
  return encodeFunctionData({ abi: entryPoint08Abi, functionName: 'getNonce', args: [sender, key] })
}

export function depositData(address: Hex): Hex {
  return encodeFunctionData({ abi: entryPoint08Abi, functionName: 'balanceOf', args: [address] })
}

export function readNonce(data: Hex): bigint {
  return decodeFunctionResult({ abi: entryPoint08Abi, functionName: 'getNonce', data })
}

/** What a reverted handleOps says of one of its operations; undefined where it says nothing that is known. */
export function readFailure(data: Hex | undefined): Failure | undefined {
  if (!data || data === '0x') return undefined
  try {
    const { errorName, args } = decodeErrorResult({ abi: entryPoint08Abi, data })
    if (errorName === 'FailedOp') return { index: Number(args[0]), reason: args[1], inner: undefined }
    if (errorName === 'FailedOpWithRevert') return { index: Number(args[0]), reason: args[1], inner: args[2] }
    return undefined
  } catch {
    return undefined
  }
}

/** The data of a revert, wherever a node puts it. */
export function revertData({ data, message }: RpcError): Hex | undefined {
  const nested = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  const text = typeof nested === 'string' ? nested : message
  const found = /0x(?:[0-9a-fA-F]{2})*/.exec(text)?.[0]
  return found ? `0x${found.slice(2)}` : undefined
}

/** A revert's own sentence, where it has one. */
export function revertText(data: Hex | undefined): string | undefined {
  if (!data || data === '0x') return undefined
  try {
    return String(decodeErrorResult({ abi: known, data }).args?.[0])
  } catch {
    return undefined
  }
}

/** Codes of ERC-7769 by the entry point's own. */
const codes: readonly (readonly [RegExp, number])[] = [
  [/^AA(24|34)/, bundlerCodes.signature],
  [/^AA(22|32)/, bundlerCodes.expired],
  [/^AA31/, bundlerCodes.deposit],
  [/^AA3/, bundlerCodes.paymaster],
]

/** A failure of an operation in the words of ERC-7769. */
export function refusedBy({ reason, inner }: Pick<Failure, 'reason' | 'inner'>, { paymaster }: Pick<Operation, 'paymaster'>): RefusedError {
  const code = codes.find(([pattern]) => pattern.test(reason))?.[1] ?? bundlerCodes.validation
  const text = revertText(inner)
  const data = reason.startsWith('AA3') ? { paymaster, ...(inner && { revertData: inner }) } : inner
  return new RefusedError(code, text ? `${reason}: ${text}` : reason, data)
}

/** Who is to blame for a failure, in the words of ERC-7562. */
export function culpritOf(reason: string, { sender, paymaster, factory }: Operation): Hex {
  if (/^AA3/.test(reason) && paymaster) return paymaster
  if (/^AA1/.test(reason) && factory && !factory.startsWith('0x7702')) return factory
  return sender
}
