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
  /** Address of a token (SPL mint). `value` is then in the token's smallest unit. Left out: the native currency. */
  readonly token?: string
  /** What to pay, in satoshi for each virtual byte (Bitcoin). Default: the standard rate of the moment. */
  readonly feeRate?: number
}

/** What a transaction costs on a chain that sells its space by size, in satoshi for each virtual byte. */
export interface FeeRates {
  readonly slow: number
  readonly standard: number
  readonly fast: number
}

/** A token that an account holds. `units` in the token's smallest unit. */
export interface TokenBalance {
  /** Address of the token: contract or mint. */
  readonly address: string
  /** Short names and names are a token's own words: untrusted text. Empty where the chain knows none. */
  readonly symbol: string
  readonly name?: string
  readonly units: bigint
  readonly decimals: number
}

/** The eight commitments that a Solana preflight may ask for. */
export const preflightCommitments = ['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max'] as const
export type PreflightCommitment = (typeof preflightCommitments)[number]

/** How a signed Solana transaction is sent. */
export interface SendOptions {
  readonly preflightCommitment?: PreflightCommitment
  readonly skipPreflight?: boolean
  /** How often the node sends it on. */
  readonly maxRetries?: number
  /** The lowest slot at which the request may be answered. */
  readonly minContextSlot?: number
}

/** An input of a PSBT to sign, by whom. */
export interface PsbtInput {
  readonly index: number
  /** One of the wallet's addresses. */
  readonly address: string
  /** Default: the one in the PSBT, else all inputs and outputs. */
  readonly sighashTypes?: readonly number[]
}

/** A transaction of an account's past, as its chain tells it. Amounts in the smallest unit of the native currency. */
export interface AccountTransaction {
  readonly hash: string
  /** What it did to the balance: negative when it took. The fee is in it where the account paid one. */
  readonly change: bigint
  readonly fee?: bigint
  /** Seconds since 1970; undefined while it waits. */
  readonly time?: number
  /** Undefined while it waits. */
  readonly blockNumber?: bigint
}

/** The price of a transaction before it is sent. All amounts in the smallest unit of the native currency. */
export interface FeeEstimate {
  /** What it will likely cost. */
  readonly expected: bigint
  /** What it can cost at the most. */
  readonly maximum: bigint
}

/** What became of a transaction. */
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
  /** Resolves with the signature in the chain's usual text form, or with how it was made too where the chain knows several ways. */
  signMessage: (request: SignMessageRequest) => Promise<string | SignedMessage>
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
  /** Tokens that an address holds. */
  getTokenBalances?: (request: { address: string; networkId: NetworkId; signal?: AbortSignal }) => Promise<readonly TokenBalance[]>
  /** The newest transactions of an address first, a page at a time. `cursor` from the page before. */
  getTransactions?: (request: {
    address: string
    networkId: NetworkId
    cursor?: string
    signal?: AbortSignal
  }) => Promise<{ transactions: readonly AccountTransaction[]; cursor?: string }>
  /** What a transaction costs now, on a chain that sells its space by size. */
  getFeeRates?: (request: { networkId: NetworkId; signal?: AbortSignal }) => Promise<FeeRates>
  /** Signs serialised Solana transactions, legacy or v0, in one request. Resolves with them signed, in the same order. */
  signTransactions?: (request: AccountTarget & { transactions: readonly Uint8Array[] }) => Promise<readonly Uint8Array[]>
  /** Signs a serialised Solana transaction and sends it. Resolves with its signature (base58) as soon as it is sent. */
  signAndSendTransaction?: (request: AccountTarget & { transaction: Uint8Array; options?: SendOptions }) => Promise<string>
  /** Signs inputs of a PSBT (BIP-174, base64), all that are the wallet's unless named. With `broadcast` it is finalised and sent, and `hash` is its id. */
  signPsbt?: (
    request: AccountTarget & { psbt: string; inputs?: readonly PsbtInput[]; broadcast?: boolean },
  ) => Promise<{ psbt: string; hash?: string }>
  /**
   * What a payment code for an address says: EIP-681, BIP-21 or Solana Pay. Without a network, it is good on all of the namespace.
   */
  paymentUri?: (request: { address: string; networkId?: NetworkId }) => string
  /** Name and picture behind an address, or nothing. */
  lookupAddress?: (request: { address: string; signal?: AbortSignal }) => Promise<{ name?: string; avatar?: string }>
  /** Address behind a name, or undefined. */
  resolveName?: (request: { name: string; networkId: NetworkId; signal?: AbortSignal }) => Promise<string | undefined>
}

/** A connection that exists already when the page starts: the host library's own state. */
interface LiveConnection extends Grant {
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
