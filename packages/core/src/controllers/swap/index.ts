export {
  GasPriceUnsupportedError,
  NoRouteError,
  AllowanceTooLowError,
  PriceMovedError,
  QuoteExpiredError,
  SwapAccountError,
  SwapUnsupportedError,
  UnsafeSwapError,
  type UnsafeReason,
} from './errors.js'
export { checkSwap, chosenQuote, impactLimits, orderOfSwap, paidInSwap, type KnownQuotes, type SwapCheck } from './form/checkSwap.js'
export {
  acknowledgeImpact,
  flipSwap,
  noteSwapTokens,
  setSwapAmount,
  setSwapProvider,
  setSwapSlippage,
  setSwapToken,
  setSwapUnits,
} from './form/editSwap.js'
export { fillSwapMaximum } from './form/fillSwapMaximum.js'
export { presetSwap } from './form/presetSwap.js'
export { resumeSwap, retrySwap, startSwap } from './form/startSwap.js'
export { swapFormStore, type SwapForm, type SwapPreset, type SwapProgress, type SwapSide } from './form/store.js'
export { submitSwap } from './form/submitSwap.js'
export { minimumOf, slippageLimits, type SwapOrder } from './order.js'
export type { AgreedSwap } from './prepareSwap.js'
export { feeOfSwap, swapOperationQuery, type SwapFee } from './swapFee.js'
export { swapQuotesQuery, type SwapQuote } from './quotes.js'
export { asSwapToken, canSwap, findSwapToken, swapTokensQuery, withHoldings, type SwapChoices } from './tokens.js'
export { isSameToken, isTokenAddress, type SwapToken } from './token.js'
