import { OptionsError } from '@portico/service'
import { type Hex, encodeFunctionData, erc20Abi, formatUnits, parseAbi, zeroAddress } from 'viem'
import { z } from 'zod'
import { createMulticall, decode } from '../../rpc/multicall.js'
import { NodeUnavailableError, RpcError } from '../../rpc/node.js'
import { ProviderError } from '../errors.js'
import type { Price, ProviderFactory } from '../types.js'

const factoryAbi = parseAbi(['function getPair(address a, address b) view returns (address)'])
const pairAbi = parseAbi([
  'function getReserves() view returns (uint112 first, uint112 second, uint32 at)',
  'function token0() view returns (address)',
])
const reserves = z.tuple([z.bigint(), z.bigint(), z.number()])

/** Pools with less in them than this, in dollars, say nothing: anybody could move them. */
const leastDepth = 50_000

interface Pool {
  readonly token: string
  /** The side that is not the token. */
  readonly quote: string
  readonly address: string
}
interface Depth extends Pool {
  /** Whole tokens on each side. */
  readonly tokens: number
  readonly quotes: number
}

/**
 * Prices by what lies in pools of the kind of Uniswap v2: `{ kind: 'pools', factory, stable, wrapped }`. For showing alone: whoever
 * has enough coins can move a pool for a moment. The stable token is taken for a dollar.
 */
export const pools: ProviderFactory = ({ chain, options, node, clock }) => {
  const { factory, stable, wrapped } = z
    .object({ factory: address, stable: address, wrapped: address })
    .catch(() => {
      throw new OptionsError(`chains: pools of ${chain.id} needs factory, stable and wrapped, each an address`)
    })
    .parse(options)
  const multicall = createMulticall(node)
  const decimals = new Map(chain.tokens.map((token) => [token.address, token.decimals]))

  const readDecimals = async (tokens: readonly string[], signal: AbortSignal): Promise<void> => {
    const unknown = tokens.filter((token) => !decimals.has(token))
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
    const answers = await multicall(
      unknown.map((to) => ({ to, data })),
      signal,
    )
    for (const [at, token] of unknown.entries()) {
      const told = decode(erc20Abi, 'decimals', answers[at], z.int().min(0).max(36))
      if (told !== undefined) decimals.set(token, told)
    }
  }

  const findPools = async (wanted: readonly Omit<Pool, 'address'>[], signal: AbortSignal): Promise<readonly Pool[]> => {
    const answers = await multicall(
      wanted.map(({ token, quote }) => {
        const args = [hexOf(token), hexOf(quote)] as const
        return { to: factory, data: encodeFunctionData({ abi: factoryAbi, functionName: 'getPair', args }) }
      }),
      signal,
    )
    return wanted.flatMap((pair, at) => {
      const found = decode(factoryAbi, 'getPair', answers[at], z.string())
      return found === undefined || found === zeroAddress ? [] : [{ ...pair, address: found }]
    })
  }

  const readDepths = async (found: readonly Pool[], signal: AbortSignal): Promise<readonly Depth[]> => {
    const answers = await multicall(
      found.flatMap(({ address: to }) => [
        { to, data: encodeFunctionData({ abi: pairAbi, functionName: 'getReserves' }) },
        { to, data: encodeFunctionData({ abi: pairAbi, functionName: 'token0' }) },
      ]),
      signal,
    )
    return found.flatMap((pool, at) => {
      const [first, second] = decode(pairAbi, 'getReserves', answers[at * 2], reserves) ?? []
      const isFirst = decode(pairAbi, 'token0', answers[at * 2 + 1], z.string())?.toLowerCase() === pool.token
      const [own, other] = [decimals.get(pool.token), decimals.get(pool.quote)]
      if (first === undefined || second === undefined || own === undefined || other === undefined) return []
      const [tokens, quotes] = isFirst ? [first, second] : [second, first]
      return [{ ...pool, tokens: Number(formatUnits(tokens, own)), quotes: Number(formatUnits(quotes, other)) }]
    })
  }

  const read = async (tokens: readonly string[], signal: AbortSignal): Promise<readonly Price[]> => {
    const contracts = [...new Set([wrapped, ...tokens.filter((token) => token !== 'native')])].filter((token) => token !== stable)
    await readDecimals([...contracts, stable], signal)
    const wanted = contracts.flatMap((token) => [{ token, quote: stable }, ...(token === wrapped ? [] : [{ token, quote: wrapped }])])
    const depths = await readDepths(await findPools(wanted, signal), signal)
    const coin = best(depths.filter(({ token }) => token === wrapped).map((depth) => valued(depth, 1)))
    return tokens.flatMap((token): Price[] => {
      const id = token === 'native' ? wrapped : token
      if (id === stable) return [{ token, price: 1, at: clock() }]
      const values = depths.flatMap((depth) => {
        if (depth.token !== id) return []
        const unit = depth.quote === stable ? 1 : coin
        return unit === undefined ? [] : [valued(depth, unit)]
      })
      const price = best(values)
      return price === undefined ? [] : [{ token, price, at: clock() }]
    })
  }

  return {
    kind: 'pools',
    prices: async ({ tokens, signal }) => {
      try {
        return await read(tokens, signal)
      } catch (error) {
        if (!(error instanceof NodeUnavailableError || error instanceof RpcError)) throw error
        throw new ProviderError('unavailable', error.message, { cause: error })
      }
    },
  }
}

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((text) => text.toLowerCase())
const hexOf = (text: string): Hex => `0x${text.slice(2)}`

/** What a pool says of its token. @param unit dollars for one of the other side */
function valued({ tokens, quotes }: Depth, unit: number): { price: number; depth: number } {
  return { price: tokens > 0 ? (quotes * unit) / tokens : 0, depth: 2 * quotes * unit }
}

/** The price of the deepest pool, if it is deep enough. */
function best(values: readonly { price: number; depth: number }[]): number | undefined {
  const [deepest] = values.filter(({ depth, price }) => depth >= leastDepth && price > 0).toSorted((a, b) => b.depth - a.depth)
  return deepest?.price
}
