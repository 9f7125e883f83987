import type { Nft } from './wire.js'

export interface NftParameters {
  /** CAIP-2. */
  readonly chain: string
  readonly standard: Nft['standard']
  /** The collection's address, or the mint. */
  readonly token: string
  readonly tokenId: string
  readonly quantity: string
  /** Its own; where it has none, the collection's with the id. */
  readonly name: string | undefined
  readonly collection: Nft['collection']
  /** Where its picture is, as its source has it. */
  readonly picture: string | undefined
  readonly isSpam: boolean
}

/** A row of the wire. Its picture is still at its source: whoever answers a client gives out an address of the gateway's. */
export function nftOf({ chain, standard, token, tokenId, quantity, name, collection, picture, isSpam }: NftParameters): Nft {
  return {
    id: standard === 'erc721' || standard === 'erc1155' ? `${chain}/${standard}:${token}/${tokenId}` : `${chain}/${standard}:${token}`,
    chainId: chain,
    standard,
    address: `${chain}:${token}`,
    tokenId,
    quantity,
    name: name || `${collection.name || 'NFT'} #${tokenId}`,
    collection,
    content: picture ? { preview: { url: picture, content_type: null }, detail: null } : null,
    flags: { is_spam: isSpam },
  }
}
