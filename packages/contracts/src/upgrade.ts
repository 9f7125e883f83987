import { type Address, type Hex, encodeFunctionData, getAddress } from 'viem'
import type { Call } from './account/execute.js'

/**
 * Simple7702Account 0.8 of eth-infinitism, for EntryPoint 0.8: the one code that a plain account is upgraded with (EIP-7702). CREATE2 with salt 0, so
 * that the address is the same on every chain, and what stands there is this code or nothing. It does what the account's own key sends or signs.
 * @example
 * const authorization = await wallet.signAuthorization({ contractAddress: simple7702Account, executor: 'self' })
 * await wallet.sendTransaction({ authorizationList: [authorization], to: address, data: encodeExecuteBatch(calls) })
 */
export const simple7702Account: Address = '0xe6Cae83BdE06E4c305530e199D7217f42808555B'

/** Its functions that are used here; the ABI of its package (MIT) in two lines. */
const abi = [
  {
    type: 'function',
    name: 'executeBatch',
    stateMutability: 'nonpayable',
    inputs: [
      {
        type: 'tuple[]',
        name: 'calls',
        components: [
          { type: 'address', name: 'target' },
          { type: 'uint256', name: 'value' },
          { type: 'bytes', name: 'data' },
        ],
      },
    ],
    outputs: [],
  },
] as const

/**
 * The call data by which an upgraded account does a batch: all of its calls, or none.
 * @example
 * const data = encodeExecuteBatch([
 *   { to: token, data: approve },
 *   { to: exchange, data: swap, value: 10n ** 15n }, // in wei
 * ])
 * await wallet.sendTransaction({ to: address, data }) // to itself
 */
export function encodeExecuteBatch(calls: readonly Call[]): Hex {
  const batch = calls.map(({ to, value = 0n, data = '0x' }) => ({ target: to, value, data }))
  return encodeFunctionData({ abi, functionName: 'executeBatch', args: [batch] })
}

/**
 * What a plain account's code is once it delegates (EIP-7702): a mark, and whose code runs.
 * @example
 * const stateOverride = [{ address, code: delegationTo(simple7702Account) }] // as if it were upgraded already
 * const gas = await client.estimateGas({ account: address, to: address, data: encodeExecuteBatch(calls), stateOverride })
 */
export const delegationTo = (delegate: Address): Hex => `0xef0100${delegate.slice(2).toLowerCase()}`

/**
 * Whose code runs for a plain account; undefined where it delegates to nobody.
 * @example const delegate = delegateIn((await client.getCode({ address })) ?? '0x') // simple7702Account, another, or undefined
 * @param code of `eth_getCode`
 */
export function delegateIn(code: string): Address | undefined {
  return /^0xef0100[0-9a-f]{40}$/i.test(code) ? getAddress(`0x${code.slice(8)}`) : undefined
}
