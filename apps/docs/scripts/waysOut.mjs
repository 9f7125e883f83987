// What to do about each error that carries no hint of its own: a hint is code that every page loads, and these are read here alone.
/** By the class; by package and class where two packages have one of that name. @type {Readonly<Record<string, string>>} */
export const waysOut = {
  // core: connecting
  AdapterLoadError:
    'Offer to try again. Where it comes back online as well, a chunk of an earlier release is gone from your server: keep those of the last one, or reload the page.',
  CapabilityMissingError: 'Ask before you offer it: not every chain family, and not every wallet, can do everything.',
  ConnectionCancelledError: 'Nothing: the visitor turned away. Leave the button as it was.',
  ConnectionSupersededError: 'Nothing: a newer attempt goes on. Await that one.',
  ConnectorNotConnectedError: 'Connect first: openModal(portico, { view: "Connect" }), or look at useAccount().status before you ask.',
  DisconnectError: 'Try again. The cause is the wallet’s own; the visitor can end the connection in the wallet as well.',
  ProviderNotFoundError: 'The wallet was listed and is gone: its extension was turned off or is being updated. Have the page reloaded.',
  RequestPendingError: 'Tell the visitor to look into the wallet, where a request waits already. Do not send another.',
  UserRejectedError: 'Nothing: the visitor said no. Leave the button, so that it can be pressed again.',
  WalletAnswerError: 'Update the wallet, or use another. `cause` is what it answered: tell its makers.',
  WalletRequestError:
    'Read `code` and the message, which are the wallet’s own. -32603 is often a wrong parameter or an account that cannot pay.',
  UnsupportedMethodError: 'Offer the visitor what `instead` says, or another wallet.',

  // core: accounts and networks
  BalanceUnavailableError: 'Try again; where it stays, give the network an endpoint of yours: rpcUrls or transports.',
  ChainMismatchError: 'Switch first: switchNetwork(portico, { networkId }), or leave networkId out to take the one that the wallet is on.',
  AmountTooSmallError: 'Send at least `error.least`, in the coin’s smallest unit. Nothing was sent.',
  InsufficientFundsError: 'Lower the amount, or have the visitor top up the network’s own coin, which pays the fee.',
  NetworkSwitchSupersededError: 'Nothing: a newer switch goes on.',
  NetworkSwitchTimeoutError: 'Ask the visitor to look into the wallet, and offer to try again.',
  NetworkSwitchUnconfirmedError: 'Ask the visitor to choose the network in the wallet itself.',
  SwitchNotSupportedError: 'Ask the visitor to choose the network in the wallet: it takes no request for it.',
  ReceiptTimeoutError: 'Do not send it again: it may still go through. Wait once more with waitForReceipt, or show it by transactionUrl.',
  SendingUnconfirmedError:
    'Do not send it again: it may go through. Show what the account’s activity tells of the next minutes; `cause` is the silence.',
  TransactionNotPendingError: 'Nothing is left to replace: read what became of it with waitForReceipt.',
  TransactionRevertedError: 'Read the reason in the message; check allowance, amounts and arguments. Nothing was sent.',
  InvalidOptionError: 'Correct the option that the message names: `option` holds it.',
  PorticoError: 'Look at `name`: each subclass is told apart by it.',

  // core: what is asked of servers
  ActivityUnavailableError: 'Try again. `cause` says what did not answer: the gateway at apiUrl, or the chain’s node.',
  HttpStatusError:
    'Look at `status`: 401 and 403 are the project id or the gateway’s list of origins, 404 a gateway without that feature, 429 its limit.',
  MalformedAnswerError:
    'Check apiUrl: something else answers there, such as a page of your host. Else gateway and packages are of different versions.',
  NetworkFailureError:
    'Try again when the visitor is online. Where it is only your site, look at connect-src of your policy and at CORS of the service.',
  RequestAbortedError: 'Nothing: your own signal was aborted.',
  UnusableAnswerError: 'Throw it in your own `read` alone: it has the request asked again.',

  // core: sending, batches, permissions
  AtomicReadyWalletRejectedUpgradeError: 'Send the calls one by one: sendCalls without atomicRequired.',
  CallsAccountError: 'Switch back to the account that began, or start the batch anew.',
  CallsTimeoutError: 'Do not send it again: wait once more with waitForCalls, or show it with showCallsStatus.',
  UnsupportedChainIdError: 'Switch to a network on which getCapabilities says that the wallet takes batches.',
  ItemNotHeldError: 'Ask for the account’s NFTs anew: it was sent on meanwhile.',
  SendCancelledError: 'Nothing: the visitor turned away.',
  TokenListedError: 'Nothing is to be added: showToken brings it back where it was hidden.',
  InvalidDecimalError: 'Hand in digits with one point and no more decimals than the token has: "1.25".',
  PermissionExceededError: 'Ask for a permission that covers it with grantPermissions; permissionsStore has what there is.',
  PermissionTooBroadError: 'Name an expiry, a limit and the contracts: the message says which is missing.',

  // core: swap and buy
  GasPriceUnsupportedError: 'Swaps of the gateway are not on that network: look at the networks that it serves.',
  NoRouteError: 'Try another amount or another pair.',
  AllowanceTooLowError: 'Ask for the swap again: the whole amount has to be allowed in the wallet.',
  PriceMovedError: 'Show the new price and ask again, or allow more slippage.',
  QuoteExpiredError: 'Ask for a new price; the form does so by itself.',
  SwapAccountError: 'Begin anew with the account that is in use now.',
  SwapUnsupportedError: 'The gateway has no swaps on that network: offer them on others.',
  NoOfferError: 'Try another amount, currency or way to pay.',
  OfferExpiredError: 'Ask for offers anew.',
  OnrampAccountError: 'Begin anew with the account that is in use now.',
  OnrampRefusedError: 'Read `reason`: the provider’s limits, the visitor’s country, or the asset. Offer another provider.',
  OwnershipError: 'Sign in anew. Where it stays, the gateway does not know the account’s kind of signature, or its clock is wrong.',

  // core: names
  AddressNamesError: 'Try again; `cause` says what did not answer.',
  NameChangeError: 'Read the message, which is the service’s; ask for the name’s state anew before trying again.',
  NameRegistrationError: 'Read the message, which is the service’s: the name may be taken since. Offer another.',
  NameResolutionError: 'Try again. It does not say that nobody has the name: that is an answer of undefined.',
  NameSuggestionsError: 'Go on without suggestions.',
  PrimaryNameUnsupportedError: 'Show the address: no name leads back from it there.',

  // core: signing in and logging in
  SignatureDeclinedError: 'Offer to sign in again, or to disconnect.',
  SignInCancelledError: 'Nothing: the visitor turned away.',
  SignInRefusedError: 'Look at the server’s log: domain, origin or clock differ from what was signed.',
  SignInUnavailableError: 'Check `url` of siwx, and that the server answers there; the visitor stays connected and can try again.',
  SmartAccountSignInError: 'Give the server the chain’s endpoint: signatures of contracts are verified on the chain (ERC-1271, ERC-6492).',
  InvalidEmailError: 'Ask for the address again.',
  LoginExpiredError: 'Send a new code, or open the window again.',
  UntrustedLoginPageError: 'Check the secure site’s list of login providers; a page that is not in it is not opened.',

  // adapters
  '@portico/adapter-evm EndpointError': 'Give the network an endpoint of your own: evm({ transports }).',
  '@portico/adapter-solana EndpointError': 'Give the network an endpoint of your own: solana({ rpcUrls }). Public nodes refuse much.',
  TransactionExpiredError: 'Build it anew with a fresh blockhash and have it signed again: the old one cannot go through any more.',

  // embedded wallet and contracts
  AccountTypeError: 'Offer the types that the secure site has on this network.',
  EmailCooldownError: 'Wait `retryAfter` seconds before another code is mailed.',
  FrameRequestAbortedError: 'Nothing: the request was ended by the site.',
  FrameRequestError: 'Read the message, which is the frame’s; try again.',
  FrameTimeoutError: 'Check that the secure site answers and that frame-src of your policy names it.',
  NotLoggedInError: 'Log in first: openModal(portico, { view: "Connect" }).',
  CallDataError: 'Check that the call data is of the contract and of the version that reads it.',
  PermissionError: 'Correct what the message names.',
  PermissionUseError: 'Ask for a permission that covers the call, or have the visitor sign it.',
  TypedDataUnsignableError: 'Have the visitor sign with a plain account, or change the data as the message says.',

  // siwx
  SignInMessageError: 'Write messages with writeSignInMessage, and hand the text on as it is.',
  SiwxOptionsError: 'Correct the option that the message names before the server starts.',

  // testing
  LegacyWalletError: 'Expect it in the test: it is what wallets of that kind throw.',
  MalformedTransactionError: 'Serialise the transaction before it is handed to the wallet.',
  ProviderRpcError: 'Expect it in the test: a script of the wallet asked for it.',
  VisitorError: 'Look at the step that it names: the page shows something else.',

  // WalletConnect
  ChainNotApprovedError: 'Name the chain among your networks, so that pairing asks for it, or have the visitor connect again.',
  ChainProviderNotFoundError: 'Name the chain in the namespaces that connect() is called with.',
  ClientClosedError: 'Make a new client.',
  ClientNotReadyError: 'Await init() before anything is asked.',
  MalformedMessageError: 'Update the wallet, or use another: what it sent is not as the protocol says.',
  NamespaceNotConfiguredError: 'Call connect() with that namespace first.',
  NotConnectedError: 'Call connect() first.',
  OutOfScopeError: 'Ask for the chain and the method when pairing; the session has what the wallet agreed to.',
  PairingUriError: 'Copy the whole code, begin with wc:, and take a new one: a code lives five minutes.',
  PeerError: 'Read `code` and the message, which are the wallet’s own.',
  ProposalExpiredError: 'Show a new code.',
  RequestExpiredError: 'Ask again, and have the visitor open the wallet.',
  RpcError: 'Give the chain an endpoint that answers.',
  SessionEndedError: 'Connect again: the wallet has ended the session.',
  SessionNotFoundError: 'Connect again: the session is over.',
  SessionNotReadyError: 'Call connect() before enable().',
  SettlementError: 'Update the wallet: what it granted is not what was asked for.',
}
