export {
  NoOfferError,
  OfferExpiredError,
  OnrampAccountError,
  OnrampRefusedError,
  OnrampUnsupportedError,
  OwnershipError,
  UnsafePageError,
} from './errors.js'
export { exchangesQuery, getExchanges, openExchange, type Exchange, type ExchangeOrder } from './exchanges.js'
export { followOnramp, followOnramps } from './follow.js'
export { checkOnramp, chosenCurrency, chosenMethod, receiverOf, type KnownOptions, type OnrampCheck } from './form/checkOnramp.js'
export { setOnrampAmount, setOnrampCurrency, setOnrampKind, setOnrampMethod, setOnrampToken } from './form/editOnramp.js'
export {
  defaultOnrampToken,
  findOnrampToken,
  presetOnramp,
  reachableTokens,
  resumeOnramp,
  retryOnramp,
  startOnramp,
} from './form/startOnramp.js'
export { onrampFormStore, type ChosenOffer, type OnrampForm, type OnrampPreset, type OnrampProgress } from './form/store.js'
export { cancelOnramp, openOnramp } from './openOnramp.js'
export {
  builtInOptions,
  canBuy,
  isSameOnrampToken,
  onrampOptionsQuery,
  onrampTokenKey,
  type OnrampOptions,
  type OnrampProvider,
  type OnrampToken,
  type PaymentCurrency,
  type PaymentMethod,
} from './options.js'
export type { OnrampOrder } from './order.js'
export { isFreshOffer, isServedBy, onrampOffersQuery, type OnrampOffer } from './quotes.js'
export {
  forgetOnramp,
  isEnded,
  loadOnramp,
  noteOnrampSeen,
  onrampSessionStore,
  type Money,
  type OnrampSession,
  type OnrampStatus,
} from './sessions.js'
