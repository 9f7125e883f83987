import type { Log } from '@portico/service'
import type { OnrampProviderOptions } from './settings.js'

/** Ways to pay, as clients call them. The second is every transfer between banks. */
export const onrampMethods = ['CARD', 'ACH_BANK_ACCOUNT'] as const
export type OnrampMethod = (typeof onrampMethods)[number]

export const onrampFiats = ['USD', 'EUR'] as const
export type OnrampFiat = (typeof onrampFiats)[number]

/** How far a purchase or a sale has come. The last four are ends. */
export const onrampStatuses = ['created', 'paid', 'processing', 'settled', 'failed', 'refunded', 'expired'] as const
export type OnrampStatus = (typeof onrampStatuses)[number]

/** A decimal number of whole units. */
export interface OnrampMoney {
  readonly amount: string
  /** ISO 4217, or the coin's symbol. */
  readonly currency: string
}

/** A coin on a network. */
export interface OnrampAsset {
  readonly symbol: string
  readonly name: string
  /** CAIP-2. */
  readonly network: string
  /** Of the token; empty for the chain's own coin. */
  readonly address: string
  readonly decimals: number
  readonly iconUrl?: string | undefined
}

/** What a provider has for a country. Nothing for one that it does not serve. */
export interface OnrampCatalog {
  readonly assets: readonly OnrampAsset[]
  readonly fiats: readonly OnrampFiat[]
  readonly methods: readonly OnrampMethod[]
}

export interface OnrampQuestion {
  readonly asset: OnrampAsset
  readonly fiat: OnrampFiat
  /** Of the fiat; of a sale, of the coin. */
  readonly amount: string
  readonly method: OnrampMethod
  /** ISO 3166-1, two letters. */
  readonly country?: string | undefined
  readonly signal: AbortSignal
}

export interface OnrampOffer {
  /** By which its provider knows it: at most 150 of a-z, A-Z, 0-9, `-`, `_` and `.`. Empty where it is not asked for. */
  readonly id: string
  readonly paymentTotal: OnrampMoney
  readonly paymentSubtotal: OnrampMoney
  readonly purchaseAmount: OnrampMoney
  readonly networkFee: OnrampMoney
  readonly providerFee: OnrampMoney
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** Whether the provider stands by it until then (R10). */
  readonly isFirm: boolean
}

/** A page that a visitor is to be sent to. */
export interface OnrampOpening extends OnrampQuestion {
  readonly kind: 'buy' | 'sell'
  /** Ours, which the provider gives back as its partner's reference. */
  readonly session: string
  /** Whose coins they are or will be. */
  readonly address: string
  /** The provider's own id of a quote. */
  readonly offer?: string | undefined
  readonly redirectUrl?: string | undefined
  /** The visitor's, for providers that bind their page to it. Forwarded, and never kept or logged. */
  readonly visitor: string
}

export interface OnrampOpened {
  readonly url: string
  /** What the provider calls it; empty where it goes by our id. */
  readonly reference: string
  readonly paymentTotal?: OnrampMoney
  readonly purchaseAmount?: OnrampMoney
}

/** What a provider says of a session. */
export interface OnrampProgress {
  readonly status: OnrampStatus
  readonly hash?: string | undefined
  /** Its own word for what went wrong. */
  readonly reason?: string | undefined
  readonly depositAddress?: string | undefined
  /** Where the coins go, as far as it says so: another one than the session's is not believed. */
  readonly address?: string | undefined
  /** What came out in the end. */
  readonly purchaseAmount?: string | undefined
}

/** A session, as its provider is asked about it. */
export interface OnrampReference {
  readonly session: string
  readonly reference: string
  readonly kind: 'buy' | 'sell'
  readonly address: string
}

/** A webhook, as it came. */
export interface OnrampDelivery {
  /** By name in lower case. */
  readonly header: (name: string) => string | undefined
  readonly body: string
  /** Where it came to, as browsers know this gateway; undefined where nobody told. */
  readonly url: string | undefined
}

/** Progress with what names its session: our id, or the provider's reference. */
export interface OnrampNews {
  readonly session?: string | undefined
  readonly reference?: string | undefined
  readonly progress: OnrampProgress
}

/** An exchange whose customers send coins from there. */
export interface OnrampExchange {
  readonly id: string
  readonly name: string
  readonly imageUrl: string
  /** @throws OnrampRefusedError, ProviderError */
  readonly open: (
    parameters: Pick<OnrampOpening, 'asset' | 'amount' | 'address' | 'session' | 'redirectUrl' | 'signal'>,
  ) => Promise<OnrampOpened>
}

/** Who sells coins for money, and may buy them. What it is told is parsed, and its failures have reasons. */
export interface OnrampProvider {
  /** Its kind in the configuration, such as `coinbase`. */
  readonly kind: string
  readonly name: string
  /** Per cent, as it says of itself. */
  readonly feeRange: { readonly min: number; readonly max: number }
  /** Origins of its pages: no other is ever opened (S19). */
  readonly pages: readonly string[]
  readonly sells: boolean
  /** @throws ProviderError */
  readonly catalog: (country: string | undefined, signal: AbortSignal) => Promise<OnrampCatalog>
  /** @throws OnrampRefusedError, ProviderError */
  readonly quote: (question: OnrampQuestion) => Promise<OnrampOffer>
  /** @throws OnrampRefusedError, ProviderError */
  readonly open: (opening: OnrampOpening) => Promise<OnrampOpened>
  /** Undefined while there is nothing to say. @throws ProviderError */
  readonly read: (reference: OnrampReference, signal: AbortSignal) => Promise<OnrampProgress | undefined>
  /** Undefined for news about something else. @throws OnrampForgedError for one that it did not send, or not now */
  readonly readWebhook: (delivery: OnrampDelivery) => OnrampNews | undefined | Promise<OnrampNews | undefined>
  readonly exchanges: readonly OnrampExchange[]
}

export interface OnrampProviderParameters {
  readonly options: OnrampProviderOptions
  readonly fetch: typeof fetch
  /** Milliseconds since 1970. */
  readonly clock: () => number
  readonly log: Log
}

/** @throws OptionsError for options that it can't be made of */
export type OnrampProviderFactory = (parameters: OnrampProviderParameters) => OnrampProvider
