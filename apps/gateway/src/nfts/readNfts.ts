import type { Database } from '@portico/service/database'
import { sql } from 'kysely'
import { type Hex, encodeFunctionData, erc721Abi, parseAbi } from 'viem'
import { z } from 'zod'
import type { Chain } from '../chains/chains.js'
import { isBait } from '../indexer/spam.js'
import type { TokenNames } from '../indexer/tokens.js'
import { InvalidQueryError } from '../errors.js'
import type { NftPage } from '../providers/wire.js'
import { nftOf } from '../providers/nft.js'
import { type Multicall, decode } from '../rpc/multicall.js'
import { cleanText } from '../wallets/text.js'
import { type Describe, type Item, keyOf } from './describe.js'

export interface ReadNftsParameters {
  chain: Chain
  /** Of EIP-155. */
  number: number
  db: Database
  multicall: Multicall
  names: TokenNames
  describe: Describe
  /** In lower case. */
  address: string
  cursor: string | undefined
  limit: number
  signal: AbortSignal
}

const erc1155Abi = parseAbi([
  'function balanceOf(address account, uint256 id) view returns (uint256)',
  'function uri(uint256 id) view returns (string)',
])
const place = z
  .string()
  .regex(/^0x[0-9a-f]{40}-\d{1,78}$/)
  .transform((text) => text.split('-'))

/** What an address was seen to receive and still has. A page may have fewer rows than asked for: what was given away is left out. */
export async function readNfts(parameters: ReadNftsParameters): Promise<NftPage> {
  const { chain, number, db, multicall, names, describe, address, cursor, limit, signal } = parameters
  const after = cursor === undefined ? undefined : place.safeParse(cursor).data
  if (cursor !== undefined && !after) throw new InvalidQueryError(['cursor is none of ours'])
  const seen = await db
    .selectFrom('indexer_held')
    .select(['token', 'token_id', 'kind'])
    .where('chain', '=', number)
    .where('address', '=', address)
    .where('kind', 'in', ['erc721', 'erc1155'])
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(token, token_id) > (${after?.[0]}, ${after?.[1]})`))
    .orderBy('token')
    .orderBy('token_id')
    .limit(limit + 1)
    .execute()
  const page = seen.slice(0, limit)
  const account: Hex = `0x${address.slice(2)}`
  const [answers, facts] = await Promise.all([
    multicall(
      page.map(({ token: to, token_id, kind }) => {
        const id = BigInt(token_id)
        if (kind === 'erc721') return { to, data: encodeFunctionData({ abi: erc721Abi, functionName: 'ownerOf', args: [id] }) }
        return { to, data: encodeFunctionData({ abi: erc1155Abi, functionName: 'balanceOf', args: [account, id] }) }
      }),
      signal,
    ),
    names(
      page.map(({ token }) => token),
      signal,
    ),
  ])
  const owned = page.flatMap(({ token, token_id: tokenId, kind }, at) => {
    const quantity =
      kind === 'erc721'
        ? decode(erc721Abi, 'ownerOf', answers[at], z.string())?.toLowerCase() === address && 1n
        : decode(erc1155Abi, 'balanceOf', answers[at], z.bigint())
    return quantity ? [{ token, tokenId, quantity, standard: kind === 'erc721' ? ('erc721' as const) : ('erc1155' as const) }] : []
  })
  const standards = new Map(owned.map((each) => [keyOf(each), each.standard]))
  const placesOf = async (items: readonly Item[]) => {
    const isSingle = (item: Item) => standards.get(keyOf(item)) === 'erc721'
    const told = await multicall(
      items.map((item) => {
        const args = [BigInt(item.tokenId)] as const
        const data = isSingle(item)
          ? encodeFunctionData({ abi: erc721Abi, functionName: 'tokenURI', args })
          : encodeFunctionData({ abi: erc1155Abi, functionName: 'uri', args })
        return { to: item.token, data }
      }),
      signal,
    )
    return items.map((item, at) =>
      isSingle(item) ? decode(erc721Abi, 'tokenURI', told[at], z.string()) : decode(erc1155Abi, 'uri', told[at], z.string()),
    )
  }
  const described = await describe({ chain: chain.id, items: owned, placesOf, signal })
  const last = page.at(-1)
  return {
    data: owned.map(({ token, tokenId, quantity, standard }) => {
      const { name = '', symbol = '', isListed = false } = facts.get(token) ?? {}
      const own = described.get(keyOf({ token, tokenId }))
      const called = cleanText(own?.name ?? '')
      return nftOf({
        chain: chain.id,
        standard,
        token,
        tokenId,
        quantity: String(quantity),
        name: called,
        collection: { name, symbol },
        picture: own?.picture || undefined,
        isSpam: !isListed && (isBait({ name, symbol }) || isBait({ name: called, symbol: '' })),
      })
    }),
    next: seen.length > limit && last ? `${last.token}-${last.token_id}` : null,
  }
}
