export type {
  AskedCapabilities,
  Asset,
  CallReceipt,
  CallsStatus,
  Instruction,
  NetworkCapabilities,
  SentCalls,
} from './capability.js'
export {
  AtomicityNotSupportedError,
  AtomicReadyWalletRejectedUpgradeError,
  BundleTooLargeError,
  CallsAccountError,
  CallsTimeoutError,
  DuplicateIdError,
  UnknownBundleIdError,
  UnsupportedChainIdError,
  UnsupportedNonOptionalCapabilityError,
} from './errors.js'
export { getAssets, type GetAssetsParameters } from './getAssets.js'
export { getCallsStatus, type CallsStatusParameters } from './getCallsStatus.js'
export { getCapabilities } from './getCapabilities.js'
export { isDone, isOver } from './isOver.js'
export { nextCall, statusOf, type CallBatch, type CallFailure, type CallStep } from './oneByOne/batch.js'
export { resumeCalls } from './oneByOne/resumeCalls.js'
export { continueCalls, stopCalls } from './oneByOne/run.js'
export { callsErrorStore, callsStore, findBatch } from './oneByOne/store.js'
export { mostCalls, type SendCallsParameters } from './parameters.js'
export { callsStatusQuery, capabilitiesQuery } from './queries.js'
export { readCall, type CallMeaning } from './readCall.js'
export { sendCalls } from './sendCalls.js'
export { showCallsStatus } from './showCallsStatus.js'
export { waitForCalls, type WaitForCallsParameters } from './waitForCalls.js'
