import type { Wallet } from '@wallet-standard/base'
import type { StandardConfig } from '../shared/standard.js'
import type { HeadlessPerson, PersonOptions, PersonState } from '../shared/types.js'

export type BitcoinNetwork = 'mainnet' | 'testnet' | 'testnet4' | 'signet' | 'regtest'

/** Bitcoin wallets keep payments and ordinals apart. */
export type AddressPurpose = 'payment' | 'ordinals'

/** How a message is signed: BIP-137's recoverable ECDSA signature, or BIP-322 in its simple form. */
export type MessageProtocol = 'ecdsa' | 'bip322'

/** An address as a wallet tells it. */
export interface BitcoinAddress {
  readonly address: string
  readonly purpose: AddressPurpose
  readonly type: 'p2wpkh' | 'p2sh' | 'p2tr'
  /** Hex: 33 bytes compressed, or 32 bytes x-only for `p2tr`. */
  readonly publicKey: string
}

/** An account: an address for each purpose. */
export interface BitcoinAccount {
  readonly payment: BitcoinAddress
  readonly ordinals: BitcoinAddress
}

/** The private keys of an account, 32 bytes each. */
export interface BitcoinSecrets {
  readonly payment: Uint8Array
  readonly ordinals: Uint8Array
}

/** The features of the Wallet Standard that a wallet can have. */
export type BitcoinFeatureName =
  | 'standard:connect'
  | 'standard:disconnect'
  | 'standard:events'
  | 'bitcoin:connect'
  | 'bitcoin:disconnect'
  | 'bitcoin:events'
  | 'bitcoin:signMessage'
  | 'bitcoin:signTransaction'
  | 'bitcoin:signAndSendTransaction'
  | 'bitcoin:sendTransfer'

export interface BitcoinWalletOptions extends PersonOptions {
  /** The network it starts on. Default: the first of `networks`. */
  readonly network?: BitcoinNetwork
  /** The networks it knows. Default: mainnet alone. */
  readonly networks?: readonly BitcoinNetwork[]
  /** Where esplora's API is, for balances and sending; one for all networks, or one for each. Default: the sandbox's. */
  readonly esploraUrl?: string | Partial<Readonly<Record<BitcoinNetwork, string>>>
  /** The form of payment addresses. Default: `p2wpkh`. */
  readonly paymentType?: 'p2wpkh' | 'p2sh'
  /** Which address wallets with one address at a time (UniSat, OKX) use. Default: `payment`. */
  readonly directPurpose?: AddressPurpose
  /** The features of its Wallet Standard face. Default: all. */
  readonly features?: readonly BitcoinFeatureName[]
  /** The methods of its sats-connect face; others are answered with -32601. Default: all. */
  readonly methods?: readonly string[]
  /** Methods that it does not have, as `script` names them: `unisat:signPsbt`, or `signPsbt` for every dialect. */
  readonly without?: readonly string[]
  /** Its keys. Default: those of {@link testSecrets}, ten of them. */
  readonly secrets?: readonly BitcoinSecrets[]
  /** The way to esplora. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

/** What the wallet knows now. A new object at each change, so that it can be a React snapshot. */
export interface BitcoinState extends PersonState {
  readonly network: BitcoinNetwork
  /** Which addresses a site asked for when it connected. */
  readonly purposes: Readonly<Record<string, readonly AddressPurpose[]>>
}

/**
 * A Bitcoin wallet without a window, and the person and the script behind it. Requests are named `dialect:method`:
 * `bitcoin:signMessage` (Wallet Standard), `sats:signMessage` (sats-connect and Xverse), `unisat:`, `okx:` and
 * `leather:signMessage`. `script` and `waitFor` also take a name for all dialects: `connect`, `signMessage`, `signPsbt`,
 * `sendTransfer`, or any method without its dialect.
 */
export interface HeadlessBitcoinWallet extends HeadlessPerson<BitcoinState> {
  /** The site that its own faces belong to. */
  readonly origin: string
  /** What sites see by the Wallet Standard: frozen, with the accounts of the page's own origin. */
  readonly wallet: Wallet
  /** What `wallet` is made of: plain data, for bridges. */
  readonly config: StandardConfig
  /** All accounts, with their addresses on the network it is on. `state.exposed` points into it. */
  readonly accounts: readonly BitcoinAccount[]
  /** The wallet as another site sees it, or this one after a reload: a new object, connected to nothing yet. */
  walletFor(origin: string): Wallet
  /** The methods of a dialect that this wallet has, without the dialect's name. */
  methodsOf(dialect: Dialect): readonly string[]
  /** The person picks a network. @throws when the wallet does not know it */
  switchNetwork(network: BitcoinNetwork): void
}

/** Beside the Wallet Standard. Xverse speaks `sats`. */
export type Dialect = 'sats' | 'unisat' | 'okx' | 'leather'
