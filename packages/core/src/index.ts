export type { AccountType, GrantAccount, MessageProtocol, Network, SignedMessage } from './adapter.js'
export type { Connector, ConnectorInfo, ConnectorKind } from './connector.js'
export { getAccount, type Account, type ConnectedAccount, type NoAccount } from './controllers/account/account.js'
export {
  AmountTooSmallError,
  BalanceUnavailableError,
  InsufficientFundsError,
  ReceiptTimeoutError,
  TransactionNotPendingError,
  TransactionRevertedError,
  WalletRequestError,
} from './controllers/account/errors.js'
export { addressLabelStore, labelOf, setAddressLabels, type AddressLabels } from './controllers/account/labels.js'
export { refreshBalance, refreshIdentity } from './controllers/account/refresh.js'
export { accountStore, type AccountFacts } from './controllers/account/store.js'
export type { AccountParameters } from './controllers/account/target.js'
export type { AccountTransaction } from './controllers/activity/capability.js'
export { getTransactions, type TransactionsParameters } from './controllers/activity/getTransactions.js'
export type { TokenBalance } from './controllers/balances/capability.js'
export { getTokenBalances } from './controllers/balances/getTokenBalances.js'
export type { Call } from './controllers/calls/capability.js'
export { activateConnection } from './controllers/connection/activate.js'
export { cancelConnect, connect, type ConnectError, type ConnectParameters } from './controllers/connection/connect.js'
export type { Attempt, Connection, NamespaceConnections } from './controllers/connection/connection.js'
export { connectorStore, type ConnectorState } from './controllers/connection/connectors.js'
export { disconnect, disconnectAll, type DisconnectFailure, type DisconnectParameters } from './controllers/connection/disconnect.js'
export { setActiveNamespace } from './controllers/connection/dispatch.js'
export {
  AdapterLoadError,
  AdapterNotFoundError,
  CapabilityMissingError,
  ConnectionCancelledError,
  ConnectionSupersededError,
  ConnectionTimeoutError,
  ConnectorNotConnectedError,
  ConnectorNotFoundError,
  DisconnectError,
  ProviderNotFoundError,
  RequestPendingError,
  UnsupportedMethodError,
  UserRejectedError,
  WalletAnswerError,
} from './controllers/connection/errors.js'
export { addGate, reviewGates, type Gate, type GatePlace, type Visitor } from './controllers/connection/gates.js'
export { findConnector, listConnectors } from './controllers/connection/listConnectors.js'
export {
  activeConnection,
  connectionsIn,
  connectionStatus,
  connectionStore,
  type ConnectionState,
  type ConnectionStatus,
} from './controllers/connection/store.js'
export { currentAttempt } from './controllers/connection/currentAttempt.js'
export type { ConnectMethod } from './controllers/embedded/methods.js'
export {
  ChainMismatchError,
  NetworkNotConfiguredError,
  NetworkSwitchDisabledError,
  NetworkSwitchSupersededError,
  NetworkSwitchTimeoutError,
  NetworkSwitchUnconfirmedError,
  SwitchNotSupportedError,
} from './controllers/network/errors.js'
export {
  findNetwork,
  networkStore,
  requestedNetworks,
  type NamespaceNetworks,
  type NetworkState,
  type NetworkSwitch,
} from './controllers/network/store.js'
export { networksIn } from './controllers/network/networksIn.js'
export { networkSupport, type NetworkSupport } from './controllers/network/networkSupport.js'
export { switchNetwork, type SwitchNetworkError, type SwitchNetworkParameters } from './controllers/network/switchNetwork.js'
export type {
  FeeEstimate,
  FeeRates,
  FeeSpeed,
  PreflightCommitment,
  Receipt,
  RecipientKind,
  SendOptions,
  SpeedChoice,
} from './controllers/send/capability.js'
export { SendingUnconfirmedError } from './controllers/send/errors.js'
export { estimateFee } from './controllers/send/estimateFee.js'
export { getFeeRates } from './controllers/send/getFeeRates.js'
export { sendTransaction } from './controllers/send/sendTransaction.js'
export { signAndSendTransaction, type SignAndSendParameters } from './controllers/send/signAndSendTransaction.js'
export type { TransactionParameters } from './controllers/send/transaction.js'
export { waitForReceipt, type WaitForReceiptParameters } from './controllers/send/waitForReceipt.js'
export type { PsbtInput, TypedData } from './controllers/sign/capability.js'
export { signMessage, signMessageWithProtocol, type MessageParameters } from './controllers/sign/signMessage.js'
export { signPsbt, type PsbtParameters } from './controllers/sign/signPsbt.js'
export { signTransactions } from './controllers/sign/signTransactions.js'
export { signTypedData } from './controllers/sign/signTypedData.js'
export type { ConnectorType } from './controllers/wallets/connectorTypes.js'
export { addressEnd, addressStart, shortAddress } from './kit/amount/address.js'
export { formatAmount, toDecimal } from './kit/amount/format.js'
export { InvalidDecimalError, parseAmount } from './kit/amount/parse.js'
export { InvalidAccountIdError, InvalidNetworkIdError } from './kit/caip/errors.js'
export {
  isNamespace,
  isNetworkId,
  namespaceOf,
  namespaces,
  type AccountId,
  type AddressIn,
  type Namespace,
  type NetworkId,
} from './kit/caip/ids.js'
export { accountIdOf, isAccountId } from './kit/caip/accountIds.js'
export { parseAccountId, parseNetworkId } from './kit/caip/parse.js'
export { InvalidOptionError, PorticoError, type PorticoErrorOptions } from './kit/errors.js'
export { asError } from './kit/asError.js'
export { createPortico, type Portico } from './portico/createPortico.js'
export type { OnrampConfig, PorticoOptions, SiteMetadata, WalletFeature, WalletRecord } from './portico/options.js'
// The event `onramp.changed` tells of it.
export type { OnrampSession } from './controllers/onramp/sessions.js'
export type { EventName, Events, PorticoEvents } from './portico/events.js'
export type { Live } from './portico/listen.js'
export { goLive } from './portico/live.js'
export { mount } from './portico/mount.js'
export { closeModal } from './router/router.js'
export { UnknownViewError } from './router/knownViews.js'
export { openModal } from './router/store.js'
export { cookieStorage, savedStateFromCookie } from './storage/cookie.js'
export type { SavedConnection, SavedState } from './storage/savedState.js'
export type { PorticoStorage } from './storage/storage.js'
export { setTheme, themeStore, type ThemeMode, type ThemeState, type ThemeVariables } from './theme/theme.js'
export * from './router/views.js' // whole, so that a feature can add its views: `declare module '@portico/core'`
