import { OptionsError } from '@portico/service'
import { formatUnits } from 'viem'
import { z } from 'zod'
import { numberOf } from '../../indexer/indexer.js'
import { createTokenNames } from '../../indexer/tokens.js'
import { createMulticall } from '../../rpc/multicall.js'
import { createNode } from '../../rpc/node.js'
import { valueOf } from '../amount.js'
import { createAsk, posted } from '../ask.js'
import { nftOf } from '../nft.js'
import { nodeFailure } from '../nodeFailure.js'
import { nodeRows } from '../nodeRows.js'
import type { ProviderFactory } from '../types.js'
import { type Balance, tokenDecimals } from '../wire.js'
import { findTransfers } from './transfers.js'

/** What Alchemy calls a chain. */
const networks: Readonly<Record<string, string>> = {
  'eip155:1': 'eth-mainnet',
  'eip155:10': 'opt-mainnet',
  'eip155:56': 'bnb-mainnet',
  'eip155:100': 'gnosis-mainnet',
  'eip155:137': 'polygon-mainnet',
  'eip155:324': 'zksync-mainnet',
  'eip155:8453': 'base-mainnet',
  'eip155:42161': 'arb-mainnet',
  'eip155:42220': 'celo-mainnet',
  'eip155:43114': 'avax-mainnet',
  'eip155:7777777': 'zora-mainnet',
  'eip155:11155111': 'eth-sepolia',
}

/** How many pages of tokens are read. */
const mostPages = 10

const tokens = z.object({
  data: z.object({
    tokens: z.array(
      z.object({
        tokenAddress: z.nullable(z.string()),
        tokenBalance: z
          .string()
          .regex(/^0x[0-9a-fA-F]{1,64}$/)
          .transform(BigInt),
        tokenMetadata: z.nullish(
          z.object({
            decimals: tokenDecimals,
            logo: z.nullish(z.string()),
            name: z.nullish(z.string()),
            symbol: z.nullish(z.string()),
          }),
        ),
        tokenPrices: z.nullish(z.array(z.object({ currency: z.string(), value: z.string() }))),
      }),
    ),
    pageKey: z.nullish(z.string()),
  }),
})

const nfts = z.object({
  ownedNfts: z.array(
    z.object({
      contract: z.object({
        address: z.string(),
        name: z.nullish(z.string()),
        symbol: z.nullish(z.string()),
        isSpam: z.nullish(z.boolean()),
      }),
      tokenId: z.string().regex(/^\d+$/),
      tokenType: z.string(),
      name: z.nullish(z.string()),
      image: z.nullish(z.object({ thumbnailUrl: z.nullish(z.string()), originalUrl: z.nullish(z.string()) })),
      balance: z.nullish(z.string().regex(/^\d+$/)),
    }),
  ),
  pageKey: z.nullish(z.string()),
})

/** Balances, with prices, history and NFTs by Alchemy. `url` stands for all of its hosts. */
export const alchemy: ProviderFactory = ({ chain, options: { key, url }, db, fetch, clock }) => {
  const network = networks[chain.id]
  if (network === undefined || key === undefined)
    throw new OptionsError(`chains: alchemy needs a key, and does not know ${chain.id} without one`)
  const ask = createAsk({ kind: 'alchemy', fetch })
  const { native } = chain
  const node = createNode({ urls: [new URL(`/v2/${key}`, url ?? `https://${network}.g.alchemy.com`).href], fetch })
  const number = numberOf(chain)
  const names = createTokenNames({ chain, number, db, multicall: createMulticall(node, { isolated: true }), clock })
  return {
    kind: 'alchemy',
    balances: async ({ address, signal }) => {
      const found: Balance[] = []
      let pageKey: string | undefined
      for (let page = 0; page < mostPages; page += 1) {
        const body = {
          addresses: [{ address, networks: [network] }],
          withMetadata: true,
          withPrices: true,
          includeNativeTokens: true,
          ...(pageKey !== undefined && { pageKey }),
        }
        const place = new URL(`/data/v1/${key}/assets/tokens/by-address`, url ?? 'https://api.g.alchemy.com')
        const { data } = await ask({ url: place, init: posted(body), signal }, tokens)
        for (const { tokenAddress, tokenBalance, tokenMetadata, tokenPrices } of data.tokens) {
          const isNative = tokenAddress === null
          if (tokenBalance === 0n && !isNative) continue
          const decimals = isNative ? native.decimals : (tokenMetadata?.decimals ?? 0)
          const numeric = formatUnits(tokenBalance, decimals)
          found.push({
            name: isNative ? native.name : (tokenMetadata?.name ?? ''),
            symbol: isNative ? native.symbol : (tokenMetadata?.symbol ?? ''),
            chainId: chain.id,
            ...(!isNative && { address: `${chain.id}:${tokenAddress.toLowerCase()}` }),
            ...valueOf(numeric, Number(tokenPrices?.find(({ currency }) => currency.toLowerCase() === 'usd')?.value ?? 0)),
            quantity: { decimals: String(decimals), numeric },
            iconUrl: isNative ? native.iconUrl : (tokenMetadata?.logo ?? ''),
          })
        }
        if (!data.pageKey || data.pageKey === pageKey) break
        pageKey = data.pageKey
      }
      return found.toSorted((one, other) => Number(one.address !== undefined) - Number(other.address !== undefined))
    },
    history: async ({ address, cursor, limit, signal }) => {
      const from = cursor !== undefined && /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined
      try {
        const found = await findTransfers({ node, chain: chain.id, viewer: address, from, limit, signal })
        const { hashes, internal, next } = found
        return {
          data: await nodeRows({ node, chain, number, names, viewer: address, hashes, ...(internal && { internal }), signal }),
          next: next === null ? null : String(next),
          ...(!internal && { missing: ['internal-transfers' as const] }),
        }
      } catch (error) {
        signal.throwIfAborted()
        throw nodeFailure(error, 'alchemy')
      }
    },
    nfts: async ({ address, cursor, limit, signal }) => {
      const place = new URL(`/nft/v3/${key}/getNFTsForOwner`, url ?? `https://${network}.g.alchemy.com`)
      place.search = String(new URLSearchParams({ owner: address, withMetadata: 'true', pageSize: String(Math.min(limit, 100)) }))
      if (cursor !== undefined) place.searchParams.set('pageKey', cursor)
      const { ownedNfts, pageKey } = await ask({ url: place, signal }, nfts)
      return {
        data: ownedNfts.map(({ contract, tokenId, tokenType, name, image, balance }) =>
          nftOf({
            chain: chain.id,
            standard: tokenType === 'ERC1155' ? 'erc1155' : 'erc721',
            token: contract.address.toLowerCase(),
            tokenId,
            quantity: balance ?? '1',
            name: name ?? undefined,
            collection: { name: contract.name ?? '', symbol: contract.symbol ?? '' },
            picture: image?.thumbnailUrl ?? image?.originalUrl ?? undefined,
            isSpam: contract.isSpam ?? false,
          }),
        ),
        next: pageKey || null,
      }
    },
  }
}
