import type { Namespace, NetworkId } from '@portico/core'
import type { Emitter } from '@portico/core/kit'

export interface LoginEvents {
  /** The account of a chain family is another one. */
  readonly accounts: { readonly namespace: Namespace; readonly addresses: readonly string[] }
  readonly chain: { readonly networkId: NetworkId }
  /** Nobody is logged in any more. */
  readonly ended: undefined
}

/** A request of a site: to the networks, or to the visitor. */
export interface RpcCall {
  readonly method: string
  readonly params: unknown
  readonly networkId: NetworkId
}

/** What the providers of the chain families stand on. */
export interface Login {
  readonly events: Pick<Emitter<LoginEvents>, 'on' | 'off'>
  /** The address in use, once it is known. */
  readonly address: (namespace: Namespace) => string | undefined
  /** Asks for the address. @throws NotLoggedInError, and what the frame says */
  readonly findAddress: (namespace: Namespace) => Promise<string>
  /** Asks whether the login still holds, and for the address. @returns undefined without a login */
  readonly confirmAddress: (namespace: Namespace) => Promise<string | undefined>
  readonly chainOf: (namespace: Namespace) => NetworkId
  /** Networks of the site that the login is good for, the one in use first. */
  readonly networks: (namespace: Namespace) => readonly NetworkId[]
  readonly switchNetwork: (networkId: NetworkId) => Promise<void>
  /** @throws RpcNotAllowedError for a method on neither list (S4), NotLoggedInError, and what the frame says */
  readonly rpc: (call: RpcCall) => Promise<unknown>
  /** Ends the login, if there is one. */
  readonly signOut: () => Promise<void>
}
