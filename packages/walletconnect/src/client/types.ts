import type { Cacao } from '../auth/cacao.js'
import type { AskedNamespaces } from '../peer/namespaces.js'
import type { Pairing, Session } from '../peer/stored.js'
import type { Peer, PeerEvents } from '../peer/types.js'
import type { RelayStatus } from '../relay/types.js'
import type { SignInRequest } from './signIn.js'

export interface DappEvents extends PeerEvents {
  /** Something happened in the wallet: `chainChanged`, `accountsChanged`, or what else the session covers. */
  sessionEvent: { readonly topic: string; readonly chainId: string; readonly name: string; readonly data: unknown }
}

export interface ConnectOptions {
  /** What the site can use; the wallet chooses from it. */
  readonly namespaces: AskedNamespaces
  /** What the site cannot do without. Most wallets that lack one of it cannot be connected at all: better leave it out. */
  readonly required?: AskedNamespaces
  readonly properties?: Readonly<Record<string, unknown>>
  readonly scopedProperties?: Readonly<Record<string, unknown>>
  /** Asks to be signed in at the same time, where the wallet can do that. The rest is asked of the others. */
  readonly authenticate?: SignInRequest | undefined
  /**
   * Universal link of a wallet that takes link mode: it is asked to sign in at this link as well, without the relay. Needs `authenticate`
   * and `openLink`, and link mode in the own metadata. What is asked travels in the clear, as it has no key yet; the answer is sealed.
   */
  readonly walletLink?: string
  /** Whether the same with another nonce and other times, asked before and not answered yet, is as good: by default it is not. */
  readonly anyNonce?: boolean
  /** Topic of one of {@link Dapp.pairings}: its wallet is asked at once, without a code. */
  readonly pairing?: string
  /** Aborted when the visitor turns away. */
  readonly signal?: AbortSignal
}

/** What a wallet agreed to. Without a session, it signed in and gave no permission beyond that. */
export interface Approval {
  readonly session?: Session
  /** Signed-in accounts, not verified here. */
  readonly cacaos?: readonly Cacao[]
}

/** A proposal on its way to a wallet. */
export interface Attempt {
  /** For a QR code or a deep link. It holds a key: it is never logged, nor sent anywhere (S45). */
  readonly uri: string
  /** Topic of the pairing. Notes on it become those of the session. */
  readonly pairing: string
  /** When the URI is to be replaced by a new one, in seconds since 1970. */
  readonly expiry: number
  /** @throws UserRejectedError, ProposalExpiredError, SettlementError, RelayError, RequestAbortedError */
  readonly approval: Promise<Approval>
}

export interface SessionRequest {
  readonly topic: string
  /** CAIP-2. */
  readonly chainId: string
  readonly method: string
  readonly params?: unknown
  /** Seconds until the request expires, 300 to 604 800. Default 300: 5 min. */
  readonly expiresIn?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with the request's id once the relay has it. Not called where it travels as a link. */
  readonly onSent?: ((id: number) => void) | undefined
}

/** The site's side of the protocol. */
export interface Dapp extends Pick<Peer<DappEvents>, 'extend' | 'ping' | 'disconnect' | 'receiveLink' | 'close'> {
  readonly on: Peer<DappEvents>['events']['on']
  readonly sessions: () => readonly Session[]
  readonly session: (topic: string) => Session | undefined
  readonly relayStatus: () => RelayStatus
  /** Wallets that have agreed before, for 30 days: `connect({ pairing })` asks one again. {@link Dapp.disconnect} forgets it on both sides. */
  readonly pairings: () => readonly Pairing[]
  /**
   * Proposes a session. What was asked before and has not expired is shown again with the same URI.
   * @throws ClientClosedError, and SessionNotFoundError for a pairing that is not known
   */
  readonly connect: (options: ConnectOptions) => Attempt
  /** Proposals that are out, such as after a reload: their sessions come as `sessionAdded`. */
  readonly isWaiting: () => boolean
  /** Little things to remember about a session, or a proposal, for as long as it lasts, in every tab: the chain in use. */
  readonly note: (topic: string, name: string) => unknown
  /** @param value JSON; undefined forgets it */
  readonly setNote: (topic: string, name: string, value: unknown) => void
  /** Sends a request to the wallet. @throws OutOfScopeError, SessionNotFoundError, UserRejectedError, PeerError, RequestExpiredError, SessionEndedError */
  readonly request: (request: SessionRequest) => Promise<unknown>
}
