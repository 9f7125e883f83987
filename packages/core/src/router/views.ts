import type { SocialProvider } from '../controllers/embedded/wallet.js'
import type { HeldToken } from '../controllers/balances/token.js'
import type { Nft } from '../controllers/nfts/schema.js'
import type { Namespace, NetworkId } from '../kit/caip/ids.js'

/** Where a wallet is to be connected: any of the site's chain families and networks, unless named. */
export interface ConnectTarget {
  readonly namespace?: Namespace
  readonly networkId?: NetworkId
}

/** Every view and the parameters it takes. A feature adds its own by declaration merging, beside the code that opens it. */
export interface PorticoViews {
  /** `wallet` is pressed as it opens: an id of the directory, a reverse domain name, or a connector's id. */
  Connect: undefined | (ConnectTarget & { readonly wallet?: string })
  /** The wallets alone, where Connect has them behind a button. */
  ConnectWallets: undefined | ConnectTarget
  AllWallets: undefined | ConnectTarget
  /** Which chain family to connect, of a wallet that speaks several. */
  ConnectingMultiChain: { readonly connectorId: string }
  ConnectingExternal: ConnectTarget & { readonly connectorId: string }
  /** Pairing with a wallet of the directory, or of the host's own. */
  ConnectingWalletConnect: ConnectTarget & { readonly walletId: string }
  /** Pairing with any wallet that scans the code. */
  ConnectingWalletConnectBasic: undefined | ConnectTarget
  /** Every social account that one can log in with. */
  ConnectSocials: undefined
  /** A six-digit code was mailed: the empty place in which the secure frame asks for it. */
  EmailVerifyOtp: undefined
  /** A link was mailed, for a browser that is not known yet. */
  EmailVerifyDevice: undefined
  ConnectingSocial: { readonly provider: SocialProvider }
  ConnectingFarcaster: undefined
  /** The empty place that the secure frame fills with its question. */
  ApproveTransaction: undefined
  /** The empty place that the secure frame fills with the wallet's safety: passkey, recovery code, export. */
  WalletSecurity: undefined
  UpdateEmailWallet: undefined
  /** The empty place in which the secure frame asks for the codes of a change. */
  UpdateEmailCode: undefined
  Account: undefined
  Wallets: undefined | { readonly namespace?: Namespace }
  Receive: undefined | { readonly namespace?: Namespace }
  /** The networks on which the address of the account takes money. */
  CompatibleNetworks: undefined | { readonly namespace?: Namespace }
  /** Whom to send how much of what. */
  WalletSend: undefined | { readonly nft: Nft } | { readonly token: HeldToken }
  WalletSendSelectToken: undefined
  /** The camera, for the recipient's code. */
  WalletSendScan: undefined
  WalletSendPreview: undefined
  /** From the wallet's question to the confirmed transfer, or to why there is none. */
  WalletSendConfirmed: undefined
  /** One token of the account in use; without an address, the network's own coin. */
  Token: Pick<HeldToken, 'networkId' | 'address'>
  /** A token that is not listed, by its address. */
  AddToken: undefined
  Disconnect: undefined
  Settings: undefined
  Networks: undefined
  WhatIsAWallet: undefined
  WhatIsANetwork: undefined
  GetWallet: undefined
  /** Where to get one wallet. */
  Downloads: { readonly walletId: string }
}

export type ViewName = keyof PorticoViews

/** A view with its parameters: left out where the view needs none. */
export type ViewRequest = {
  [V in ViewName]: undefined extends PorticoViews[V]
    ? { readonly view: V; readonly params?: PorticoViews[V] }
    : { readonly view: V; readonly params: PorticoViews[V] }
}[ViewName]
