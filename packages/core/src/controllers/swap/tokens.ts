import { namespaceOf, type NetworkId } from '../../kit/caip/ids.js'
import { HttpStatusError } from '../../kit/http/errors.js'
import { request } from '../../kit/http/request.js'
import { cleanName } from '../../kit/text.js'
import type { Portico } from '../../portico/createPortico.js'
import { gatewayPicture } from '../../portico/gateway.js'
import { queryClientOf, staleAfter } from '../../portico/query.js'
import { tokenKey, type HeldToken } from '../balances/token.js'
import { findToken } from '../send/form/findToken.js'
import type { Sender } from '../send/form/store.js'
import { loadAdapter } from '../connection/loadAdapter.js'
import { findNetwork } from '../network/store.js'
import * as z from 'zod/mini'
import { SwapUnsupportedError } from './errors.js'
import { routersOf } from './routers.js'
import { tokenEntry, tokensAnswer } from './schema.js'
import { isSameToken, placeOf, type SwapToken } from './token.js'

/** How long a list of tokens is taken for good, in milliseconds. */
const tokensLifetime = 5 * 60_000
/** Short names of what most swaps are about, and how many tokens are suggested at the most. */
const popular = ['ETH', 'SOL', 'USDC', 'WETH', 'USDT', 'DAI', 'WBTC', 'CBBTC', 'LINK', 'UNI', 'AAVE', 'ARB', 'OP']
const mostSuggested = 8

/**
 * The tokens that can be swapped on a network, its own coin first. `units` says nothing here: {@link withHoldings} does.
 * @throws SwapUnsupportedError where the gateway swaps nothing there, and the errors of asking it
 */
export async function getSwapTokens(portico: Portico, networkId: NetworkId, signal?: AbortSignal): Promise<readonly SwapToken[]> {
  const adapter = await loadAdapter(portico, namespaceOf(networkId))
  const isAble =
    (adapter.readSwap ?? adapter.readSwapTransaction) && portico.options.apiUrl && (await routersOf(portico, networkId)).length > 0
  const network = findNetwork(portico, networkId)
  if (!isAble || !network) throw new SwapUnsupportedError()
  const query = { chainId: networkId }
  const { tokens } = await request(portico, { path: '/v1/convert/tokens', query, schema: tokensAnswer, ...(signal && { signal }) }).catch(
    (error: unknown) => {
      const isRefused = error instanceof HttpStatusError && (error.status === 400 || error.status === 404)
      throw isRefused ? new SwapUnsupportedError({ cause: error }) : error
    },
  )
  const listed = tokens.flatMap((entry) => readToken(portico, entry, networkId) ?? [])
  if (listed.length === 0) throw new SwapUnsupportedError()
  const { name, symbol, decimals } = network.nativeCurrency
  const icon = listed.find(({ address }) => address === undefined)?.icon
  const coin: SwapToken = { networkId, name, symbol, decimals, units: 0n, ...(icon !== undefined && { icon }) }
  const own = listed.filter(({ address }) => address !== undefined)
  return [...new Map([coin, ...own].map((token) => [tokenKey(token).toLowerCase(), token])).values()]
}

function readToken(portico: Portico, entry: unknown, networkId: NetworkId): SwapToken | undefined {
  const { data } = z.safeParse(tokenEntry, entry)
  const place = data && placeOf(data.address, networkId)
  if (!data || !place) return undefined
  const icon = gatewayPicture(portico, data.logoUri)
  return {
    ...place,
    name: cleanName(data.name),
    symbol: cleanName(data.symbol),
    decimals: data.decimals,
    units: 0n,
    ...(icon !== undefined && { icon }),
  }
}

/**
 * {@link getSwapTokens} for a query client, fresh for five minutes.
 * @example const tokens = await queryClient.fetchQuery(swapTokensQuery(portico, 'eip155:8453')) // the coin first
 */
export function swapTokensQuery(portico: Portico, networkId: NetworkId) {
  return {
    queryKey: ['swap tokens', networkId] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => getSwapTokens(portico, networkId, signal),
    staleTime: staleAfter(tokensLifetime),
    retry: false as const, // the transport repeats by itself
    networkMode: 'always' as const,
  }
}

/**
 * Whether swaps are offered on a network.
 * @example const isOffered = await canSwap(portico, 'eip155:8453')
 * @throws the errors of asking the gateway
 */
export const canSwap = (portico: Portico, networkId: NetworkId): Promise<boolean> =>
  queryClientOf(portico)
    .fetchQuery(swapTokensQuery(portico, networkId))
    .then(
      () => true,
      (error: unknown) => {
        if (error instanceof SwapUnsupportedError) return false
        throw error
      },
    )

/**
 * A token as a swap shows it: what is held of it and what it is worth where that is known, marked where no list has it.
 * @example const { units, unlisted } = asSwapToken(found, listed, held) // units in its smallest unit; unlisted: no list has it
 */
export function asSwapToken(token: HeldToken, listed: readonly SwapToken[] | undefined, held: readonly HeldToken[] | undefined): SwapToken {
  const known = listed?.find((one) => isSameToken(one, token))
  const own = held?.find((one) => isSameToken(one, token))
  const { icon = known?.icon } = own ?? token
  const isUnlisted = token.address !== undefined && !known
  return {
    ...token,
    ...known,
    ...own,
    units: own?.units ?? token.units,
    ...(icon !== undefined && { icon }),
    ...(isUnlisted && { unlisted: true as const }),
  }
}

/** Tokens to choose from: what is suggested, what the account holds, and all the others. */
export interface SwapChoices {
  readonly suggested: readonly SwapToken[]
  readonly mine: readonly SwapToken[]
  readonly others: readonly SwapToken[]
}

/**
 * Sorts tokens into those that are suggested, those that the account holds, and all the others, each with what is held of it.
 * @example const { suggested, mine, others } = withHoldings(listed, held) // listed: of swapTokensQuery
 * @param held in the order in which they are shown
 */
export function withHoldings(listed: readonly SwapToken[], held: readonly HeldToken[]): SwapChoices {
  const mine = held.filter(({ units, hidden }) => units > 0n && !hidden).map((token) => asSwapToken(token, listed, held))
  const all = listed.map((token) => asSwapToken(token, listed, held))
  const rank = ({ symbol, address }: SwapToken) => (address === undefined ? -1 : popular.indexOf(symbol.toUpperCase()))
  const suggested = all.filter((token) => token.address === undefined || rank(token) >= 0).sort((one, other) => rank(one) - rank(other))
  return { suggested: suggested.slice(0, mostSuggested), mine, others: all.filter((token) => !mine.some((one) => isSameToken(one, token))) }
}

/**
 * A token by its address, which no list needs to have.
 * @example const usdc = await findSwapToken(portico, sender, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
 * @throws TokenNotFoundError, and the endpoint's errors
 */
export async function findSwapToken(portico: Portico, sender: Sender, address: string | undefined): Promise<SwapToken> {
  const [found, listed] = await Promise.all([
    findToken(portico, sender, address),
    queryClientOf(portico).fetchQuery(swapTokensQuery(portico, sender.networkId)),
  ])
  return asSwapToken(found, listed, undefined)
}
