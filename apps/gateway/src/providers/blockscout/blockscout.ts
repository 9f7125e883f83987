import { OptionsError } from '@portico/service'
import { formatUnits } from 'viem'
import type { z } from 'zod'
import { valueOf } from '../amount.js'
import { type Ask, createAsk } from '../ask.js'
import { nftOf } from '../nft.js'
import type { ProviderFactory } from '../types.js'
import { readHistory } from './history.js'
import { type Next, account, internal, isScam, items, next, pageOf, tokenTransfer, tokens, transaction } from './wire.js'

/** How many pages of tokens are read. */
const mostPages = 10

/** Balances, history and NFTs by a Blockscout (REST v2). */
export const blockscout: ProviderFactory = ({ chain, options: { url, key }, fetch }) => {
  if (!chain.id.startsWith('eip155:') || url === undefined)
    throw new OptionsError(`chains: blockscout needs a url and an EVM chain, for ${chain.id}`)
  const ask = createAsk({ kind: 'blockscout', fetch, insteadOf404 })
  const { native } = chain
  const placeOf = (path: string, page: Next) => {
    const place = new URL(`${url.replace(/\/$/, '')}/api/v2/addresses/${path}`)
    for (const [name, value] of Object.entries(page ?? {})) if (value !== null) place.searchParams.set(name, String(value))
    if (key !== undefined) place.searchParams.set('apikey', key)
    return place
  }
  return {
    kind: 'blockscout',
    balances: async ({ address, signal }) => {
      const [own, held] = await Promise.all([
        ask({ url: placeOf(address, undefined), signal }, account),
        tokensOf(ask, address, placeOf, signal),
      ])
      const coin = formatUnits(own.coin_balance ?? 0n, native.decimals)
      return [
        {
          name: native.name,
          symbol: native.symbol,
          chainId: chain.id,
          ...valueOf(coin, own.exchange_rate ?? undefined),
          quantity: { decimals: String(native.decimals), numeric: coin },
          iconUrl: native.iconUrl,
        },
        ...held.map(({ token: each, value }) => {
          const { decimals } = each
          const numeric = formatUnits(value, decimals)
          return {
            name: each.name ?? '',
            symbol: each.symbol ?? '',
            chainId: chain.id,
            address: `${chain.id}:${each.address_hash.toLowerCase()}`,
            ...valueOf(numeric, isScam(each) ? undefined : (each.exchange_rate ?? undefined)),
            quantity: { decimals: String(decimals), numeric },
            iconUrl: each.icon_url ?? '',
            ...(isScam(each) && { flags: { is_spam: true } }),
          }
        }),
      ]
    },
    history: ({ address, cursor, limit, signal }) => {
      const load =
        <Row extends z.ZodType>(path: string, row: Row) =>
        (page: Next) =>
          ask({ url: placeOf(`${address}/${path}`, page), signal }, pageOf(row))
      const lists = {
        transactions: load('transactions', transaction),
        'token-transfers': load('token-transfers', tokenTransfer),
        'internal-transactions': load('internal-transactions', internal),
      }
      return readHistory({ chain, lists, viewer: address, cursor, limit })
    },
    nfts: async ({ address, cursor, signal }) => {
      const found = await ask({ url: placeOf(`${address}/nft`, readCursor(cursor)), signal }, items)
      return {
        data: found.items.map((each) =>
          nftOf({
            chain: chain.id,
            standard: each.token_type === 'ERC-1155' ? 'erc1155' : 'erc721',
            token: each.token.address_hash.toLowerCase(),
            tokenId: each.id,
            quantity: each.value ?? '1',
            name: each.metadata?.name ?? undefined,
            collection: { name: each.token.name ?? '', symbol: each.token.symbol ?? '' },
            picture: each.image_url ?? undefined,
            isSpam: isScam(each.token),
          }),
        ),
        next: found.next_page_params ? Buffer.from(JSON.stringify(found.next_page_params)).toString('base64url') : null,
      }
    },
  }
}

/** Older ones do not find an account to which nothing has happened yet. What is no Blockscout says so in other words. */
const insteadOf404 = (text: string) => (/^\s*\{\s*"message"\s*:\s*"Not found"\s*\}\s*$/i.test(text) ? '{"items":[]}' : undefined)

async function tokensOf(ask: Ask, address: string, placeOf: (path: string, page: Next) => URL, signal: AbortSignal) {
  const found: z.output<typeof tokens>['items'] = []
  let page: Next
  for (let pages = 0; pages < mostPages; pages += 1) {
    const place = placeOf(`${address}/tokens`, page)
    place.searchParams.set('type', 'ERC-20')
    const answer = await ask({ url: place, signal }, tokens)
    found.push(...answer.items)
    if (!answer.next_page_params || JSON.stringify(answer.next_page_params) === JSON.stringify(page)) break
    page = answer.next_page_params
  }
  return found
}

/** One that is none of ours begins anew. */
function readCursor(cursor: string | undefined): Next {
  if (cursor === undefined) return undefined
  try {
    return next.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    return undefined
  }
}
