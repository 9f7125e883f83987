import type { AccountTarget } from '../../adapter.js'
import type { NetworkId } from '../../kit/caip/ids.js'

/** One call of an EIP-5792 batch. `value` in wei. */
export interface Call {
  readonly to: string
  readonly value?: bigint
  readonly data?: string
}

/** Several calls as one (EIP-5792). A view asks for the capability, never for the namespace's name. */
export interface Calls {
  /** EIP-5792 `wallet_getCapabilities`, by network. */
  getCapabilities?: (request: AccountTarget) => Promise<Readonly<Record<NetworkId, Readonly<Record<string, unknown>>>>>
  /** EIP-5792 `wallet_sendCalls`. Resolves with the batch id. */
  sendCalls?: (request: AccountTarget & { calls: readonly Call[] }) => Promise<string>
}

declare module '../../adapter.js' {
  interface Adapter extends Calls {}
}
