import type { Namespace, NetworkId } from '../../kit/caip/ids.js'

/** What a site asks a visitor to sign in with, before it is known with which account: the text but for the address and the chain. */
export interface SignInOffer {
  /** Host of the site, with its port where it is not the usual one. */
  readonly domain: string
  /** What the visitor signs in to. */
  readonly uri: string
  /** What the visitor is told: one line of ASCII. */
  readonly statement?: string
  /** Of the site's server: good for one attempt. */
  readonly nonce: string
  /** RFC 3339, as the next one. */
  readonly issuedAt: string
  readonly expirationTime: string
  /** Chains that one may sign in on, the preferred one first. */
  readonly chains: readonly NetworkId[]
  /** URIs. */
  readonly resources?: readonly string[]
}

/** A text that a wallet signed while it connected. Nothing in it is verified: that is the site's server's affair. */
export interface SignedIn {
  readonly message: string
  /** In the chain's usual text form: 0x hex (EVM), base58 (Solana). */
  readonly signature: string
  readonly networkId: NetworkId
  readonly address: string
}

/** Asks the site for an offer; undefined where it makes none now. Called when the wallet is known to be able to sign in at once. */
export type AskOffer = (namespaces: readonly Namespace[]) => Promise<SignInOffer | undefined>

declare module '../../adapter.js' {
  interface ConnectRequest {
    /** Present where the site wants visitors signed in: a wallet that can connect and sign in with one question is asked that one. */
    readonly signIn?: AskOffer
  }
  interface Grant {
    /** What the wallet signed with the same question: one text for each chain, all of one nonce. */
    readonly signedIn?: readonly SignedIn[]
  }
}
declare module '../../connector.js' {
  interface Link {
    /** What the wallet signed when it was paired with, where it was asked to. Given out once. */
    readonly signedIn?: () => readonly SignedIn[]
  }
}
declare module '../embedded/wallet.js' {
  interface CodeOutcome {
    /** What the wallet signed with the code of a login, where it was asked to, with the account that has logged in. */
    readonly signedIn?: Omit<SignedIn, 'address'>
  }
}
