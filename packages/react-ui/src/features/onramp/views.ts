'use client'
import { BuyRow } from './BuyRow.js'
import BuyInProgressView from './BuyInProgressView.js'
import OnRampFiatSelectView from './OnRampFiatSelectView.js'
import OnRampMethodSelectView from './OnRampMethodSelectView.js'
import OnRampOffersView from './OnRampOffersView.js'
import OnRampProvidersView from './OnRampProvidersView.js'
import OnRampTokenSelectView from './OnRampTokenSelectView.js'
import { OrderRows } from './OrderRows.js'
import PayWithExchangeView from './PayWithExchangeView.js'
import { quick } from './quick.js'
import WhatIsABuyView from './WhatIsABuyView.js'

export { messages } from './locales/en/messages.js'
export { sheet } from './sheet.css.js'

export const views = {
  OnRampProviders: OnRampProvidersView,
  OnRampOffers: OnRampOffersView,
  OnRampTokenSelect: OnRampTokenSelectView,
  OnRampFiatSelect: OnRampFiatSelectView,
  OnRampMethodSelect: OnRampMethodSelectView,
  BuyInProgress: BuyInProgressView,
  WhatIsABuy: WhatIsABuyView,
  PayWithExchange: PayWithExchangeView,
}

export const entries = { 'account.quick': quick, 'account.rows': OrderRows, 'account.empty': BuyRow }
