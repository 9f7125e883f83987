import type { AccountTarget } from '../../adapter.js'
import type { NetworkId } from '../../kit/caip/ids.js'

/** What a site asks of a wallet's abilities, by name: `{ paymasterService: { url, optional: true } }`. One that is not optional is refused where it is not there (5700). */
export type AskedCapabilities = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** One call of a batch (EIP-5792). On Bitcoin, and on Solana for its own coin, `to` and `value` are a transfer. */
export interface Call {
  readonly to: string
  /** In the smallest unit of the network's own coin (wei, lamport, satoshi). */
  readonly value?: bigint
  /** Call data as 0x hex (EVM). */
  readonly data?: string
  /** Of this call alone, such as `{ flowControl: { 'on-failure': 'continue' } }` (ERC-7867). */
  readonly capabilities?: AskedCapabilities
}

/** One instruction of a Solana program, as `@solana/kit` writes it. */
export interface Instruction {
  readonly programAddress: string
  /** `role`: 0 is read, 1 is written, 2 signs and is read, 3 signs and is written. */
  readonly accounts?: readonly { readonly address: string; readonly role: 0 | 1 | 2 | 3 }[]
  readonly data?: Uint8Array
}

/** A batch as an adapter is asked for it. */
export interface CallsRequest extends AccountTarget {
  readonly calls: readonly (Call | Instruction)[]
  /** Left out: the wallet makes one. */
  readonly id?: string
  readonly atomicRequired?: boolean
  readonly capabilities?: AskedCapabilities
}

/** What a wallet took. */
export interface SentCalls {
  readonly id: string
  /** What the wallet says beside, by capability. */
  readonly capabilities?: Readonly<Record<string, unknown>>
}

/** What an account can do on a network, as its wallet tells (EIP-5792). Wallets name more than is known here. */
export interface NetworkCapabilities {
  /** `ready`: after the visitor has agreed to an upgrade of the account. */
  readonly atomic?: { readonly status: 'supported' | 'ready' | 'unsupported' }
  /** Somebody else pays for gas (ERC-7677). */
  readonly paymasterService?: { readonly supported: boolean }
  /** It can bring in funds of other accounts and networks. */
  readonly auxiliaryFunds?: { readonly supported: boolean }
  /** What may happen after a call has failed, by how atomic the batch is (ERC-7867). */
  readonly flowControl?: Readonly<Partial<Record<'none' | 'loose' | 'strict', readonly ('rollback' | 'halt' | 'continue')[]>>>
  readonly [name: string]: unknown
}

/** The receipt of a transaction that holds calls of a batch. */
export interface CallReceipt {
  readonly transactionHash: string
  readonly status: 'success' | 'reverted'
  /** The slot on Solana. */
  readonly blockNumber: bigint
  readonly blockHash?: string
  readonly gasUsed?: bigint
  /** Of the EVM; none on Solana. */
  readonly logs: readonly { readonly address: string; readonly data: string; readonly topics: readonly string[] }[]
}

/** How a batch stands (EIP-5792). */
export interface CallsStatus {
  readonly id: string
  readonly networkId: NetworkId
  /**
   * 100 on its way, 200 all of it happened, 400 nothing of it reached the chain and nothing will, 500 reverted whole, 600 reverted or
   * ended in part. Wallets may say others of each hundred.
   */
  readonly status: number
  /** Whether all of it happens or nothing. */
  readonly atomic: boolean
  readonly receipts: readonly CallReceipt[]
  readonly capabilities?: Readonly<Record<string, unknown>>
}

/** Where an account and its chain stood before a wallet was asked: what was sent since can be looked for. */
export interface Checkpoint {
  /** How many transactions the account had sent, waiting ones too. */
  readonly nonce: number
  readonly blockNumber: number
}

/** Something that an account holds, as wallets list it (ERC-7811). */
export interface Asset {
  /** Contract; undefined is the network's own coin. */
  readonly address?: string
  readonly type: string
  /** In the smallest unit. */
  readonly balance: bigint
  /** Somebody's own words: untrusted text. */
  readonly name?: string
  readonly symbol?: string
  readonly decimals?: number
}

/** Several calls as one (EIP-5792). A view asks for the capability, never for the namespace's name. */
export interface Calls {
  /** `wallet_getCapabilities`, by network; nothing of a wallet without the method. */
  getCapabilities?: (request: AccountTarget) => Promise<Readonly<Record<NetworkId, NetworkCapabilities>>>
  /** `wallet_sendCalls`. @throws CapabilityMissingError where the wallet has no such method */
  sendCalls?: (request: CallsRequest) => Promise<SentCalls>
  /** `wallet_getCallsStatus`. @throws UnknownBundleIdError */
  getCallsStatus?: (request: AccountTarget & { readonly id: string }) => Promise<CallsStatus>
  /** `wallet_showCallsStatus`: the wallet shows it itself. @throws UnknownBundleIdError, CapabilityMissingError */
  showCallsStatus?: (request: AccountTarget & { readonly id: string }) => Promise<void>
  /** The receipts that the chain has of transactions, in their order, without those that it has none of. */
  getCallReceipts?: (request: { readonly hashes: readonly string[]; readonly networkId: NetworkId }) => Promise<readonly CallReceipt[]>
  checkpoint?: (request: { readonly address: string; readonly networkId: NetworkId }) => Promise<Checkpoint>
  /** The hash of the transaction by which a call was sent since; undefined where there is none. Rejects where that cannot be told. */
  findSent?: (request: {
    readonly address: string
    readonly networkId: NetworkId
    readonly since: Checkpoint
    readonly call: Call
  }) => Promise<string | undefined>
  /** `wallet_getAssets`, by network. @throws CapabilityMissingError where the wallet has no such method */
  getAssets?: (
    request: AccountTarget & { readonly networkIds?: readonly NetworkId[]; readonly types?: readonly string[] },
  ) => Promise<Readonly<Record<NetworkId, readonly Asset[]>>>
}

declare module '../../adapter.js' {
  interface Adapter extends Calls {}
}
