import * as z from 'zod/mini'
import { catch as orElse } from 'zod/mini'
import type { NetworkId } from '../../kit/caip/ids.js'

/** The answer of `GET /v1/account/{address}/nfts`, its entries not read yet: {@link nftOf} does. */
export const nftsAnswer = z.object({ data: z.array(z.unknown()), next: z.optional(z.nullable(z.string().check(z.maxLength(4096)))) })

/** An NFT that an account holds. Names are somebody's own words: untrusted text. */
export interface Nft {
  /** CAIP-19: `eip155:1/erc721:0x…/1`. */
  readonly id: string
  readonly networkId: NetworkId
  readonly standard: string
  /** Contract of the collection. */
  readonly address: string
  readonly tokenId: string
  /** How many of it the account holds. */
  readonly quantity: bigint
  readonly name: string
  readonly collection: string
  /** Picture below the gateway. */
  readonly picture?: string
}

const text = z.string().check(z.maxLength(4096))
const picture = orElse(z.optional(z.nullable(z.object({ url: text }))), undefined)

const nft = z.object({
  id: text.check(z.minLength(1)),
  chainId: text,
  standard: orElse(text, ''),
  address: text,
  tokenId: text,
  quantity: orElse(z.string().check(z.maxLength(78), z.regex(/^\d+$/)), '1'),
  name: orElse(text, ''),
  collection: orElse(z.object({ name: orElse(text, '') }), { name: '' }),
  content: orElse(z.optional(z.nullable(z.object({ preview: picture, detail: picture }))), undefined),
  flags: orElse(z.optional(z.object({ is_spam: z.boolean() })), undefined),
})

/**
 * An entry of the answer; undefined where it is spam, of another network, or not to be read.
 * @param pictureOf the picture that may be asked for, of the one that is named
 */
export function nftOf(entry: unknown, networkId: NetworkId, pictureOf: (url: string | undefined) => string | undefined): Nft | undefined {
  const parsed = z.safeParse(nft, entry)
  if (!parsed.success || parsed.data.chainId !== networkId || parsed.data.flags?.is_spam) return undefined
  const { id, standard, address, tokenId, quantity, name, collection, content } = parsed.data
  const url = pictureOf(content?.preview?.url ?? content?.detail?.url)
  return {
    id,
    networkId,
    standard,
    address: address.startsWith(`${networkId}:`) ? address.slice(networkId.length + 1) : address,
    tokenId,
    quantity: BigInt(quantity),
    name,
    collection: collection.name,
    ...(url && { picture: url }),
  }
}
