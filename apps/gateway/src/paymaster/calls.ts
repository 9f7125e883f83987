import { accountAbi, batchMode, decodeExecute } from '@portico/contracts'
import {
  type Address,
  type Hex,
  decodeFunctionData,
  encodeFunctionData,
  isAddressEqual,
  parseAbi,
  toFunctionSelector,
  zeroAddress,
} from 'viem'

/** One call of an account. */
export interface AccountCall {
  readonly to: Address
  /** Wei. */
  readonly value: bigint
  readonly data: Hex
}

/** Batches within batches that are looked into. */
const deepest = 4

/** Simple7702Account and its kin. */
const simpleAbi = parseAbi(['function execute(address target, uint256 value, bytes data)'])
const simpleBatch = toFunctionSelector('executeBatch((address,uint256,bytes)[])')

/**
 * Every call that an account's call data makes, those of batches within it too. Undefined where it is not known for sure: another
 * form, one that an account and we might read differently, or a call to the account itself that is no batch.
 */
export function readCalls(callData: Hex, account: Address, depth = 0): readonly AccountCall[] | undefined {
  if (callData === '0x' && depth === 0) return []
  const calls = depth > deepest ? undefined : (readBatch(callData) ?? readSimple(callData))
  if (!calls) return undefined
  const all: AccountCall[] = []
  for (const call of calls) {
    // In a batch the zero address stands for the account (ERC-7821).
    const isOwn = isAddressEqual(call.to, account) || isAddressEqual(call.to, zeroAddress)
    const inner = isOwn ? readCalls(call.data, account, depth + 1) : [call]
    if (!inner) return undefined
    all.push(...inner)
  }
  return all
}

function readBatch(callData: Hex): readonly AccountCall[] | undefined {
  try {
    return decodeExecute(callData).map(({ to, value = 0n, data = '0x' }) => ({ to, value, data }))
  } catch {
    return undefined
  }
}

/** In the one form that an encoder gives: what a contract makes of a looser one is its secret. */
function readSimple(callData: Hex): readonly AccountCall[] | undefined {
  try {
    // Its list is written as the one in a batch of ERC-7821.
    if (callData.slice(0, 10).toLowerCase() === simpleBatch)
      return readBatch(encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [batchMode, `0x${callData.slice(10)}`] }))
    const { functionName, args } = decodeFunctionData({ abi: simpleAbi, data: callData })
    if (encodeFunctionData({ abi: simpleAbi, functionName, args }) !== callData.toLowerCase()) return undefined
    return [{ to: args[0], value: args[1], data: args[2] }]
  } catch {
    return undefined
  }
}
