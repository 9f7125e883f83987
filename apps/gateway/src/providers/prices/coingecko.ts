import { z } from 'zod'
import { createAsk } from '../ask.js'
import type { Price, ProviderFactory } from '../types.js'

const hosted = 'https://api.coingecko.com'
const paid = 'https://pro-api.coingecko.com'

/** What CoinGecko calls a chain and its coin. */
const chains: Readonly<Record<string, { readonly platform?: string; readonly coin: string }>> = {
  'eip155:1': { platform: 'ethereum', coin: 'ethereum' },
  'eip155:10': { platform: 'optimistic-ethereum', coin: 'ethereum' },
  'eip155:56': { platform: 'binance-smart-chain', coin: 'binancecoin' },
  'eip155:100': { platform: 'xdai', coin: 'xdai' },
  'eip155:137': { platform: 'polygon-pos', coin: 'polygon-ecosystem-token' },
  'eip155:324': { platform: 'zksync', coin: 'ethereum' },
  'eip155:8453': { platform: 'base', coin: 'ethereum' },
  'eip155:42161': { platform: 'arbitrum-one', coin: 'ethereum' },
  'eip155:42220': { platform: 'celo', coin: 'celo' },
  'eip155:43114': { platform: 'avalanche', coin: 'avalanche-2' },
  'eip155:7777777': { platform: 'zora-network', coin: 'ethereum' },
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': { platform: 'solana', coin: 'solana' },
  'bip122:000000000019d6689c085ae165831e93': { coin: 'bitcoin' },
}

const answer = z.record(z.string(), z.object({ usd: z.nullish(z.number().nonnegative()), last_updated_at: z.nullish(z.number()) }))

/** As many as one address of a request has room for. */
const perRequest = 100

/** Prices by CoinGecko. A key is one of its paid plans, and goes to their own host unless `url` names another. */
export const coingecko: ProviderFactory = ({ chain, options: { key, url }, fetch }) => {
  const known = chains[chain.id]
  if (!known) return { kind: 'coingecko' }
  const ask = createAsk({ kind: 'coingecko', fetch })
  const base = url ?? (key === undefined ? hosted : paid)
  const get = (path: string, query: Readonly<Record<string, string>>, signal: AbortSignal) => {
    const address = new URL(path, base)
    address.search = String(new URLSearchParams({ ...query, vs_currencies: 'usd', include_last_updated_at: 'true' }))
    return ask({ url: address, signal, ...(key !== undefined && { init: { headers: { 'x-cg-pro-api-key': key } } }) }, answer)
  }
  const coin = async (signal: AbortSignal): Promise<readonly Price[]> => {
    const coins = await get('/api/v3/simple/price', { ids: known.coin }, signal)
    return pricesOf(['native'], () => known.coin, coins)
  }
  const contracts = async (platform: string, tokens: readonly string[], signal: AbortSignal): Promise<readonly Price[]> => {
    const found = await get(`/api/v3/simple/token_price/${platform}`, { contract_addresses: tokens.join(',') }, signal)
    return pricesOf(tokens, (token) => token, found)
  }
  return {
    kind: 'coingecko',
    prices: async ({ tokens, signal }) => {
      const asked = tokens.includes('native') ? [coin(signal)] : []
      const others = tokens.filter((token) => token !== 'native')
      const { platform } = known
      for (let at = 0; platform !== undefined && at < others.length; at += perRequest)
        asked.push(contracts(platform, others.slice(at, at + perRequest), signal))
      return (await Promise.all(asked)).flat()
    },
  }
}

const pricesOf = (tokens: readonly string[], keyOf: (token: string) => string, found: z.output<typeof answer>): readonly Price[] =>
  tokens.flatMap((token) => {
    const told = found[keyOf(token)]
    // Without its age a price is taken for stale.
    return typeof told?.usd !== 'number' ? [] : [{ token, price: told.usd, at: (told.last_updated_at ?? 0) * 1000 }]
  })
