import { OptionsError } from '@portico/service'
import { formatUnits } from 'viem'
import { z } from 'zod'
import { valueOf } from '../amount.js'
import { createAsk } from '../ask.js'
import { nftOf } from '../nft.js'
import { historyPage, historyRows } from './history.js'
import type { ProviderFactory } from '../types.js'
import { type Balance, tokenDecimals } from '../wire.js'

const hosted = 'https://deep-index.moralis.io'
/** What Moralis puts on a page, and how many pages of tokens are read. */
const pageSize = 100
const mostPages = 10

const wholeNumber = z.string().regex(/^\d+$/)

const tokens = z.object({
  cursor: z.nullish(z.string()),
  result: z.array(
    z.object({
      token_address: z.string(),
      name: z.nullish(z.string()),
      symbol: z.nullish(z.string()),
      logo: z.nullish(z.string()),
      decimals: tokenDecimals,
      balance: wholeNumber.transform(BigInt),
      possible_spam: z.nullish(z.boolean()),
      usd_price: z.nullish(z.union([z.number(), z.string().transform(Number)])),
      native_token: z.nullish(z.boolean()),
    }),
  ),
})

const nfts = z.object({
  cursor: z.nullish(z.string()),
  result: z.array(
    z.object({
      token_address: z.string(),
      token_id: wholeNumber,
      amount: z.nullish(wholeNumber),
      contract_type: z.nullish(z.string()),
      name: z.nullish(z.string()),
      symbol: z.nullish(z.string()),
      possible_spam: z.nullish(z.boolean()),
      normalized_metadata: z.nullish(z.object({ name: z.nullish(z.string()), image: z.nullish(z.string()) })),
    }),
  ),
})

/** Balances, with prices, history and NFTs by Moralis. Its spam is flagged here and not left out: all of its own filters stay off. */
export const moralis: ProviderFactory = ({ chain, options: { key, url = hosted }, fetch }) => {
  const [namespace, reference] = chain.id.split(':')
  if (namespace !== 'eip155' || key === undefined) throw new OptionsError(`chains: moralis needs a key and an EVM chain, for ${chain.id}`)
  const ask = createAsk({ kind: 'moralis', fetch })
  const get = <Schema extends z.ZodType>(
    path: string,
    query: Readonly<Record<string, string | undefined>>,
    schema: Schema,
    signal: AbortSignal,
  ) => {
    const address = new URL(path, url)
    const all = { chain: `0x${Number(reference).toString(16)}`, limit: String(pageSize), ...query }
    for (const [name, value] of Object.entries(all)) if (value !== undefined) address.searchParams.set(name, value)
    return ask({ url: address, init: { headers: { 'x-api-key': key } }, signal }, schema)
  }
  return {
    kind: 'moralis',
    balances: async ({ address, signal }) => {
      const found: Balance[] = []
      let cursor: string | undefined
      for (let page = 0; page < mostPages; page += 1) {
        const answer = await get(`/api/v2.2/wallets/${address}/tokens`, { cursor }, tokens, signal)
        for (const token of answer.result) {
          const numeric = formatUnits(token.balance, token.decimals)
          found.push({
            name: token.name ?? '',
            symbol: token.symbol ?? '',
            chainId: chain.id,
            ...(!token.native_token && { address: `${chain.id}:${token.token_address.toLowerCase()}` }),
            // The price of spam is its makers' own pool: a gift of a million would be the account's total.
            ...valueOf(numeric, token.possible_spam ? undefined : (token.usd_price ?? undefined)),
            quantity: { decimals: String(token.decimals), numeric },
            iconUrl: token.logo ?? '',
            ...(token.possible_spam && { flags: { is_spam: true } }),
          })
        }
        if (!answer.cursor || answer.cursor === cursor) break
        cursor = answer.cursor
      }
      return found.toSorted((one, other) => Number(one.address !== undefined) - Number(other.address !== undefined))
    },
    history: async ({ address, cursor, limit, signal }) => {
      const query = { cursor, limit: String(Math.min(limit, pageSize)), order: 'DESC', include_internal_transactions: 'true' }
      const answer = await get(`/api/v2.2/wallets/${address}/history`, query, historyPage, signal)
      // The same cursor again would be the same page again.
      return {
        data: historyRows(answer, { chain, viewer: address }),
        next: answer.cursor && answer.cursor !== cursor ? answer.cursor : null,
      }
    },
    nfts: async ({ address, cursor, limit, signal }) => {
      const query = { cursor, limit: String(Math.min(limit, pageSize)), normalizeMetadata: 'true' }
      const answer = await get(`/api/v2.2/${address}/nft`, query, nfts, signal)
      return {
        data: answer.result.map((each) =>
          nftOf({
            chain: chain.id,
            standard: each.contract_type === 'ERC1155' ? 'erc1155' : 'erc721',
            token: each.token_address.toLowerCase(),
            tokenId: each.token_id,
            quantity: each.amount ?? '1',
            name: each.normalized_metadata?.name ?? undefined,
            collection: { name: each.name ?? '', symbol: each.symbol ?? '' },
            picture: each.normalized_metadata?.image ?? undefined,
            isSpam: each.possible_spam ?? false,
          }),
        ),
        next: answer.cursor || null,
      }
    },
  }
}
