import { type Hex, concatHex, encodeFunctionData, numberToHex } from 'viem'
import { z } from 'zod'
import { type Multicall, type Read, decode } from '../../rpc/multicall.js'
import { quoterAbi, v2Abi } from './abi.js'
import type { Route } from './routes.js'
import { hexOf } from './venues.js'

export interface Priced {
  readonly route: Route
  readonly amountIn: bigint
  readonly amountOut: bigint
  /** Units, of a transaction with nothing else in it. */
  readonly gas: bigint
}

/** What routes give for amounts, in one call of the chain. A route that has no pools, or gives nothing, is undefined. */
export async function readRoutes(
  multicall: Multicall,
  wanted: readonly (readonly [Route, bigint])[],
  signal: AbortSignal,
): Promise<readonly (Priced | undefined)[]> {
  const answers = await multicall(
    wanted.map(([route, amount]) => readOf(route, amount)),
    signal,
  )
  return wanted.map(([route, amountIn], at) => {
    const told = resultOf(route, answers[at])
    return told === undefined || told.amountOut === 0n ? undefined : { route, amountIn, ...told }
  })
}

/** Address, fee, address, fee, address. */
export function packedPath({ tokens, fees }: Pick<Route, 'tokens' | 'fees'>): Hex {
  return concatHex(tokens.flatMap((token, at) => (at === 0 ? [hexOf(token)] : [numberToHex(fees[at - 1] ?? 0, { size: 3 }), hexOf(token)])))
}

/** Units of gas: a transaction with its transfers, and each pool of V2. */
const gasOfAll = 60_000n
const gasOfV2Hop = 75_000n

function readOf(route: Route, amount: bigint): Read {
  const { venue, tokens } = route
  if (venue.kind === 'v3') {
    return {
      to: venue.quoter,
      data: encodeFunctionData({ abi: quoterAbi, functionName: 'quoteExactInput', args: [packedPath(route), amount] }),
    }
  }
  return { to: venue.router, data: encodeFunctionData({ abi: v2Abi, functionName: 'getAmountsOut', args: [amount, tokens.map(hexOf)] }) }
}

const amounts = z.array(z.bigint())
const quoted = z.tuple([z.bigint(), z.unknown(), z.unknown(), z.bigint()])

function resultOf({ venue, tokens }: Route, answer: Hex | undefined): { amountOut: bigint; gas: bigint } | undefined {
  if (venue.kind === 'v3') {
    const told = decode(quoterAbi, 'quoteExactInput', answer, quoted)
    return told && { amountOut: told[0], gas: told[3] + gasOfAll }
  }
  const out = decode(v2Abi, 'getAmountsOut', answer, amounts)?.at(-1)
  return out === undefined ? undefined : { amountOut: out, gas: gasOfAll + gasOfV2Hop * BigInt(tokens.length - 1) }
}
