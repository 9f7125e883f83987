import type { SignInMessage, SignInNamespace } from '../message.js'

/** A text that was signed, and what it says. */
export interface SignedText {
  readonly message: SignInMessage
  /** CAIP-2. */
  readonly chain: string
  readonly text: string
  readonly signature: string
}

/**
 * What became of a signature. `valid` is one by the account's own key, which counts on every chain of its namespace; `validOnChain` one
 * that a contract has confirmed, which says nothing about other chains. `unavailable`: the node that had to be asked did not answer.
 */
export type Verdict = 'valid' | 'validOnChain' | 'invalid' | 'unavailable'

/** Says whether the account of the text has signed all of it. Looks at nothing but the text, the signature and, where it must, the chain. */
export type Verifier = (signed: SignedText) => Promise<Verdict>

export type Verifiers = Partial<Readonly<Record<SignInNamespace, Verifier>>>

/** One account that is signed in. */
export interface SiwxSession {
  /** Names it in lists. It opens nothing. */
  readonly id: string
  /** CAIP-10. */
  readonly account: string
  /** Where it counts: on every chain of the namespace, or on that of the account alone, as for a contract. */
  readonly scope: 'namespace' | 'chain'
  /** What was signed. */
  readonly text: string
  readonly signature: string
  /** Milliseconds since 1970. */
  readonly signedInAt: number
  readonly expiresAt: number
}

/** Nonces and sessions, wherever they are kept. Each function is one step: nothing else happens in its middle. */
export interface SiwxStore {
  readonly addNonce: (added: { readonly nonce: string; readonly expiresAt: number }) => Promise<void>
  /** Deletes a nonce. Whether it was there, and still good: for one caller at most. */
  readonly takeNonce: (taken: { readonly nonce: string; readonly now: number }) => Promise<boolean>
  /**
   * Adds sessions under a token. Those under `previous` move to it, except of accounts that are among the added: theirs end.
   * Nothing is left under `previous`. Tokens are hashes: what opens a session is not stored.
   */
  readonly addSessions: (added: {
    readonly token: string
    readonly previous?: string
    readonly sessions: readonly SiwxSession[]
  }) => Promise<void>
  /** The sessions of a token that have not expired, the latest first. */
  readonly sessionsOfToken: (asked: { readonly token: string; readonly now: number }) => Promise<readonly SiwxSession[]>
  /** The sessions of an owner ({@link ownerOf}) over all tokens that have not expired, the latest first. */
  readonly sessionsOfOwner: (asked: { readonly owner: string; readonly now: number }) => Promise<readonly SiwxSession[]>
  /** Ends sessions by their ids. */
  readonly endSessions: (ids: readonly string[]) => Promise<void>
}

/**
 * Namespace and address of a CAIP-10 account: whose it is on whatever chain. One of an EVM chain in lower case, as its checksum is no part of it.
 * @example const owner = ownerOf('eip155:1:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045') // 'eip155:0xd8da6bf2…'
 */
export function ownerOf(account: string): string {
  const one = comparable(account)
  return `${one.slice(0, one.indexOf(':'))}:${one.slice(one.lastIndexOf(':') + 1)}`
}

/** A CAIP-10 account as it is compared: of EVM chains case is a checksum, elsewhere it is part of the address. */
export const comparable = (account: string): string => (account.startsWith('eip155:') ? account.toLowerCase() : account)
