import { inOneModule, type Feature } from '../feature.js'

const views = [
  'OnRampProviders',
  'OnRampOffers',
  'OnRampTokenSelect',
  'OnRampFiatSelect',
  'OnRampMethodSelect',
  'BuyInProgress',
  'WhatIsABuy',
  'PayWithExchange',
] as const

/** Buying and selling for money: how much of what, who sells, and what becomes of it. A site has it with the option `onramp`. */
export const onramp = {
  id: 'onramp',
  ...inOneModule(() => import('./views.js'), views, {
    'account.quick': ({ options }) => options.onramp !== undefined && Boolean(options.apiUrl),
    'account.rows': ({ options }) => options.onramp !== undefined && Boolean(options.apiUrl),
    'account.empty': ({ options }) => options.onramp !== undefined && Boolean(options.apiUrl),
  }),
} as const satisfies Feature
