export type { AccountTarget, Adapter, AdapterDescription, AdapterEvents, ConnectRequest, Grant, SignMessageRequest } from '../adapter.js'
export type { ConnectorDescription, Link, LinkPeer, LinkState, WalletLinks } from '../connector.js'
export { accountFrom, noteAccount } from '../controllers/account/account.js'
export { balanceCooldown } from '../controllers/account/refresh.js'
export { discoveryStore } from '../controllers/connection/connectors.js'
export { dispatchConnection } from '../controllers/connection/dispatch.js'
export { goOn, type Onward } from '../controllers/connection/gates.js'
export { filterNamespaces, namespaceFilterStore } from '../controllers/connection/listConnectors.js'
export { loadAdapter } from '../controllers/connection/loadAdapter.js'
export { forgetWallet, recentWalletStore, type RecentWallet } from '../controllers/connection/recentWallets.js'
export { oneQuestion } from '../controllers/connection/oneQuestion.js'
export { unlessAborted } from '../controllers/connection/unlessAborted.js'
export { decideOutcome } from '../controllers/network/decisions.js'
export { selectNetwork } from '../controllers/network/selectNetwork.js'
export { dismissSwitch } from '../controllers/network/switchNetwork.js'
// The capabilities of an adapter: named here, for the types of a file that no door names are lost when published.
export type { Activity } from '../controllers/activity/capability.js'
export type { Balances } from '../controllers/balances/capability.js'
export type { Calls, CallsRequest, Checkpoint } from '../controllers/calls/capability.js'
export type { Names } from '../controllers/names/capability.js'
export type { Signing } from '../controllers/sign/capability.js'
export type { AskOffer, SignedIn, SignInOffer } from '../controllers/siwx/capability.js'
export { onePressOf, type OnePress, type OnePressAnswer } from '../controllers/siwx/onePress.js'
export { readSignedIn } from '../controllers/siwx/readSignedIn.js'
export { preflightCommitments, type ReplaceRequest, type Sending, type TransactionRequest } from '../controllers/send/capability.js'
export type { ReadTrade, SwapMeaning, SwapPermit, Swaps } from '../controllers/swap/capability.js'
export { currentDevice, type Device } from '../device/device.js'
export { balanceLifetime, queryClientOf, staleAfter } from '../portico/query.js'
export { goBack, replaceView, resetView } from '../router/router.js'
export {
  canShow,
  currentEntry,
  pushView,
  registerViews,
  routerStore,
  viewChoiceStore,
  type HistoryEntry,
  type Opening,
  type RouterState,
  type ViewChoice,
} from '../router/store.js'
export { viewNames, type BuiltInFeature } from '../router/viewNames.js'
export { emptySavedState } from '../storage/savedState.js'
export { exclusively } from '../controllers/calls/oneByOne/exclusively.js'
export { readItem, storageKeys, storageName, type StorageKey } from '../storage/storage.js'
export { writeItem } from '../storage/writeItem.js'
export { checkTheme, themeProperties } from '../theme/theme.js'
export { showToast, toastStore, type ShowToastParameters, type Toast, type ToastVariant } from '../toast/toast.js'
export { formatExact } from './amount/exact.js'
export { createEmitter, type Emitter } from './emitter.js'
export { fromBase58, toBase58 } from './encoding/base58.js'
export { fromBase64, toBase64, toBase64Url } from './encoding/base64.js'
export { HttpStatusError, MalformedAnswerError, NetworkFailureError, RequestAbortedError } from './http/errors.js'
export { request, type RequestError, type RequestParameters } from './http/request.js'
export { retryableStatuses, send, UnusableAnswerError, type Answer, type SendParameters } from './http/send.js'
export { languageStore, type LanguageState } from '../language/language.js'
export { directionOf, localeOf, locales, type LocaleCode } from './locales.js'
export { formatPeriod } from './period.js'
export { defineSlot, type Slot } from './slot.js'
export { defineStore, type Store, type StoreOf } from './store.js'
export { cleanIcon, cleanName, iconLimit, nameLimit } from './text.js'
export { pause, within } from './time.js'
