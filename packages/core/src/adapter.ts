import type { Namespace, NetworkId } from './caip/ids.js'
import type { Connector } from './connector.js'
import type { Portico } from './portico.js'

/** A chain a site works on (spec point 3). */
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

/** What a wallet said when it let the site in. */
export interface Grant {
  /** Addresses in the namespace's own form, the one in use first. Never empty. */
  readonly addresses: readonly string[]
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

export interface SignMessageRequest extends AccountTarget {
  /** Text, or raw bytes. */
  readonly message: string | Uint8Array
}

/** EIP-712 typed data as `eth_signTypedData_v4` takes it. */
export interface TypedData {
  readonly domain?: Readonly<Record<string, unknown>>
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** A transfer or contract call. */
export interface TransactionRequest extends AccountTarget {
  readonly to: string
  /** In the smallest unit (wei, lamport, satoshi). */
  readonly value?: bigint
  /** Call data as 0x hex (EVM). */
  readonly data?: string
}

/** The price of a transaction before it is sent. All amounts in the smallest unit of the native currency. */
export interface FeeEstimate {
  /** What it will likely cost. */
  readonly expected: bigint
  /** What it can cost at the most. */
  readonly maximum: bigint
}

/** What became of a transaction (spec point 4). */
export interface Receipt {
  readonly hash: string
  /** `replaced`: another transaction of the same sender and nonce took its place; `repriced`: the same one at another fee. */
  readonly outcome: 'success' | 'reverted' | 'replaced' | 'repriced' | 'cancelled'
  /** Hash of the transaction that was mined in its place. */
  readonly minedHash: string
  readonly blockNumber: bigint
}

/** One call of an EIP-5792 batch. `value` in wei. */
export interface Call {
  readonly to: string
  readonly value?: bigint
  readonly data?: string
}

/**
 * What a chain family can do. Everything below the line is optional: a view asks for the capability, never for the
 * namespace's name. Every method rejects with a PorticoError; a wallet's refusal is always a `UserRejectedError`.
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
  /** Resolves with the signature in the chain's usual text form (0x hex for EVM). */
  signMessage: (request: SignMessageRequest) => Promise<string>
  /** Follows connections made beside Portico and wallet events, until the returned function is called. */
  watch: () => () => void

  /** Makes another of the wallet's connections the host library's current one. */
  activate?: (request: { connectorId: string }) => Promise<void>
  /** @throws ChainMismatchError when `domain.chainId` is another chain than the request's (S14) */
  signTypedData?: (request: AccountTarget & { typedData: TypedData }) => Promise<string>
  estimateFee?: (request: TransactionRequest) => Promise<FeeEstimate>
  /** Resolves with the hash as soon as the wallet has sent it. */
  sendTransaction?: (request: TransactionRequest) => Promise<string>
  /** Waits for one confirmation, 180 s at the most (R20). @throws ReceiptTimeoutError */
  waitForReceipt?: (request: { hash: string; networkId: NetworkId; signal?: AbortSignal }) => Promise<Receipt>
  /** EIP-5792 `wallet_getCapabilities`, by network. */
  getCapabilities?: (request: AccountTarget) => Promise<Readonly<Record<NetworkId, Readonly<Record<string, unknown>>>>>
  /** EIP-5792 `wallet_sendCalls`. Resolves with the batch id. */
  sendCalls?: (request: AccountTarget & { calls: readonly Call[] }) => Promise<string>
  /** Name and picture behind an address, or nothing. */
  lookupAddress?: (request: { address: string; signal?: AbortSignal }) => Promise<{ name?: string; avatar?: string }>
  /** Address behind a name, or undefined. */
  resolveName?: (request: { name: string; networkId: NetworkId; signal?: AbortSignal }) => Promise<string | undefined>
}

/** A connection that exists already when the page starts: the host library's own state. */
export interface LiveConnection extends Grant {
  readonly connector: Connector
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
