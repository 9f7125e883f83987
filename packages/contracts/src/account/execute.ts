import {
  type Address,
  type Hex,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  isAddressEqual,
} from 'viem'
import { accountAbi } from '../artifacts/accountAbi.js'
import { CallDataError } from '../errors.js'

/** One call of a batch. */
export interface Call {
  to: Address
  /** In wei; nothing unless told. */
  value?: bigint | undefined
  data?: Hex | undefined
}

/** A call with nothing left out. */
export interface WholeCall {
  to: Address
  /** In wei. */
  value: bigint
  data: Hex
}

/**
 * ERC-7821: a batch, all of it or nothing, without data for the account beside it.
 * @example
 * const contract = { address: account, abi: accountAbi }
 * const takesBatches = await client.readContract({ ...contract, functionName: 'supportsExecutionMode', args: [batchMode] })
 */
export const batchMode = '0x0100000000000000000000000000000000000000000000000000000000000000'

const callsType = [
  {
    type: 'tuple[]',
    components: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  },
] as const

/**
 * The call data by which an account does a batch: all of its calls, or none (ERC-7821).
 * @example
 * const callData = encodeExecute([
 *   { to: token, data: approve },
 *   { to: exchange, data: swap, value: 10n ** 15n }, // in wei
 * ])
 */
export function encodeExecute(calls: readonly Call[]): Hex {
  const batch = calls.map(({ to, value = 0n, data = '0x' }) => ({ to, value, data }))
  return encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [batchMode, encodeAbiParameters(callsType, [batch])] })
}

/**
 * The calls in the call data of an account, in the one form that {@link encodeExecute} gives; anything else is refused, since
 * what a contract makes of a looser form is the contract's secret.
 * @example for (const { to, value, data } of decodeExecute(callData)) showCall(to, value, data) // value in wei
 * @throws CallDataError
 */
export function decodeExecute(data: Hex): WholeCall[] {
  const expected = 'a batch of an account (ERC-7821)'
  const calls = readCalls(data, expected)
  if (encodeExecute(calls) !== data.toLowerCase()) throw new CallDataError({ expected })
  return calls
}

/**
 * Whether one of these calls goes to the account itself: it may change the owner, or hold a further batch. In a batch the zero
 * address stands for the account (ERC-7821).
 * @example if (callsItself(decodeExecute(callData), account)) askOnceMore() // it may give the account to another owner
 */
export function callsItself(calls: readonly Call[], account: Address): boolean {
  return calls.some(({ to }) => isAddressEqual(to, account) || isAddressEqual(to, '0x0000000000000000000000000000000000000000'))
}

function readCalls(data: Hex, expected: string): WholeCall[] {
  try {
    const { functionName, args } = decodeFunctionData({ abi: accountAbi, data })
    if (functionName !== 'execute' || args[0] !== batchMode) throw new CallDataError({ expected })
    if (!isInOrder(args[1])) throw new CallDataError({ expected })
    return decodeAbiParameters(callsType, args[1])[0].map(({ to, value, data }) => ({ to, value, data }))
  } catch (cause) {
    throw cause instanceof CallDataError ? cause : new CallDataError({ expected, cause })
  }
}

/**
 * Whether each call of a list stands behind the one before it, as an encoder writes them. Where a thousand of them are the same bytes,
 * a list unfolds to a thousand times its length before it can be compared with anything.
 */
function isInOrder(calls: Hex): boolean {
  /** The word at a byte; NaN beyond the end. */
  const word = (at: number): number => Number(`0x${calls.slice(2 + 2 * at, 66 + 2 * at)}`)
  const count = word(32)
  if (word(0) !== 32) return false
  let offset = 32 * count
  for (let index = 0; index < count; index += 1) {
    if (word(64 + 32 * index) !== offset || word(64 + offset + 64) !== 96) return false
    offset += 128 + 32 * Math.ceil(word(64 + offset + 96) / 32)
  }
  return true
}
