/**
 * The views of every modal, by the id of the feature that has them, in the order of the modal's features. They come with what confirms
 * connections, so that a gate knows whether there is such a view before the modal's own code is there.
 * @example const features = Object.keys(viewNames) // ['connect', 'login', …]
 */
export const viewNames = {
  connect: ['Connect', 'ConnectWallets', 'ConnectingExternal', 'ConnectingMultiChain'],
  login: ['ConnectSocials', 'EmailVerifyOtp', 'EmailVerifyDevice', 'ConnectingSocial', 'ConnectingFarcaster'],
  directory: ['AllWallets', 'GetWallet', 'Downloads'],
  pairing: ['ConnectingWalletConnect', 'ConnectingWalletConnectBasic'],
  account: ['Account', 'Wallets', 'Receive', 'CompatibleNetworks', 'Token', 'AddToken', 'Settings', 'Disconnect'],
  nfts: [],
  activity: ['Transactions', 'Transaction'],
  network: ['Networks', 'SwitchNetwork', 'SwitchActiveChain', 'UnsupportedChain'],
  embedded: ['AccountType', 'ApproveTransaction', 'WalletSecurity', 'UpdateEmailWallet', 'UpdateEmailCode'],
  names: [
    'RegisterAccountName',
    'RegisterAccountNameSuccess',
    'AccountName',
    'EditAccountName',
    'AcceptAccountName',
    'TransferAccountName',
    'ReleaseAccountName',
  ],
  help: ['WhatIsAWallet', 'WhatIsANetwork'],
  siwx: ['SIWXSignMessage'],
  send: ['WalletSend', 'WalletSendSelectToken', 'WalletSendScan', 'WalletSendPreview', 'WalletSendConfirmed'],
  onramp: [
    'OnRampProviders',
    'OnRampOffers',
    'OnRampTokenSelect',
    'OnRampFiatSelect',
    'OnRampMethodSelect',
    'BuyInProgress',
    'WhatIsABuy',
    'PayWithExchange',
  ],
  swap: ['Swap', 'SwapSelectToken', 'SwapSettings', 'SwapPreview', 'SwapProgress'],
  permissions: ['Permissions'],
  calls: ['Calls'],
} as const

/** The ids by which a site leaves one of them out. */
export type BuiltInFeature = keyof typeof viewNames
