import * as z from 'zod/mini'
import { isNetworkId, type NetworkId } from '../../kit/caip/ids.js'
import { priceOf, valueOf } from '../../kit/amount/fiat.js'
import { parseAmount } from '../../kit/amount/parse.js'
import type { HeldToken } from './token.js'

/** The answer of `GET /v1/account/{address}/balance`, its entries not read yet: {@link tokenOf} does. An answer that is no list is an error. */
export const balanceAnswer = z.object({ balances: z.array(z.unknown()) })

const balance = z.object({
  name: z.string(),
  symbol: z.string(),
  chainId: z.string().check(z.maxLength(64)),
  address: z.optional(z.nullable(z.string())),
  price: z.optional(z.nullable(z.union([z.number(), z.string()]))),
  quantity: z.object({
    decimals: z.union([z.string().check(z.regex(/^\d{1,3}$/)), z.int().check(z.gte(0), z.lte(255))]),
    numeric: z.string().check(z.maxLength(400), z.regex(/^\d+(\.\d+)?$/)),
  }),
  iconUrl: z.optional(z.nullable(z.string())),
})

/** Addresses that stand for a chain's own coin, as sources write them. */
const nativeAddresses = ['0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', 'so11111111111111111111111111111111111111111']

/**
 * An entry of the answer; undefined where it is no token of the network: another chain's, one without decimals, or not to be read.
 * @param pictureOf the picture that may be asked for, of the one that is named
 */
export function tokenOf(entry: unknown, networkId: NetworkId, pictureOf: (url: string | null | undefined) => string | undefined) {
  const parsed = z.safeParse(balance, entry)
  if (!parsed.success) return undefined
  const { name, symbol, chainId, address: accountId, quantity, price: said, iconUrl } = parsed.data
  const decimals = Number(quantity.decimals)
  if (!isNetworkId(chainId) || chainId !== networkId || decimals === 0 || decimals > 255) return undefined
  const address = contractOf(accountId, networkId)
  if (address === 'stranger') return undefined
  const units = parseAmount(quantity.numeric, decimals)
  const price = priceOf(said)
  const icon = pictureOf(iconUrl)
  const token: HeldToken = {
    networkId,
    name,
    symbol,
    units,
    decimals,
    ...(address !== undefined && { address }),
    ...(price !== undefined && { price, value: valueOf(units, decimals, price) }),
    ...(icon && { icon }),
  }
  return token
}

/** The contract or mint of a CAIP-10 id, or of an address alone; undefined for the chain's own coin. */
function contractOf(accountId: string | null | undefined, networkId: NetworkId): string | undefined {
  if (!accountId) return undefined
  const isId = accountId.startsWith(`${networkId}:`)
  if (!isId && accountId.includes(':')) return 'stranger'
  const address = isId ? accountId.slice(networkId.length + 1) : accountId
  if (!address || address.length > 128) return 'stranger'
  return nativeAddresses.includes(address.toLowerCase()) ? undefined : address
}
