import { defineStore } from '../../../kit/store.js'
import type { Sender } from '../../send/form/store.js'
import type { OnrampToken } from '../options.js'
import type { OnrampOrder } from '../order.js'
import type { OnrampOffer } from '../quotes.js'

declare module '../../../router/views.js' {
  interface PorticoViews {
    /** Buying, from the amount on: who sells is chosen next. By the site, where it says so. */
    OnRampProviders: undefined | OnrampPreset
    /** What each provider gives. */
    OnRampOffers: undefined
    OnRampTokenSelect: undefined
    OnRampFiatSelect: undefined
    OnRampMethodSelect: undefined
    /** From the signature to the money: the order that has just begun, or one by its id. */
    BuyInProgress: undefined | { readonly id: string }
    WhatIsABuy: undefined
    /** Exchanges from which an account can be funded, of those that the gateway has. */
    PayWithExchange: undefined
  }
}

/** What a site fills in. The visitor can change it. */
export interface OnrampPreset {
  /** Default 'buy'. */
  readonly kind?: 'buy' | 'sell'
  /** By contract or short name; `native` is the network's own coin. */
  readonly token?: string
  /** CAIP-2. Default: the network in use. */
  readonly networkId?: string
  /** Of what is paid, as a decimal number: `'50'`; of a sale, of the token. */
  readonly amount?: string
  /** ISO 4217: `'EUR'`. */
  readonly currency?: string
  /** `CARD` or `ACH_BANK_ACCOUNT`. */
  readonly method?: string
}

/** An order with who is to take it. */
export interface ChosenOffer {
  readonly order: OnrampOrder
  readonly provider: { readonly id: string; readonly name: string }
  /** What they give; undefined where that is not known yet. */
  readonly offer?: OnrampOffer
}

/** How far an order is before it is the provider's. */
export type OnrampProgress =
  | { readonly status: 'editing' }
  /** The wallet is asked to sign that the address is the visitor's. */
  | { readonly status: 'proving'; readonly chosen: ChosenOffer }
  /** The gateway is asked for the page. */
  | { readonly status: 'opening'; readonly chosen: ChosenOffer }
  /** It is the provider's, by the id of its session. `opened`: the page is in a window; without it the visitor has to press once more. */
  | { readonly status: 'started'; readonly id: string; readonly opened: boolean }
  | { readonly status: 'failed'; readonly chosen: ChosenOffer; readonly error: Error }

export interface OnrampForm {
  readonly kind: 'buy' | 'sell'
  readonly token: OnrampToken | undefined
  /** ISO 4217; undefined takes the first that there is. */
  readonly currency: string | undefined
  /** Id of the way to pay; undefined takes the first that there is. */
  readonly method: string | undefined
  /** As typed: of what is paid, or of the token that is sold. */
  readonly amount: string
  /** Language in which the amount was typed, BCP 47; undefined where it was filled in, with a point before its decimals. */
  readonly typedIn?: string | undefined
  /** Who is asked, on the network in use. The address that gets the token is that of the token's chain family. */
  readonly sender: Sender | undefined
  /** The parameters of the view that the form was begun with, where a site filled it in. */
  readonly opened: object | undefined
  readonly progress: OnrampProgress
}

export const emptyOnrampForm: OnrampForm = {
  kind: 'buy',
  token: undefined,
  currency: undefined,
  method: undefined,
  amount: '',
  typedIn: undefined,
  sender: undefined,
  opened: undefined,
  progress: { status: 'editing' },
}

/**
 * What is about to be bought. One at a time.
 * @example const { amount, currency } = onrampFormStore(portico).getState()
 */
export const onrampFormStore = defineStore<OnrampForm>('onramp form', () => emptyOnrampForm)
