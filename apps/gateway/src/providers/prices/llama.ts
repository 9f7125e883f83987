import { z } from 'zod'
import { createAsk } from '../ask.js'
import type { Price, ProviderFactory } from '../types.js'

const hosted = 'https://coins.llama.fi'

/** What DefiLlama calls a chain. Others are left to the next source. */
const chains: Readonly<Record<string, { readonly slug: string; readonly coin: string }>> = {
  'eip155:1': { slug: 'ethereum', coin: 'ethereum' },
  'eip155:10': { slug: 'optimism', coin: 'ethereum' },
  'eip155:56': { slug: 'bsc', coin: 'binancecoin' },
  'eip155:100': { slug: 'xdai', coin: 'xdai' },
  'eip155:137': { slug: 'polygon', coin: 'polygon-ecosystem-token' },
  'eip155:324': { slug: 'era', coin: 'ethereum' },
  'eip155:8453': { slug: 'base', coin: 'ethereum' },
  'eip155:42161': { slug: 'arbitrum', coin: 'ethereum' },
  'eip155:42220': { slug: 'celo', coin: 'celo' },
  'eip155:43114': { slug: 'avax', coin: 'avalanche-2' },
  'eip155:7777777': { slug: 'zora', coin: 'ethereum' },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { slug: 'solana', coin: 'solana' },
  'bip122:000000000019d6689c085ae165831e93': { slug: 'bitcoin', coin: 'bitcoin' },
}

/** As many as one address of a request has room for. */
const perRequest = 80

const answer = z.object({
  coins: z.record(
    z.string(),
    z.object({ price: z.number().nonnegative(), timestamp: z.number(), confidence: z.optional(z.number().min(0).max(1)) }),
  ),
})

/** Prices by DefiLlama, which needs no key. */
export const llama: ProviderFactory = ({ chain, options, fetch }) => {
  const known = chains[chain.id]
  if (!known) return { kind: 'llama' }
  const ask = createAsk({ kind: 'llama', fetch })
  const idOf = (token: string) => (token === 'native' ? `coingecko:${known.coin}` : `${known.slug}:${token}`)
  const some = async (tokens: readonly string[], signal: AbortSignal): Promise<readonly Price[]> => {
    const ids = tokens.map(idOf)
    const url = new URL(`/prices/current/${ids.map(encodeURIComponent).join(',')}`, options.url ?? hosted)
    const { coins } = await ask({ url, signal }, answer)
    return tokens.flatMap((token, at) => {
      const coin = coins[ids[at] ?? '']
      if (!coin) return []
      const { price, timestamp, confidence } = coin
      return [{ token, price, at: timestamp * 1000, ...(confidence !== undefined && { confidence }) }]
    })
  }
  return {
    kind: 'llama',
    prices: async ({ tokens, signal }) => {
      const pages = Array.from({ length: Math.ceil(tokens.length / perRequest) }, (_, page) =>
        tokens.slice(page * perRequest, (page + 1) * perRequest),
      )
      return (await Promise.all(pages.map((page) => some(page, signal)))).flat()
    },
  }
}
