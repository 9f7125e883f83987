import { type Hex, encodeFunctionData } from 'viem'
import { router02Abi, v2Abi } from './abi.js'
import type { Leg } from './plan.js'
import { packedPath } from './readRoutes.js'
import { hexOf, targetOf } from './venues.js'

export interface EncodeParameters {
  readonly legs: readonly Leg[]
  readonly isFromNative: boolean
  readonly isToNative: boolean
  readonly user: string
  /** Seconds since 1970, by the chain's clock. */
  readonly deadline: bigint
}

/** `SwapRouter02`'s word for itself. */
const itself = '0x0000000000000000000000000000000000000002'

/** The call of a router that swaps so. What comes out goes to the user, and nothing stays with the router. */
export function encodeSwap({ legs, isFromNative, isToNative, user, deadline }: EncodeParameters): { to: string; data: Hex; value: bigint } {
  const [first] = legs
  if (!first) throw new TypeError('A swap has a part at least.')
  const { venue, tokens } = first.route
  const amount = legs.reduce((sum, { amountIn }) => sum + amountIn, 0n)
  const least = legs.reduce((sum, { minOut }) => sum + minOut, 0n)
  const value = isFromNative ? amount : 0n
  const to = targetOf(venue)
  if (venue.kind === 'v2' && venue.router02 === undefined) {
    const path = tokens.map(hexOf)
    if (isFromNative) {
      return {
        to,
        value,
        data: encodeFunctionData({ abi: v2Abi, functionName: 'swapExactETHForTokens', args: [least, path, hexOf(user), deadline] }),
      }
    }
    const functionName = isToNative ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
    return { to, value, data: encodeFunctionData({ abi: v2Abi, functionName, args: [amount, least, path, hexOf(user), deadline] }) }
  }
  const calls = legs.map((leg) => encodeLeg(leg, isToNative ? itself : hexOf(user)))
  if (isToNative) calls.push(encodeFunctionData({ abi: router02Abi, functionName: 'unwrapWETH9', args: [least, hexOf(user)] }))
  return { to, value, data: encodeFunctionData({ abi: router02Abi, functionName: 'multicall', args: [deadline, calls] }) }
}

function encodeLeg({ route, amountIn, minOut }: Leg, recipient: Hex): Hex {
  if (route.venue.kind === 'v2') {
    const args = [amountIn, minOut, route.tokens.map(hexOf), recipient] as const
    return encodeFunctionData({ abi: router02Abi, functionName: 'swapExactTokensForTokens', args })
  }
  const params = { path: packedPath(route), recipient, amountIn, amountOutMinimum: minOut }
  return encodeFunctionData({ abi: router02Abi, functionName: 'exactInput', args: [params] })
}
