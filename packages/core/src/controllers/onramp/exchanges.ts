import * as z from 'zod/mini'
import { accountIdOf } from '../../kit/caip/accountIds.js'
import { toDecimal } from '../../kit/amount/format.js'
import { cleanName } from '../../kit/text.js'
import type { Portico } from '../../portico/createPortico.js'
import { gatewayPicture } from '../../portico/gateway.js'
import { openPopup } from '../embedded/popup.js'
import type { Sender } from '../send/form/store.js'
import { assetOf, callExchange } from './exchangeWire.js'
import { OnrampRefusedError, OwnershipError } from './errors.js'
import { followOnramp } from './follow.js'
import { onrampFormStore } from './form/store.js'
import type { OnrampToken } from './options.js'
import { knownOwnership, proveOwnership, type Ownership } from './ownership.js'
import { safePage } from './page.js'
import { exchangeEntry, exchangePageAnswer, exchangesAnswer } from './schema.js'
import { keepGrant, rememberSession, type OnrampSession } from './sessions.js'

/** How long a list of exchanges is taken for good, in milliseconds. */
const exchangesLifetime = 60_000
/** How many are read at the most. */
const most = 50

/** An exchange from which an account can be funded. */
export interface Exchange {
  readonly id: string
  readonly name: string
  /** Picture below the gateway. */
  readonly icon?: string
}

/** What is to come from an exchange. */
export interface ExchangeOrder {
  readonly account: Sender
  readonly token: OnrampToken
  /** In the token's smallest unit. */
  readonly units: bigint
}

/**
 * The exchanges that send a token. @throws the errors of asking the gateway
 * @example const exchanges = await getExchanges(portico, { token, units })
 */
export async function getExchanges(
  portico: Portico,
  { token, units }: Pick<ExchangeOrder, 'token' | 'units'>,
  signal?: AbortSignal,
): Promise<readonly Exchange[]> {
  const params = { page: 1, asset: assetOf(token), amount: toDecimal(units, token.decimals) }
  const result = await callExchange(portico, 'reown_getExchanges', params, exchangesAnswer, { signal })
  return result.exchanges.slice(0, most).flatMap((entry): readonly Exchange[] => {
    const { data } = z.safeParse(exchangeEntry, entry)
    const icon = gatewayPicture(portico, data?.imageUrl)
    return data ? [{ id: data.id, name: cleanName(data.name) || data.id, ...(icon !== undefined && { icon }) }] : []
  })
}

/**
 * {@link getExchanges} for a query client.
 * @example const exchanges = await queryClient.fetchQuery(exchangesQuery(portico, { token: usdc, units: 50_000_000n })) // 50 USDC
 */
export function exchangesQuery(portico: Portico, order: Pick<ExchangeOrder, 'token' | 'units'> | undefined) {
  return {
    queryKey: ['exchanges', order && assetOf(order.token), order?.units.toString()] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<readonly Exchange[]> => {
      if (!order) throw new TypeError('Nothing to ask for')
      return getExchanges(portico, order, signal)
    },
    enabled: order !== undefined,
    staleTime: exchangesLifetime,
    retry: false as const, // the transport repeats by itself
    networkMode: 'always' as const,
  }
}

/**
 * Opens an exchange's page, from which the visitor sends to their account, and follows what becomes of it: the form's `progress` tells.
 * Call it in a press. Where the wallet has to sign first that the address is the visitor's, or the browser allows no window, it takes
 * another press on the page's link.
 * @example const { id, url } = await openExchange(portico, exchange, { account, token: usdc, units: 50_000_000n }) // 50 USDC; in the press
 * @throws UnsafePageError for a page that may not be opened (S19), OwnershipError, UserRejectedError, and the errors of asking the gateway
 */
export async function openExchange(portico: Portico, exchange: Exchange, order: ExchangeOrder): Promise<OnrampSession> {
  const { account, token, units } = order
  const bearer = portico.options.onramp?.bearer?.()
  const known = bearer ? {} : knownOwnership(portico, account)
  const popup = known && openPopup({ severed: true })
  try {
    const { url, id } = await makePage(portico, exchange, order, known, bearer)
    const { symbol, name, decimals, address, icon } = token
    const session: OnrampSession = {
      id,
      kind: 'exchange',
      provider: { id: exchange.id, name: exchange.name },
      networkId: token.networkId,
      address: account.address,
      url,
      startedAt: Date.now(),
      status: 'created',
      token: { symbol, name, decimals, ...(address && { address }), ...(icon && { icon }) },
      units,
    }
    rememberSession(portico, session)
    const opened = popup?.go(url) ?? false
    onrampFormStore(portico).setState({ progress: { status: 'started', id, opened } })
    void followOnramp(portico, id)
    return session
  } catch (error) {
    popup?.close()
    throw error
  }
}

async function makePage(
  portico: Portico,
  exchange: Exchange,
  { account, token, units }: ExchangeOrder,
  known: Ownership | undefined,
  bearer: string | undefined,
): Promise<{ readonly url: string; readonly id: string }> {
  const { networkId, address } = account
  const accountId = accountIdOf(networkId, address)
  const ask = async (ownership: Ownership) => {
    const params = {
      exchangeId: exchange.id,
      asset: assetOf(token),
      amount: toDecimal(units, token.decimals),
      recipient: accountId,
      ...ownership,
    }
    const { url, sessionId, grant } = await callExchange(portico, 'reown_getExchangePayUrl', params, exchangePageAnswer, { bearer })
    if (grant) keepGrant(portico, accountId, grant)
    return { url: safePage(portico, url), id: sessionId }
  }
  const isOwnership = (error: unknown): boolean => error instanceof OnrampRefusedError && error.reason === 'ownership'
  if (known) {
    try {
      return await ask(known)
    } catch (error) {
      if (!isOwnership(error)) throw error
      keepGrant(portico, accountId, undefined)
    }
  }
  try {
    return await ask(await proveOwnership(portico, account, 'buy'))
  } catch (error) {
    throw isOwnership(error) ? new OwnershipError({ cause: error }) : error
  }
}
