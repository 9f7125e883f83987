import { type Address, type Hex, decodeFunctionData, encodeFunctionData, erc20Abi } from 'viem'
import type { AccountChain } from '../account/accounts.js'
import { notSponsored, RefusedError } from '../bundler/errors.js'
import { type Operation, costOf } from '../bundler/operation.js'
import { addressOn } from '../chains/address.js'
import type { Prices } from '../prices/prices.js'
import { native } from '../swap/types.js'
import { type AccountCall, readCalls } from './calls.js'
import type { FeeToken } from './settings.js'

/** Wei of one coin. */
const coin = 10n ** 18n
/** Hundredths of what was told at first that are enough: prices move between the two questions. */
const enough = 97n

/** What one coin of a network costs in a token, in the token's smallest units. */
export type TokenRates = (token: FeeToken) => Promise<bigint>

/** By the gateway's prices, where the operator has named no rate. @throws RefusedError (-32001) where nobody knows */
export function createTokenRates({ at, prices }: { readonly at: AccountChain; readonly prices: Prices }): TokenRates {
  return async ({ address, decimals, rate, markup }) => {
    if (rate !== undefined) return rate
    const id = addressOn('eip155', address) ?? address
    const worth = await prices({ at, tokens: [native, id], currency: 'usd' })
    const [coinPrice, tokenPrice] = [worth.get(native), worth.get(id)]
    if (coinPrice === undefined || tokenPrice === undefined || tokenPrice === 0)
      throw new RefusedError(notSponsored, 'Nobody knows now what the network fee comes to in this token.')
    const ratio = BigInt(Math.round((coinPrice / tokenPrice) * 1e9))
    return (ratio * 10n ** BigInt(decimals) * BigInt(100 + markup)) / 100_000_000_000n
  }
}

/** What an operation has to pay for itself, in smallest units, rounded up. */
export const feeIn = (operation: Operation, rate: bigint): bigint => (costOf(operation) * rate + coin - 1n) / coin

/** Whether a call is the payment: a transfer to the operator and nothing else, in the one form that an encoder gives. */
export function paidBy(
  { to, value, data }: AccountCall,
  { address, receiver }: Pick<FeeToken, 'address' | 'receiver'>,
): bigint | undefined {
  if (to !== address || value !== 0n) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName !== 'transfer' || args[0] !== receiver) return undefined
    return transferData(receiver, args[1]) === data.toLowerCase() ? args[1] : undefined
  } catch {
    return undefined
  }
}

const transferData = (receiver: Address, amount: bigint): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [receiver, amount] }).toLowerCase() as Hex // hex stays hex

/** @throws RefusedError (-32001) where what the operation pays among its calls is less than it comes to */
export function checkPaid(operation: Operation, token: FeeToken, rate: bigint): void {
  const calls = readCalls(operation.callData, operation.sender) ?? []
  const paid = calls.reduce((sum, call) => sum + (paidBy(call, token) ?? 0n), 0n)
  if (paid * 100n < feeIn(operation, rate) * enough)
    throw new RefusedError(notSponsored, 'The network fee is not paid in the token that was named.')
}
