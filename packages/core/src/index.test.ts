import { expect, test } from 'vitest'
import * as analytics from './controllers/analytics/index.js'
import * as activity from './controllers/activity/index.js'
import * as balances from './controllers/balances/index.js'
import * as calls from './controllers/calls/index.js'
import * as embedded from './controllers/embedded/index.js'
import * as nfts from './controllers/nfts/index.js'
import * as siwx from './controllers/siwx/index.js'
import * as wallets from './controllers/wallets/index.js'
import * as permissions from './controllers/permissions/index.js'
import * as send from './controllers/send/index.js'
import * as onramp from './controllers/onramp/index.js'
import * as names from './controllers/names/index.js'
import * as swap from './controllers/swap/index.js'
import * as viewAs from './controllers/viewAs/index.js'
import * as site from './index.js'
import * as kit from './kit/index.js'

const doors = {
  '.': site,
  './kit': kit,
  './embedded': embedded,
  './siwx': siwx,
  './wallets': wallets,
  './balances': balances,
  './activity': activity,
  './nfts': nfts,
  './send': send,
  './permissions': permissions,
  './calls': calls,
  './onramp': onramp,
  './swap': swap,
  './names': names,
  './analytics': analytics,
  './view-as': viewAs,
}

test('what a site uses', () => {
  expect(Object.keys(site).sort()).toMatchInlineSnapshot(`
    [
      "AdapterLoadError",
      "AdapterNotFoundError",
      "AmountTooSmallError",
      "BalanceUnavailableError",
      "CapabilityMissingError",
      "ChainMismatchError",
      "ConnectionCancelledError",
      "ConnectionSupersededError",
      "ConnectionTimeoutError",
      "ConnectorNotConnectedError",
      "ConnectorNotFoundError",
      "DisconnectError",
      "InsufficientFundsError",
      "InvalidAccountIdError",
      "InvalidDecimalError",
      "InvalidNetworkIdError",
      "InvalidOptionError",
      "NetworkNotConfiguredError",
      "NetworkSwitchDisabledError",
      "NetworkSwitchSupersededError",
      "NetworkSwitchTimeoutError",
      "NetworkSwitchUnconfirmedError",
      "PorticoError",
      "ProviderNotFoundError",
      "ReceiptTimeoutError",
      "RequestPendingError",
      "SendingUnconfirmedError",
      "SwitchNotSupportedError",
      "TransactionNotPendingError",
      "TransactionRevertedError",
      "UnknownViewError",
      "UnsupportedMethodError",
      "UserRejectedError",
      "WalletAnswerError",
      "WalletRequestError",
      "accountIdOf",
      "accountStore",
      "activateConnection",
      "activeConnection",
      "addGate",
      "addressEnd",
      "addressLabelStore",
      "addressStart",
      "asError",
      "cancelConnect",
      "closeModal",
      "connect",
      "connectionStatus",
      "connectionStore",
      "connectionsIn",
      "connectorStore",
      "cookieStorage",
      "createPortico",
      "currentAttempt",
      "disconnect",
      "disconnectAll",
      "estimateFee",
      "findConnector",
      "findNetwork",
      "formatAmount",
      "getAccount",
      "getFeeRates",
      "getTokenBalances",
      "getTransactions",
      "goLive",
      "isAccountId",
      "isNamespace",
      "isNetworkId",
      "labelOf",
      "listConnectors",
      "mount",
      "namespaceOf",
      "namespaces",
      "networkStore",
      "networkSupport",
      "networksIn",
      "openModal",
      "parseAccountId",
      "parseAmount",
      "parseNetworkId",
      "refreshBalance",
      "refreshIdentity",
      "requestedNetworks",
      "reviewGates",
      "savedStateFromCookie",
      "sendTransaction",
      "setActiveNamespace",
      "setAddressLabels",
      "setTheme",
      "shortAddress",
      "signAndSendTransaction",
      "signMessage",
      "signMessageWithProtocol",
      "signPsbt",
      "signTransactions",
      "signTypedData",
      "switchNetwork",
      "themeStore",
      "toDecimal",
      "waitForReceipt",
    ]
  `)
})

test('what adapters, connectors and user interfaces build on', () => {
  expect(Object.keys(kit).sort()).toMatchInlineSnapshot(`
    [
      "HttpStatusError",
      "MalformedAnswerError",
      "NetworkFailureError",
      "RequestAbortedError",
      "UnusableAnswerError",
      "accountFrom",
      "areUrls",
      "balanceCooldown",
      "balanceLifetime",
      "canShow",
      "check",
      "checkTheme",
      "cleanIcon",
      "cleanName",
      "createEmitter",
      "currentDevice",
      "currentEntry",
      "decideOutcome",
      "defineSlot",
      "defineStore",
      "directionOf",
      "discoveryStore",
      "dismissSwitch",
      "dispatchConnection",
      "emptySavedState",
      "exclusively",
      "fieldsOf",
      "filterNamespaces",
      "forgetWallet",
      "formatExact",
      "formatPeriod",
      "fromBase58",
      "fromBase64",
      "goBack",
      "goOn",
      "iconLimit",
      "isRecord",
      "isUnconfirmed",
      "languageStore",
      "listOf",
      "loadAdapter",
      "loadCode",
      "localeOf",
      "locales",
      "nameLimit",
      "namespaceFilterStore",
      "noteAccount",
      "ofKind",
      "onePressOf",
      "oneQuestion",
      "pause",
      "preflightCommitments",
      "pushView",
      "queryClientOf",
      "readItem",
      "readSignedIn",
      "recentWalletStore",
      "recordOf",
      "registerViews",
      "replaceView",
      "request",
      "resetView",
      "retryableStatuses",
      "routerStore",
      "sameValue",
      "selectNetwork",
      "send",
      "showToast",
      "staleAfter",
      "storageKeys",
      "storageName",
      "themeProperties",
      "toBase58",
      "toBase64",
      "toBase64Url",
      "toastStore",
      "unlessAborted",
      "viewChoiceStore",
      "viewNames",
      "within",
      "writeItem",
    ]
  `)
})

test('the embedded wallet', () => {
  expect(Object.keys(embedded).sort()).toMatchInlineSnapshot(`
    [
      "EmbeddedNotConfiguredError",
      "InvalidEmailError",
      "LoginExpiredError",
      "UntrustedLoginPageError",
      "answerAccountType",
      "cancelEmailUpdate",
      "cancelLogin",
      "continueSocialInPage",
      "embeddedConnector",
      "embeddedStore",
      "loginMethods",
      "mailLifetime",
      "openWalletSecurity",
      "resendCode",
      "resendEmailUpdate",
      "retryLogin",
      "setPreferredAccountType",
      "socialProviders",
      "startEmailLogin",
      "startEmailUpdate",
      "startFarcasterLogin",
      "startKnownLogin",
      "startSocialLogin",
      "submitOtp",
      "submitPrimaryOtp",
      "submitSecondaryOtp",
    ]
  `)
})

test('the directory of wallets', () => {
  expect(Object.keys(wallets).sort()).toMatchInlineSnapshot(`
    [
      "arrangeWallets",
      "browserLink",
      "connectorTypes",
      "fetchWallets",
      "findWallet",
      "isDirectoryPicture",
      "loadWallet",
      "loadWalletsLinks",
      "openWalletLink",
      "registerWallets",
      "safeWalletLink",
      "searchTermOf",
      "takesWalletConnect",
      "walletLink",
      "walletQuery",
      "walletStore",
      "walletWebLink",
      "walletsOf",
      "walletsQuery",
    ]
  `)
})

test('what accounts hold', () => {
  expect(Object.keys(balances).sort()).toMatchInlineSnapshot(`
    [
      "TokenListedError",
      "TokenNotFoundError",
      "addToken",
      "balancesQuery",
      "canAddTokens",
      "fiatDecimals",
      "formatFiat",
      "getBalances",
      "getPortfolio",
      "hideToken",
      "incompleteStore",
      "isIncomplete",
      "isListed",
      "lookUpToken",
      "noteChange",
      "portfolioQuery",
      "priceOf",
      "refreshHoldings",
      "refreshPast",
      "showToken",
      "tokenKey",
      "tokenUrl",
      "totalOf",
      "valueOf",
      "watched",
    ]
  `)
})

test('what accounts did', () => {
  expect(Object.keys(activity).sort()).toMatchInlineSnapshot(`
    [
      "ActivityUnavailableError",
      "activityQuery",
      "addTransaction",
      "canReplace",
      "followSent",
      "getActivity",
      "hasActivity",
      "loadSent",
      "monthsOf",
      "operations",
      "replaceSent",
      "rowsOf",
      "sentRowsOf",
      "sentStore",
      "toldRowsOf",
      "transactionUrl",
      "withOrders",
    ]
  `)
})

test('the NFTs that accounts hold', () => {
  expect(Object.keys(nfts).sort()).toMatchInlineSnapshot(`
    [
      "getNfts",
      "hasNfts",
      "nftsOf",
      "nftsQuery",
    ]
  `)
})

test('sending', () => {
  expect(Object.keys(send).sort()).toMatchInlineSnapshot(`
    [
      "ItemNotHeldError",
      "SendCancelledError",
      "acknowledgeRecipient",
      "checkSend",
      "feeRatesQuery",
      "feeSpeedsQuery",
      "fillMaximum",
      "findLookAlike",
      "findToken",
      "openSend",
      "readTypedAmount",
      "resumeSend",
      "retrySend",
      "sendFeeQuery",
      "sendFormStore",
      "setRecipient",
      "setSendAmount",
      "setSendSpeed",
      "setSendToken",
      "setSendUnits",
      "startSend",
      "startSendItem",
      "startSendToken",
      "submitSend",
      "takePaymentCode",
      "toggleSendUnit",
      "tokenOfNft",
      "unitsOf",
    ]
  `)
})

test('permissions', () => {
  expect(Object.keys(permissions).sort()).toMatchInlineSnapshot(`
    [
      "PermissionExceededError",
      "PermissionFormError",
      "PermissionOverError",
      "PermissionTooBroadError",
      "PermissionUnsupportedError",
      "answerPermissions",
      "checkPermission",
      "grantPermissions",
      "loadPermissions",
      "longestPermission",
      "permissionsStore",
      "readExecutionAnswer",
      "readGrantAnswer",
      "readPermissions",
      "readRevocation",
      "revokePermission",
      "writeExecution",
      "writeGrant",
    ]
  `)
})

test('batches', () => {
  expect(Object.keys(calls).sort()).toMatchInlineSnapshot(`
    [
      "AtomicReadyWalletRejectedUpgradeError",
      "AtomicityNotSupportedError",
      "BundleTooLargeError",
      "CallsAccountError",
      "CallsTimeoutError",
      "DuplicateIdError",
      "UnknownBundleIdError",
      "UnsupportedChainIdError",
      "UnsupportedNonOptionalCapabilityError",
      "callsErrorStore",
      "callsStatusQuery",
      "callsStore",
      "capabilitiesQuery",
      "continueCalls",
      "findBatch",
      "getAssets",
      "getCallsStatus",
      "getCapabilities",
      "isDone",
      "isOver",
      "mostCalls",
      "nextCall",
      "readCall",
      "resumeCalls",
      "sendCalls",
      "showCallsStatus",
      "statusOf",
      "stopCalls",
      "waitForCalls",
    ]
  `)
})

test('buying and selling for money', () => {
  expect(Object.keys(onramp).sort()).toMatchInlineSnapshot(`
    [
      "NoOfferError",
      "OfferExpiredError",
      "OnrampAccountError",
      "OnrampRefusedError",
      "OnrampUnsupportedError",
      "OwnershipError",
      "UnsafePageError",
      "builtInOptions",
      "canBuy",
      "cancelOnramp",
      "checkOnramp",
      "chosenCurrency",
      "chosenMethod",
      "defaultOnrampToken",
      "exchangesQuery",
      "findOnrampToken",
      "followOnramp",
      "followOnramps",
      "forgetOnramp",
      "getExchanges",
      "isEnded",
      "isFreshOffer",
      "isSameOnrampToken",
      "isServedBy",
      "loadOnramp",
      "noteOnrampSeen",
      "onrampFormStore",
      "onrampOffersQuery",
      "onrampOptionsQuery",
      "onrampSessionStore",
      "onrampTokenKey",
      "openExchange",
      "openOnramp",
      "presetOnramp",
      "reachableTokens",
      "receiverOf",
      "resumeOnramp",
      "retryOnramp",
      "setOnrampAmount",
      "setOnrampCurrency",
      "setOnrampKind",
      "setOnrampMethod",
      "setOnrampToken",
      "startOnramp",
    ]
  `)
})

test('names', () => {
  expect(Object.keys(names).sort()).toMatchInlineSnapshot(`
    [
      "AddressNamesError",
      "InvalidChainIdError",
      "NameAccountError",
      "NameChangeError",
      "NameRegistrationError",
      "NameResolutionError",
      "NameSuggestionsError",
      "NamesUnavailableError",
      "PrimaryNameUnsupportedError",
      "acceptName",
      "addressOn",
      "canHaveName",
      "canSetPrimaryName",
      "checkLabel",
      "checkNameAgain",
      "chooseName",
      "coinTypeOf",
      "getNames",
      "getOfferedNames",
      "getSuggestions",
      "getZones",
      "hasNames",
      "labelLimits",
      "lookUpName",
      "nameFormStore",
      "namesQuery",
      "offeredNamesQuery",
      "registerName",
      "releaseName",
      "renewName",
      "resolveName",
      "resolveNameQuery",
      "reverseName",
      "reverseNameQuery",
      "setNameAddress",
      "setNameAttributes",
      "setNameText",
      "setPrimaryName",
      "startName",
      "submitName",
      "suggestionsQuery",
      "transferName",
      "zonesQuery",
    ]
  `)
})

test('swaps', () => {
  expect(Object.keys(swap).sort()).toMatchInlineSnapshot(`
    [
      "AllowanceTooLowError",
      "GasPriceUnsupportedError",
      "NoRouteError",
      "PriceMovedError",
      "QuoteExpiredError",
      "SwapAccountError",
      "SwapUnsupportedError",
      "UnsafeSwapError",
      "acknowledgeImpact",
      "asSwapToken",
      "canSwap",
      "checkSwap",
      "chosenQuote",
      "feeOfSwap",
      "fillSwapMaximum",
      "findSwapToken",
      "flipSwap",
      "impactLimits",
      "isSameToken",
      "isTokenAddress",
      "minimumOf",
      "noteSwapTokens",
      "orderOfSwap",
      "paidInSwap",
      "presetSwap",
      "resumeSwap",
      "retrySwap",
      "setSwapAmount",
      "setSwapProvider",
      "setSwapSlippage",
      "setSwapToken",
      "setSwapUnits",
      "slippageLimits",
      "startSwap",
      "submitSwap",
      "swapFormStore",
      "swapOperationQuery",
      "swapQuotesQuery",
      "swapTokensQuery",
      "withHoldings",
    ]
  `)
})

test('a name stands behind one door', () => {
  const names = Object.values(doors).flatMap((door) => Object.keys(door))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('what looks at an account', () => {
  expect(Object.keys(viewAs).sort()).toEqual(['isViewedOnly', 'viewAs'])
})

test('package.json opens these doors, and no other', async () => {
  const { default: manifest } = await import('../package.json', { with: { type: 'json' } })
  for (const { exports } of [manifest, manifest.publishConfig])
    expect(Object.keys(exports).filter((door) => !door.endsWith('.json'))).toEqual(Object.keys(doors))
})

test('what signs visitors in', () => {
  expect(Object.keys(siwx).sort()).toMatchInlineSnapshot(`
    [
      "SignInCancelledError",
      "SignInClockError",
      "SignInNotConfiguredError",
      "SignInRefusedError",
      "SignInStartError",
      "SignInUnavailableError",
      "SignatureDeclinedError",
      "SmartAccountSignInError",
      "cancelSignIn",
      "confirmSignIn",
      "getSession",
      "refreshSession",
      "sessionFor",
      "sessionFrom",
      "signIn",
      "signOut",
      "siwx",
      "siwxStore",
    ]
  `)
})

test('error analytics', () => {
  expect(Object.keys(analytics).sort()).toMatchInlineSnapshot(`
    [
      "errorEventLimit",
      "errorEventWindow",
      "eventLimit",
      "redact",
      "redactStack",
      "redactUrl",
      "reportError",
      "startErrorAnalytics",
    ]
  `)
})
