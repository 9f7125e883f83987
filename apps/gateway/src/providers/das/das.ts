import { OptionsError } from '@portico/service'
import { formatUnits } from 'viem'
import { z } from 'zod'
import type { Chain } from '../../chains/chains.js'
import { valueOf } from '../amount.js'
import { nftOf } from '../nft.js'
import { solanaRpc } from '../solana/rpc.js'
import type { AccountParameters, ProviderFactory } from '../types.js'
import type { Balance } from '../wire.js'

const assets = z.object({
  total: z.int().nonnegative(),
  limit: z.int().positive(),
  page: z.int().positive(),
  items: z.array(
    z.object({
      interface: z.string(),
      id: z.string(),
      content: z.nullish(
        z.object({
          metadata: z.nullish(z.object({ name: z.nullish(z.string()), symbol: z.nullish(z.string()) })),
          links: z.nullish(z.object({ image: z.nullish(z.string()) })),
        }),
      ),
      compression: z.nullish(z.object({ compressed: z.boolean() })),
      grouping: z.nullish(z.array(z.object({ group_key: z.string(), group_value: z.string() }))),
      burnt: z.nullish(z.boolean()),
    }),
  ),
})

/** Where a collection is not named by a mint of its own, the NFT stands for it. */
const collectionOf = (grouping: readonly { readonly group_key: string; readonly group_value: string }[]) =>
  grouping.find(({ group_key: key }) => key === 'collection')?.group_value

/** Amounts beyond 2^53 come as JSON numbers, which say something else by then: the next provider is exact. */
const units = z.int().nonnegative()
/** What Helius adds to the standard: fungible tokens and the coin, with prices of the better known ones. */
const holdings = z.object({
  nativeBalance: z.nullish(z.object({ lamports: units, price_per_sol: z.nullish(z.number().nonnegative()) })),
  items: z.array(
    z.object({
      id: z.string(),
      interface: z.string(),
      content: assets.shape.items.element.shape.content,
      token_info: z.nullish(
        z.object({
          symbol: z.nullish(z.string()),
          balance: z.nullish(units),
          decimals: z.nullish(z.int().min(0).max(255)),
          price_info: z.nullish(z.object({ price_per_token: z.nullish(z.number().nonnegative()), currency: z.nullish(z.string()) })),
        }),
      ),
    }),
  ),
})

/** Tokens on a page, and how many pages of them are read. */
const pageSize = 1000
const mostPages = 10

/** NFTs of Solana, compressed ones too, by whoever speaks the Digital Asset Standard: Helius, Triton, an own indexer. Of Helius balances as well. */
export const das: ProviderFactory = ({ chain, options: { kind, url }, fetch }) => {
  if (!chain.id.startsWith('solana:')) throw new OptionsError(`chains: ${kind} knows nothing of ${chain.id}`)
  const rpc = solanaRpc({ kind, urls: url === undefined ? chain.rpc : [url], fetch })
  const balances = async ({ address, signal }: AccountParameters): Promise<readonly Balance[]> => {
    const { name, symbol, decimals, iconUrl } = chain.native
    const found: Balance[] = []
    for (let page = 1; page <= mostPages; page += 1) {
      const displayOptions = { showFungible: true, showNativeBalance: page === 1 }
      const params = { ownerAddress: address, page, limit: pageSize, displayOptions }
      const { nativeBalance: coin, items } = await rpc.call({ method: 'getAssetsByOwner', params, signal }, holdings)
      if (coin) found.push(balanceOf({ chain, name, symbol, iconUrl, decimals, units: coin.lamports, price: coin.price_per_sol }))
      for (const { id, interface: form, content, token_info: token } of items) {
        if (!form.startsWith('Fungible') || !token?.balance || typeof token.decimals !== 'number') continue
        const { name: said, symbol: short } = content?.metadata ?? {}
        const price = token.price_info?.currency === 'USDC' ? token.price_info.price_per_token : undefined
        found.push(
          balanceOf({
            chain,
            address: id,
            name: said ?? '',
            symbol: token.symbol ?? short ?? '',
            iconUrl: content?.links?.image ?? '',
            decimals: token.decimals,
            units: token.balance,
            price,
          }),
        )
      }
      if (items.length < pageSize) break
    }
    return found
  }
  return {
    kind,
    ...(kind === 'helius' && { balances }),
    nfts: async ({ address, cursor, limit, signal }) => {
      const page = cursor !== undefined && /^[1-9]\d{0,5}$/.test(cursor) ? Number(cursor) : 1
      // By name: the standard has no order of parameters.
      const params = { ownerAddress: address, page, limit: Math.min(limit, 1000) }
      const found = await rpc.call({ method: 'getAssetsByOwner', params, signal }, assets)
      return {
        data: found.items.flatMap(({ interface: form, id, content, compression, grouping, burnt }) => {
          if (burnt || form.startsWith('Fungible')) return []
          const { name, symbol } = content?.metadata ?? {}
          return [
            nftOf({
              chain: chain.id,
              standard: compression?.compressed ? 'compressed' : 'spl',
              token: id,
              tokenId: id,
              quantity: '1',
              name: name ?? undefined,
              collection: { name: collectionOf(grouping ?? []) ?? '', symbol: symbol ?? '' },
              picture: content?.links?.image ?? undefined,
              isSpam: false,
            }),
          ]
        }),
        next: found.items.length < found.limit ? null : String(page + 1),
      }
    },
  }
}

interface Holding {
  readonly chain: Chain
  /** Its mint; undefined for the coin. */
  readonly address?: string
  readonly name: string
  readonly symbol: string
  readonly iconUrl: string
  readonly decimals: number
  readonly units: number
  readonly price: number | null | undefined
}

function balanceOf({ chain, address, name, symbol, iconUrl, decimals, units, price }: Holding): Balance {
  const numeric = formatUnits(BigInt(units), decimals)
  return {
    name,
    symbol,
    chainId: chain.id,
    ...(address !== undefined && { address: `${chain.id}:${address}` }),
    ...valueOf(numeric, price ?? undefined),
    quantity: { decimals: String(decimals), numeric },
    iconUrl,
  }
}
