import { OptionsError } from '@portico/service'
import { z } from 'zod'
import { nftOf } from '../nft.js'
import { solanaRpc } from '../solana/rpc.js'
import type { ProviderFactory } from '../types.js'

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

/** NFTs of Solana, compressed ones too, by whoever speaks the Digital Asset Standard: Helius, Triton, an own indexer. */
export const das: ProviderFactory = ({ chain, options: { kind, url }, fetch }) => {
  if (!chain.id.startsWith('solana:')) throw new OptionsError(`chains: ${kind} knows nothing of ${chain.id}`)
  const rpc = solanaRpc({ kind, urls: url === undefined ? chain.rpc : [url], fetch })
  return {
    kind,
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
