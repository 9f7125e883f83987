import { LRUCache } from 'lru-cache'
import { encodeFunctionData, zeroAddress } from 'viem'
import { z } from 'zod'
import { type Multicall, decode } from '../../rpc/multicall.js'
import { evmAddress } from '../../rpc/node.js'
import { v3FactoryAbi, v3PoolAbi } from './abi.js'
import { type V3Venue, hexOf } from './venues.js'

export interface Pool {
  readonly address: string
  readonly fee: number
  readonly liquidity: bigint
}
/** Pools of pairs of tokens, by {@link pairOf}, the deepest first. A pair without pools has none. */
export type Pools = (
  venue: V3Venue,
  pairs: readonly (readonly [string, string])[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, readonly Pool[]>>

/** Milliseconds that pools are kept: which are the deepest changes slowly, and what they give is asked each time. */
const freshMs = 30_000
/** Pairs that are kept. */
const most = 20_000

/** The same, whichever token comes first. */
export const pairOf = (a: string, b: string): string => (a < b ? `${a}/${b}` : `${b}/${a}`)

/** @param clock milliseconds since 1970 */
export function createPools(multicall: Multicall, fees: readonly number[], clock: () => number): Pools {
  const known = new LRUCache<string, { readonly until: number; readonly pools: readonly Pool[] }>({ max: most })

  return async (venue, pairs, signal) => {
    const keyOf = ([a, b]: readonly [string, string]): string => `${venue.factory}/${pairOf(a, b)}`
    const now = clock()
    const unknown = [...new Map(pairs.map((pair) => [keyOf(pair), pair])).values()].filter(
      (pair) => (known.get(keyOf(pair))?.until ?? 0) <= now,
    )
    const wanted = unknown.flatMap((pair) => fees.map((fee) => ({ pair, fee })))
    const found = await multicall(
      wanted.map(({ pair: [a, b], fee }) => {
        const args = [hexOf(a), hexOf(b), fee] as const
        return { to: venue.factory, data: encodeFunctionData({ abi: v3FactoryAbi, functionName: 'getPool', args }) }
      }),
      signal,
    )
    const there = wanted.flatMap(({ pair, fee }, at) => {
      const address = decode(v3FactoryAbi, 'getPool', found[at], evmAddress)
      return address === undefined || address === zeroAddress ? [] : [{ pair, fee, address }]
    })
    const data = encodeFunctionData({ abi: v3PoolAbi, functionName: 'liquidity' })
    const depths = await multicall(
      there.map(({ address: to }) => ({ to, data })),
      signal,
    )
    const pools = there.flatMap(({ pair, fee, address }, at) => {
      const liquidity = decode(v3PoolAbi, 'liquidity', depths[at], z.bigint()) ?? 0n
      return liquidity > 0n ? [{ key: keyOf(pair), pool: { address, fee, liquidity } }] : []
    })
    for (const pair of unknown) {
      const own = pools.flatMap(({ key, pool }) => (key === keyOf(pair) ? [pool] : []))
      known.set(keyOf(pair), { until: now + freshMs, pools: own.toSorted((a, b) => (a.liquidity < b.liquidity ? 1 : -1)) })
    }
    return new Map(pairs.map((pair) => [pairOf(...pair), known.get(keyOf(pair))?.pools ?? []]))
  }
}
