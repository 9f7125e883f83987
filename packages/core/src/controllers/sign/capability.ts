import type { AccountTarget } from '../../adapter.js'

/** EIP-712 typed data as `eth_signTypedData_v4` takes it. */
export interface TypedData {
  readonly domain?: Readonly<Record<string, unknown>>
  readonly types: Readonly<Record<string, readonly { readonly name: string; readonly type: string }[]>>
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

/** An input of a PSBT to sign, by whom. */
export interface PsbtInput {
  readonly index: number
  /** One of the wallet's addresses. */
  readonly address: string
  /** Default: the one in the PSBT, else all inputs and outputs. */
  readonly sighashTypes?: readonly number[]
}

/** What a chain family can have signed beside messages. A view asks for the capability, never for the namespace's name. */
export interface Signing {
  /** @throws ChainMismatchError when `domain.chainId` is another chain than the request's (S14) */
  signTypedData?: (request: AccountTarget & { typedData: TypedData }) => Promise<string>
  /** Signs serialised Solana transactions, legacy or v0, in one request. Resolves with them signed, in the same order. */
  signTransactions?: (request: AccountTarget & { transactions: readonly Uint8Array[] }) => Promise<readonly Uint8Array[]>
  /** Signs inputs of a PSBT (BIP-174, base64), all that are the wallet's unless named. With `broadcast` it is finalised and sent, and `hash` is its id. */
  signPsbt?: (
    request: AccountTarget & { psbt: string; inputs?: readonly PsbtInput[]; broadcast?: boolean },
  ) => Promise<{ psbt: string; hash?: string }>
}

declare module '../../adapter.js' {
  interface Adapter extends Signing {}
}
