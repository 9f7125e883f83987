import { expect, test } from 'vitest'
import * as embedded from './controllers/embedded/index.js'
import * as wallets from './controllers/wallets/index.js'
import * as site from './index.js'
import * as kit from './kit/index.js'

const doors = { '.': site, './kit': kit, './embedded': embedded, './wallets': wallets }

test('what a site uses', () => {
  expect(Object.keys(site).sort()).toMatchInlineSnapshot(`
    [
      "AdapterLoadError",
      "AdapterNotFoundError",
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
      "SwitchNotSupportedError",
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
      "addressEnd",
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
      "getCapabilities",
      "getFeeRates",
      "getTokenBalances",
      "getTransactions",
      "goLive",
      "isAccountId",
      "isNamespace",
      "isNetworkId",
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
      "savedStateFromCookie",
      "sendCalls",
      "sendTransaction",
      "setActiveNamespace",
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
      "balanceCooldown",
      "balanceLifetime",
      "canShow",
      "checkTheme",
      "currentDevice",
      "currentEntry",
      "decideOutcome",
      "defineSlot",
      "defineStore",
      "dismissSwitch",
      "dispatchConnection",
      "emptySavedState",
      "filterNamespaces",
      "forgetWallet",
      "goBack",
      "loadAdapter",
      "namespaceFilterStore",
      "noteAccount",
      "preflightCommitments",
      "pushView",
      "queryClientOf",
      "recentWalletStore",
      "registerViews",
      "replaceView",
      "request",
      "resetView",
      "retryableStatuses",
      "routerStore",
      "selectNetwork",
      "send",
      "showToast",
      "singleton",
      "staleAfter",
      "storageKeys",
      "storageName",
      "themeProperties",
      "toastStore",
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
      "socialProviders",
      "startEmailLogin",
      "startEmailUpdate",
      "startFarcasterLogin",
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

test('a name stands behind one door', () => {
  const names = Object.values(doors).flatMap((door) => Object.keys(door))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('package.json opens these doors, and no other', async () => {
  const { default: manifest } = await import('../package.json', { with: { type: 'json' } })
  for (const { exports } of [manifest, manifest.publishConfig])
    expect(Object.keys(exports).filter((door) => !door.endsWith('.json'))).toEqual(Object.keys(doors))
})
