import type { Approved } from '../wallet/types.js'

/** What tests see of a session, whoever holds it. */
export interface Shown {
  readonly topic: string
  readonly accounts: readonly string[]
  readonly expiry: number
  readonly peer: string
}

export interface Happening {
  readonly name: string
  readonly data: unknown
  readonly chainId: string
}

export interface SignedIn {
  readonly topic: string | undefined
  readonly issuers: readonly string[]
}

/** A site's client, ours or the official one, behind one face. */
export interface DappDriver {
  readonly connect: () => Promise<{ readonly uri: string; readonly approval: Promise<Shown> }>
  readonly authenticate: () => Promise<{ readonly uri: string; readonly approval: Promise<SignedIn> }>
  readonly request: (request: {
    readonly topic: string
    readonly chainId: string
    readonly method: string
    readonly params: unknown
  }) => Promise<unknown>
  readonly sessions: () => readonly Shown[]
  readonly events: readonly Happening[]
  readonly extend: (topic: string) => Promise<void>
  readonly ping: (topic: string) => Promise<void>
  readonly disconnect: (topic: string) => Promise<void>
  readonly offline: () => Promise<void>
  readonly online: () => Promise<void>
  /** Resolves once the client knows that its connection is gone. Asked for before that happens. */
  readonly noticed: () => Promise<unknown>
  /** A new client on the same storage. */
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

/** What a wallet does with what it is asked. */
export interface Behaviour {
  proposal: 'approve' | 'reject'
  /** Undefined: it does not answer. */
  answer: (
    method: string,
    params: unknown,
  ) => { readonly result: unknown } | { readonly error: { readonly code: number; readonly message: string } } | undefined
}

/** A wallet's client, ours or the official one, behind one face. */
export interface WalletDriver {
  readonly behaviour: Behaviour
  /** Methods of the requests that came. */
  readonly asked: readonly string[]
  readonly pair: (uri: string) => Promise<void>
  readonly sessions: () => readonly Shown[]
  readonly update: (topic: string, namespaces: Approved) => Promise<void>
  readonly extend: (topic: string) => Promise<void>
  readonly ping: (topic: string) => Promise<void>
  readonly emit: (topic: string, happening: Happening) => Promise<void>
  readonly disconnect: (topic: string) => Promise<void>
  readonly offline: () => Promise<void>
  readonly online: () => Promise<void>
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}
