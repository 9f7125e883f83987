import { OptionsError } from '@portico/service'
import { encodeFunctionData, formatUnits, parseAbi } from 'viem'
import { z } from 'zod'
import { createMulticall, decode } from '../../rpc/multicall.js'
import { evmAddress } from '../../rpc/node.js'
import { nodeFailure } from '../nodeFailure.js'
import type { Price, ProviderFactory } from '../types.js'

const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80 round, int256 answer, uint256 started, uint256 updated, uint80 answered)',
])
const round = z.tuple([z.bigint(), z.bigint(), z.bigint(), z.bigint(), z.bigint()])

/** Feeds by token, `native` for the chain's own coin. */
const feeds = z.record(
  z.string(),
  z.object({
    address: evmAddress,
    /** Seconds after which a feed speaks at the latest; an hour unless told, as Chainlink lists it for each of them. */
    heartbeat: z.int().min(1).max(604_800).default(3600),
  }),
)

/** Seconds that a transaction may take into a block, and that clocks may differ. */
const graceSeconds = 600

/** What a feed says of itself, which does not change; undefined where it is none in dollars. */
interface Facts {
  readonly decimals: number
}

/**
 * Prices by Chainlink's feeds on the chain itself: `{ kind: 'chainlink', feeds: { native: { address, heartbeat } } }`. A feed is silent
 * while the price hardly moves, so its price counts as of now until its heartbeat is over; then it is left out. For showing alone.
 */
export const chainlink: ProviderFactory = ({ chain, options, node, clock }) => {
  const parsed = feeds.safeParse(options.feeds)
  if (!parsed.success || Object.keys(parsed.data).length === 0 || !chain.id.startsWith('eip155:'))
    throw new OptionsError(`chains: chainlink of ${chain.id} needs feeds: by token, or native, an object with an address`)
  const byToken = new Map(Object.entries(parsed.data).map(([token, feed]) => [token.toLowerCase(), feed]))
  const multicall = createMulticall(node)
  const known = new Map<string, Facts | undefined>()

  const readFacts = async (addresses: readonly string[], signal: AbortSignal): Promise<void> => {
    const unknown = addresses.filter((address) => !known.has(address))
    const names = ['decimals', 'description'] as const
    const reads = unknown.flatMap((to) => names.map((functionName) => ({ to, data: encodeFunctionData({ abi: feedAbi, functionName }) })))
    const answers = reads.length > 0 ? await multicall(reads, signal) : []
    for (const [at, address] of unknown.entries()) {
      const [first, second] = answers.slice(at * names.length)
      const decimals = decode(feedAbi, 'decimals', first, z.int().min(0).max(36))
      const description = decode(feedAbi, 'description', second, z.string())
      // One that does not answer now may do so later.
      if (decimals === undefined || description === undefined) continue
      known.set(address, /\/\s*USD$/i.test(description.trim()) ? { decimals } : undefined)
    }
  }

  const read = async (tokens: readonly string[], signal: AbortSignal): Promise<readonly Price[]> => {
    const wanted = tokens.flatMap((token) => {
      const feed = byToken.get(token.toLowerCase())
      return feed ? [{ token, feed }] : []
    })
    if (wanted.length === 0) return []
    await readFacts([...new Set(wanted.map(({ feed }) => feed.address))], signal)
    const data = encodeFunctionData({ abi: feedAbi, functionName: 'latestRoundData' })
    const answers = await multicall(
      wanted.map(({ feed }) => ({ to: feed.address, data })),
      signal,
    )
    const now = Math.floor(clock() / 1000)
    return wanted.flatMap(({ token, feed }, at): Price[] => {
      const facts = known.get(feed.address)
      const [, answer, , updated] = decode(feedAbi, 'latestRoundData', answers[at], round) ?? []
      if (!facts || answer === undefined || updated === undefined || answer <= 0n) return []
      const age = now - Number(updated)
      if (age > feed.heartbeat + graceSeconds || age < -graceSeconds) return []
      return [{ token, price: Number(formatUnits(answer, facts.decimals)), at: clock() }]
    })
  }

  return {
    kind: 'chainlink',
    prices: async ({ tokens, signal }) => {
      try {
        return await read(tokens, signal)
      } catch (error) {
        signal.throwIfAborted()
        throw nodeFailure(error, 'chainlink')
      }
    },
  }
}
