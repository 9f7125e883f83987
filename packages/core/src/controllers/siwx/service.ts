import type { AccountId, Namespace, NetworkId } from '../../kit/caip/ids.js'
import type { Portico } from '../../portico/createPortico.js'
import type { SignInOffer } from './capability.js'

/** Who signs: the account in use, and for Bitcoin the address of the same wallet that payments go to. */
export interface Signer {
  readonly namespace: Namespace
  readonly connectorId: string
  readonly address: string
  /** The network in use, which the text names. */
  readonly networkId: NetworkId
  /** The wallet says that a contract is behind the address. */
  readonly isSmartAccount: boolean
}

/** An account that is signed in, as the site's server says. */
export interface AccountSession {
  /** CAIP-10. */
  readonly accountId: AccountId
  /** Where it counts: on every chain of the namespace, as for a key, or on that of the account alone, as for a contract. */
  readonly scope: 'namespace' | 'chain'
  /** Milliseconds since 1970. Left out where the server does not say. */
  readonly expiresAt?: number
}

/** A text for a visitor to sign. */
export interface SignInText {
  readonly text: string
  /** What the service wants back with the signature. Nobody else looks at it. */
  readonly data?: unknown
  /** Host of the site, where the site says that it is another than the page's. A text for any other one is not signed. */
  readonly host?: string
}

/** A text with its signature. */
export interface SignedText extends SignInText {
  /** In the chain's usual form: 0x hex (EVM), base58 (Solana), base64 (Bitcoin). */
  readonly signature: string
  readonly networkId: NetworkId
  readonly address: string
}

/**
 * What a site's server does for signing in. `siwx({ url })` makes one for `@portico/siwx/server`, and a site's own {@link SiwxConfig}
 * is made into one. Where the server does not answer, a method throws `SignInUnavailableError`: then it is asked again.
 */
export interface SiwxService {
  /** Whether nobody goes on who has not signed in. Looked at each time. */
  readonly isRequired: () => boolean
  /** Whether who disconnects is signed out. */
  readonly signOutOnDisconnect: boolean
  /** Whether each network wants a session of its own. */
  readonly perNetwork: boolean
  /** Whether wallets that can are asked to connect and sign in with one question. */
  readonly oneClick: boolean
  /** Whether `getSessions` answers with all accounts of this browser, and not just with the one that is asked for. */
  readonly knowsAll: boolean
  /** The text for an account, with a nonce that is good for one attempt within five minutes. */
  readonly createMessage: (portico: Portico, signer: Signer, signal?: AbortSignal) => Promise<SignInText>
  /** The parts of a text, for a wallet that writes it itself. Without it there is no `oneClick`. */
  readonly createOffer?: (portico: Portico, networkIds: readonly NetworkId[]) => Promise<SignInOffer>
  /** Signs, where it is not the wallet's adapter that does. */
  readonly sign?: (portico: Portico, signer: Signer, text: string) => Promise<string>
  /** Verifies what was signed, all or nothing. @returns whom it signs in */
  readonly verify: (portico: Portico, signed: readonly SignedText[], signal?: AbortSignal) => Promise<readonly AccountSession[]>
  /** The sessions that are good now, the latest first. */
  readonly getSessions: (portico: Portico, signer: Signer | undefined, signal?: AbortSignal) => Promise<readonly AccountSession[]>
  /** Ends the session of an account, or all of this browser. */
  readonly signOut: (portico: Portico, accountId?: AccountId) => Promise<void>
}

/** The fields of a sign-in message, as other kits name them. */
export interface SiwxMessageData {
  readonly accountAddress: string
  /** CAIP-2. */
  readonly chainId: NetworkId
  readonly domain: string
  readonly uri: string
  readonly version: string
  readonly nonce: string
  readonly statement?: string
  readonly resources?: readonly string[]
  readonly requestId?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
}

/** A message that knows its text. */
export interface SiwxMessage extends SiwxMessageData {
  toString: () => string
}

export interface SiwxSession {
  readonly data: SiwxMessageData
  readonly message: string
  readonly signature: string
  /** Of WalletConnect. Not looked at. */
  readonly cacao?: unknown
}

/** Sign-in as a site has it of its own, in the shape of AppKit's SIWX. */
export interface SiwxConfig {
  readonly createMessage: (input: { readonly accountAddress: string; readonly chainId: NetworkId }) => Promise<SiwxMessage>
  /** Signs, where it is not the wallet. */
  readonly signMessage?: (input: {
    readonly accountAddress: string
    readonly chainId: NetworkId
    readonly message: string
  }) => Promise<string>
  /** Verifies and keeps a session. Throws where it is not good. */
  readonly addSession: (session: SiwxSession) => Promise<void>
  readonly revokeSession: (chainId: NetworkId, address: string) => Promise<void>
  /** Verifies all, and keeps them in the place of those that are there. */
  readonly setSessions: (sessions: readonly SiwxSession[]) => Promise<void>
  /** Sessions that are good now, of one account on one network. */
  readonly getSessions: (chainId: NetworkId, address: string) => Promise<readonly SiwxSession[]>
  readonly getRequired?: () => boolean
  /** Default true. */
  readonly signOutOnDisconnect?: boolean
  /**
   * Whether wallets that can are asked to connect and sign in with one question. `createMessage` is then called with an empty
   * `accountAddress`, for the fields alone, and what was signed goes to `addSession`, or of several chains to `setSessions`. Not where
   * its texts have a form of their own, for wallets write the standard's. Default true.
   */
  readonly oneClick?: boolean
}
