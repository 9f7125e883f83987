import * as z from 'zod/mini'
import { fiatDecimals } from '../../kit/amount/fiat.js'
import { parseAmount } from '../../kit/amount/parse.js'
import { isNamespace, isNetworkId, type Namespace, type NetworkId } from '../../kit/caip/ids.js'
import { request } from '../../kit/http/request.js'
import { cleanName } from '../../kit/text.js'
import type { Portico } from '../../portico/createPortico.js'
import { gatewayPicture } from '../../portico/gateway.js'
import { queryClientOf, staleAfter } from '../../portico/query.js'
import { findNetwork } from '../network/store.js'
import { OnrampUnsupportedError } from './errors.js'
import { optionsAnswer, paymentEntry, providerEntry, purchaseEntry, purchaseNetwork } from './schema.js'

/** How long a list of what can be bought is taken for good, in milliseconds. */
const optionsLifetime = 5 * 60_000
/** How many entries of a list are read at the most. */
const most = 500

/** A token that can be bought or sold. */
export interface OnrampToken {
  readonly networkId: NetworkId
  /** Contract or mint; undefined for the network's own coin. */
  readonly address?: string
  /** By which the gateway knows it. */
  readonly id: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Picture below the gateway. */
  readonly icon?: string
}

/** How a currency can be paid with, and how much at once. Amounts in 10⁻¹⁸ of the currency. */
export interface PaymentMethod {
  /** `CARD`, `ACH_BANK_ACCOUNT`, or a provider's own word. */
  readonly id: string
  readonly minimum: bigint
  readonly maximum: bigint
}

export interface PaymentCurrency {
  /** ISO 4217, in upper case. */
  readonly id: string
  readonly methods: readonly PaymentMethod[]
}

export interface OnrampProvider {
  readonly id: string
  readonly name: string
  /** What it takes, in per cent, before there is a quote; undefined where nobody tells. */
  readonly fees?: { readonly least: number; readonly most: number }
  readonly namespaces: readonly Namespace[]
  /** Ids of {@link PaymentMethod}; empty where nobody tells. */
  readonly methods: readonly string[]
  /** Whether it buys as well. */
  readonly sells: boolean
}

/** What can be bought, with what, and from whom. */
export interface OnrampOptions {
  readonly currencies: readonly PaymentCurrency[]
  readonly tokens: readonly OnrampToken[]
  readonly providers: readonly OnrampProvider[]
  /** Whether there are exchanges to fund an account from. */
  readonly exchanges: boolean
  /** The gateway did not say: this is the built-in list (R10). */
  readonly builtIn: boolean
}

const whole = (amount: number): bigint => BigInt(amount) * 10n ** BigInt(fiatDecimals)
/** Limits of the built-in list, in whole units of the currency. */
export const defaultLimits = { CARD: [10, 7500], ACH_BANK_ACCOUNT: [10, 25_000] } as const

/**
 * What is offered while the gateway does not say what is: dollars and euros, the coins of the site's networks, the two best-known providers.
 * @example const { currencies, tokens } = builtInOptions(portico) // until onrampOptionsQuery has answered
 */
export function builtInOptions(portico: Portico): OnrampOptions {
  const methods = Object.entries(defaultLimits).map(([id, [least, largest]]) => ({ id, minimum: whole(least), maximum: whole(largest) }))
  const fees = { least: 1, most: 2 }
  const tokens = portico.networks.flatMap(({ id, namespace, testnet, nativeCurrency: { symbol, name, decimals } }) =>
    testnet || (namespace !== 'eip155' && namespace !== 'solana') ? [] : [{ networkId: id, id: symbol, symbol, name, decimals }],
  )
  return {
    currencies: ['USD', 'EUR'].map((id) => ({ id, methods })),
    tokens,
    providers: chosen(portico, [
      { id: 'coinbase', name: 'Coinbase', fees, namespaces: ['eip155'], methods: [], sells: false },
      { id: 'meld', name: 'Meld', fees, namespaces: ['eip155', 'solana'], methods: [], sells: false },
    ]),
    exchanges: false,
    builtIn: true,
  }
}

/** Those that the site wants, in its order. */
function chosen(portico: Portico, providers: readonly OnrampProvider[]): readonly OnrampProvider[] {
  const wanted = portico.options.onramp?.providers
  return wanted ? wanted.flatMap((id) => providers.find((one) => one.id === id) ?? []) : providers
}

/**
 * What can be bought on the networks of the site. Where the gateway does not answer it is the built-in list, marked as such (R10).
 * @throws OnrampUnsupportedError where there is no gateway, or it has nothing for this site
 */
export async function getOnrampOptions(portico: Portico, signal?: AbortSignal): Promise<OnrampOptions> {
  if (!portico.options.apiUrl) throw new OnrampUnsupportedError()
  const { country } = portico.options.onramp?.defaults ?? {}
  const answer = await request(portico, {
    path: '/v1/onramp/options',
    query: { country },
    schema: optionsAnswer,
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    return undefined
  })
  const options = answer ? readOptions(portico, answer) : builtInOptions(portico)
  const isNone = options.tokens.length === 0 || options.currencies.length === 0 || options.providers.length === 0
  if (isNone && !options.exchanges) throw new OnrampUnsupportedError()
  return options
}

function readOptions(portico: Portico, answer: z.output<typeof optionsAnswer>): OnrampOptions {
  const currencies = answer.paymentCurrencies.slice(0, most).flatMap((entry): readonly PaymentCurrency[] => {
    const { data } = z.safeParse(paymentEntry, entry)
    const methods = (data?.payment_method_limits ?? [])
      .map(({ id, min, max }) => ({ id, minimum: parseAmount(min, fiatDecimals), maximum: parseAmount(max, fiatDecimals) }))
      .filter(({ minimum, maximum }) => maximum > 0n && minimum <= maximum)
    return data && methods.length > 0 ? [{ id: data.id, methods }] : []
  })
  const tokens = answer.purchaseCurrencies.slice(0, most).flatMap((entry) => readTokens(portico, entry))
  const providers = (answer.providers ?? []).slice(0, most).flatMap((entry): readonly OnrampProvider[] => {
    const { data } = z.safeParse(providerEntry, entry)
    if (!data) return []
    const { id, feeRange, methods, sell } = data
    const fees = feeRange && feeRange.min >= 0 && feeRange.max >= feeRange.min ? { least: feeRange.min, most: feeRange.max } : undefined
    const namespaces = data.namespaces.filter(isNamespace)
    return [{ id, name: cleanName(data.name) || id, ...(fees && { fees }), namespaces, methods, sells: sell }]
  })
  return {
    currencies,
    tokens,
    providers: chosen(portico, providers),
    exchanges: answer.exchanges ?? false,
    builtIn: answer.builtIn ?? false,
  }
}

/** One entry has a token on several networks: those of the site are taken. */
function readTokens(portico: Portico, entry: unknown): readonly OnrampToken[] {
  const { data } = z.safeParse(purchaseEntry, entry)
  if (!data) return []
  const icon = gatewayPicture(portico, data.iconUrl)
  return data.networks.slice(0, most).flatMap((one): readonly OnrampToken[] => {
    const { data: place } = z.safeParse(purchaseNetwork, one)
    if (!place || !isNetworkId(place.caipNetworkId) || !findNetwork(portico, place.caipNetworkId)) return []
    const address = place.contract_address || undefined
    return [
      {
        networkId: place.caipNetworkId,
        ...(address !== undefined && { address }),
        id: data.id,
        symbol: cleanName(data.symbol),
        name: cleanName(data.name),
        decimals: place.decimals,
        ...(icon !== undefined && { icon }),
      },
    ]
  })
}

/**
 * {@link getOnrampOptions} for a query client, fresh for five minutes; the built-in list only until somebody looks again.
 * @example const { currencies, tokens, providers } = await queryClient.fetchQuery(onrampOptionsQuery(portico))
 */
export function onrampOptionsQuery(portico: Portico) {
  return {
    queryKey: ['onramp options'] as const,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => getOnrampOptions(portico, signal),
    staleTime: (query: { readonly state: { readonly data?: OnrampOptions | undefined; readonly dataUpdatedAt: number } }) =>
      query.state.data?.builtIn ? 0 : staleAfter(optionsLifetime)(query),
    retry: false as const, // the transport repeats by itself
    networkMode: 'always' as const,
  }
}

/**
 * Whether something can be bought for an account of a network. Never rejects.
 * @example const isOffered = await canBuy(portico, 'eip155:8453')
 */
export const canBuy = (portico: Portico, networkId: NetworkId): Promise<boolean> =>
  queryClientOf(portico)
    .fetchQuery(onrampOptionsQuery(portico))
    .then(
      ({ tokens, providers, exchanges }) => {
        const namespace = networkId.slice(0, networkId.indexOf(':'))
        const isServed = providers.some(({ namespaces }) => namespaces.some((one) => one === namespace))
        return exchanges || (isServed && tokens.some((token) => token.networkId.startsWith(`${namespace}:`)))
      },
      () => false,
    )

/**
 * Whether two tokens are one: on the same network, at the same address or without one. Two that are not there are not one.
 * @example const isChosen = isSameOnrampToken(onrampFormStore(portico).getState().token, token)
 */
export const isSameOnrampToken = (one: OnrampToken | undefined, other: OnrampToken | undefined): boolean =>
  one !== undefined && one.networkId === other?.networkId && (one.address ?? '').toLowerCase() === (other.address ?? '').toLowerCase()

/**
 * By which a list of tokens that can be bought tells them apart: `eip155:8453:0x833589…`, and `eip155:8453:` for the coin.
 * @example const row = <li key={onrampTokenKey(token)}>{token.symbol}</li>
 */
export const onrampTokenKey = ({ networkId, address = '' }: OnrampToken): string => `${networkId}:${address}`
