import type { Address, Hex } from 'viem'
import { getAddress } from 'viem/utils'
import type { Action } from './action.js'
import { readArguments } from './readArguments.js'

/** What is paid to get something, by one route. */
interface Leg {
  readonly from: Address
  readonly to: Address
  readonly units: bigint
  readonly minimum: bigint
  readonly recipient: Address
}

const address = { type: 'address' } as const
const units = { type: 'uint256' } as const
const single = {
  type: 'tuple',
  components: [
    { type: 'address', name: 'tokenIn' },
    { type: 'address', name: 'tokenOut' },
    { type: 'uint24', name: 'fee' },
    { type: 'address', name: 'recipient' },
    { type: 'uint256', name: 'amountIn' },
    { type: 'uint256', name: 'amountOutMinimum' },
    { type: 'uint160', name: 'sqrtPriceLimitX96' },
  ],
} as const
const several = {
  type: 'tuple',
  components: [
    { type: 'bytes', name: 'path' },
    { type: 'address', name: 'recipient' },
    { type: 'uint256', name: 'amountIn' },
    { type: 'uint256', name: 'amountOutMinimum' },
  ],
} as const

/** `exactInputSingle`, `exactInput` and `swapExactTokensForTokens`. */
export const router02Selectors = ['0x04e45aaf', '0xb858183f', '0x472b43f3'] as const
const [one, many, byV2] = router02Selectors
const unwrapping = '0x49404b7c'
const refund = '0x12210e8a'
/** The router's words for who calls it, and for itself. */
const sender = '0x0000000000000000000000000000000000000001'
const itself = '0x0000000000000000000000000000000000000002'

/**
 * What calls of Uniswap's SwapRouter02 do together: a swap of one token for another, over as many routes as they like. Undefined where they
 * do anything else, or leave something with the router. Coins that go along are in the place of what is given, as much of it.
 */
export function readRouter02(
  calls: readonly Hex[],
  { router, value, caller }: { readonly router: Address; readonly value: bigint; readonly caller?: Address | undefined },
): readonly Action[] | undefined {
  const legs: Leg[] = []
  let unwrapped: { readonly minimum: bigint; readonly to: Address } | undefined
  for (const call of calls) {
    const leg = unwrapped ? undefined : readLeg(call)
    const unwraps = call.startsWith(unwrapping) ? readArguments([units, address], call) : undefined
    if (leg) legs.push(leg)
    // No leg comes behind it: what has none before it is no swap.
    else if (unwraps && !unwrapped) unwrapped = { minimum: unwraps[0], to: unwraps[1] }
    else if (call !== refund || legs.length === 0) return undefined
  }
  const [first] = legs
  if (!first || legs.some(({ from, to, recipient }) => from !== first.from || to !== first.to || recipient !== first.recipient))
    return undefined
  // An amount of nothing is all that the router holds.
  if (legs.some(({ units: each }) => each === 0n) || (first.recipient === itself) !== (unwrapped !== undefined)) return undefined
  const sum = (part: 'units' | 'minimum') => legs.reduce((total, leg) => total + leg[part], 0n)
  const amount = sum('units')
  if (value > 0n && value !== amount) return undefined
  return [
    {
      kind: 'swap',
      router,
      gives: { token: first.from, amount },
      gets: unwrapped ? { amount: unwrapped.minimum } : { token: first.to, amount: sum('minimum') },
      to: unwrapped ? unwrapped.to : first.recipient === sender ? (caller ?? sender) : first.recipient,
      ...(value > 0n && { coins: true }),
    },
  ]
}

function readLeg(call: Hex): Leg | undefined {
  switch (call.slice(0, 10)) {
    case one: {
      const [said] = readArguments([single], call) ?? []
      // With a limit it swaps a part, and leaves the rest.
      if (!said || said.sqrtPriceLimitX96 > 0n) return undefined
      return legOf(said.tokenIn, said.tokenOut, said.amountIn, said.amountOutMinimum, said.recipient)
    }
    case many: {
      const [said] = readArguments([several], call) ?? []
      // Address, fee, address, fee, address …
      if (!said || said.path.length < 88 || (said.path.length - 42) % 46 !== 0) return undefined
      return legOf(`0x${said.path.slice(2, 42)}`, `0x${said.path.slice(-40)}`, said.amountIn, said.amountOutMinimum, said.recipient)
    }
    case byV2: {
      const said = readArguments([units, units, { type: 'address[]' }, address], call)
      if (!said) return undefined
      const [amount, minimum, path, recipient] = said
      const [from, to] = [path[0], path.at(-1)]
      return from && to && legOf(from, to, amount, minimum, recipient)
    }
    default:
      return undefined
  }
}

const legOf = (from: Address, to: Address, amount: bigint, minimum: bigint, recipient: Address): Leg => ({
  from: getAddress(from),
  to: getAddress(to),
  units: amount,
  minimum,
  recipient: getAddress(recipient),
})
