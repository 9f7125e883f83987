import type { Namespace, NetworkId } from './kit/caip/ids.js'
import type { Connector } from './connector.js'
import type { Portico } from './portico/createPortico.js'

/** A chain a site works on. */
export interface Network {
  /** CAIP-2, for example `eip155:8453`. */
  readonly id: NetworkId
  readonly namespace: Namespace
  readonly name: string
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number }
  /** Endpoints in order of preference. */
  readonly rpcUrls: readonly string[]
  readonly blockExplorers: readonly { readonly name: string; readonly url: string }[]
  readonly testnet: boolean
  /** Image as data: or https: URL. Known networks have a drawing of their own. */
  readonly icon?: string
}

/** What an address is for. Bitcoin wallets keep payments and ordinals apart; `eoa` is a plain account. */
export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal'

/** What a wallet says of one of its addresses, beside the address itself. */
export interface GrantAccount {
  readonly address: string
  readonly type?: AccountType
  /** As hex without 0x, in the chain's own form: for Bitcoin 33 bytes compressed, or 32 bytes x-only (taproot). */
  readonly publicKey?: string
}

/** What a wallet said when it let the site in. */
export interface Grant {
  /** Addresses in the namespace's own form, the one in use first. Never empty. */
  readonly addresses: readonly string[]
  /** More about some of the addresses, in any order. */
  readonly accounts?: readonly GrantAccount[]
  /** The network the wallet is on. It need not be one of the site's. */
  readonly networkId: NetworkId
  /** Networks the wallet agreed to; left out when it takes any. */
  readonly approvedNetworkIds?: readonly NetworkId[]
}

/** What an adapter tells core about a connection, at any time and in any order. Late and double reports are harmless. */
export interface AdapterEvents {
  /** The wallet's accounts or network changed. An empty `addresses` means it withdrew. */
  changed: (connectorId: string, change: Partial<Grant>) => void
  /** The connection is over, from the wallet's side. */
  disconnected: (connectorId: string) => void
  /** A connection that core did not ask for: made by the host's own library beside Portico. It becomes the active one. */
  connected: (connector: Connector, grant: Grant) => void
  /** The host's own library made another existing connection the active one. */
  activated: (connectorId: string) => void
}

export interface ConnectRequest {
  readonly connector: Connector
  /** Network to ask for, when the wallet lets one choose. */
  readonly networkId?: NetworkId
  /** Aborted when the visitor cancels or chooses something else. */
  readonly signal: AbortSignal
}

/** Whose account, and on which network, an action is for. */
export interface AccountTarget {
  readonly connectorId: string
  readonly address: string
  readonly networkId: NetworkId
}

/** How a Bitcoin message is signed: the old way with a recoverable ECDSA signature, or BIP-322, which every address form can do. */
export type MessageProtocol = 'ecdsa' | 'bip322'

export interface SignMessageRequest extends AccountTarget {
  /** Text, or raw bytes. */
  readonly message: string | Uint8Array
  /** Where the chain knows several. Default: the one that fits the address. */
  readonly protocol?: MessageProtocol
}

/** A signature, and how it was made. */
export interface SignedMessage {
  /** In the chain's usual text form: 0x hex (EVM), base58 (Solana), base64 (Bitcoin). */
  readonly signature: string
  /** The one that was used, where the chain knows several. */
  readonly protocol?: MessageProtocol
}

/**
 * What a chain family can do. What some can do and others cannot stands beside the controller that uses it, in `capability.ts`,
 * and is merged into this type. Every method rejects with a PorticoError; a wallet's refusal is always a `UserRejectedError`.
 */
export interface Adapter {
  /** Asks the wallet to let the site in. @throws UserRejectedError, RequestPendingError, ProviderNotFoundError */
  connect: (request: ConnectRequest) => Promise<Grant>
  /** Asks, without any prompt, whether the wallet still lets the site in. Resolves undefined when it does not. */
  reconnect: (request: ConnectRequest) => Promise<Grant | undefined>
  /** Ends a connection, and tells the wallet where it can be told. */
  disconnect: (request: { connectorId: string }) => Promise<void>
  /** Resolves once the wallet *is* on the network: the answer is checked, not believed. @throws SwitchNotSupportedError */
  switchNetwork: (request: { connectorId: string; network: Network }) => Promise<void>
  /** Native balance in the smallest unit. */
  getBalance: (request: { address: string; networkId: NetworkId; signal?: AbortSignal }) => Promise<bigint>
  /** Resolves with the signature in the chain's usual text form, or with how it was made too where the chain knows several ways. */
  signMessage: (request: SignMessageRequest) => Promise<string | SignedMessage>
  /** Follows connections made beside Portico and wallet events, until the returned function is called. */
  watch: () => () => void

  /** Makes another of the wallet's connections the host library's current one. */
  activate?: (request: { connectorId: string }) => Promise<void>
}

/**
 * What the host hands to `createPortico`: light enough to sit in the first bundle. It knows its networks and how to find
 * wallets; the code that talks to a chain is a chunk behind `load`.
 */
export interface AdapterDescription {
  readonly namespace: Namespace
  readonly networks: readonly Network[]
  /** Lists wallets as they appear, until the returned function is called. Publishes the whole list each time. Its code may load first. */
  readonly discover: (portico: Portico, publish: (connectors: readonly Connector[]) => void) => () => void
  /**
   * Calls `wake` when a library that the host runs beside Portico has, or gets, a connection: only then is more code loaded
   * to follow it. Called on mount.
   */
  readonly watchHost?: (wake: () => void) => () => void
  /** Follows that library, once the portico is live. */
  readonly join?: (portico: Portico, events: AdapterEvents) => () => void
  /** Loads the implementation. Core calls it once for each portico, and again after a failure. */
  readonly load: (portico: Portico, events: AdapterEvents) => Promise<Adapter>
}
