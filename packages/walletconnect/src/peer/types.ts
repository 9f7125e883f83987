import type { Opened } from '../crypto/envelope.js'
import type { Relay, RelayMessage, RelayStatus } from '../relay/types.js'
import type { ErrorAnswer } from './codes.js'
import type { Emitter } from '@portico/core/kit'
import type { AnswerMessage, MessageId } from './message.js'
import type { Metadata } from './metadata.js'
import type { Method } from './methods.js'
import type { PeerOptions } from './options.js'
import type { Part } from './part.js'
import type { Collection, Records } from './records.js'
import type { Session, StoredPairing, StoredSession } from './stored.js'
import type { Topics } from './topics.js'

export interface PeerEvents {
  relayStatus: RelayStatus
  sessionAdded: Session
  sessionUpdated: Session
  /** `byPeer`: the other side ended it. */
  sessionDeleted: { readonly topic: string; readonly code: number; readonly message: string; readonly byPeer: boolean }
  sessionPinged: { readonly topic: string }
  pairingDeleted: { readonly topic: string }
}

export type Reply = { readonly result: unknown; readonly refusal?: never } | { readonly error: ErrorAnswer; readonly refusal?: true }

/** A request of the other side. */
export interface Inbound {
  readonly topic: string
  readonly id: MessageId
  readonly params: unknown
  /** Answers it. Only the tab that leads does so. */
  readonly answer: (reply: Reply) => void
}

export interface Call<T> {
  readonly topic: string
  readonly method: Method
  readonly params: object
  /** What a good answer is; undefined for any other. Default: everything is. */
  readonly read?: (result: unknown) => T | undefined
  /** Seconds until it expires. Default: the ttl of the method. */
  readonly expiresIn?: number
  readonly signal?: AbortSignal | undefined
  /** Called once the relay has it, unless it is over by then. */
  readonly onSent?: ((id: number) => void) | undefined
}

export type Handlers = Readonly<Partial<Record<Method, (inbound: Inbound) => void>>>

/** Takes what the other side says. */
export interface Taking {
  readonly handlers: Handlers
  /** An answer to something that this page view did not ask: it may have been asked before a reload. */
  readonly onAnswer?: (topic: string, answer: AnswerMessage, opened: Opened) => Promise<void> | undefined
  /** What came in a link under a topic that nobody listens to, once each. */
  readonly onPlain?: (message: RelayMessage) => undefined
}

/** What one side of the protocol does beyond what both do. */
export interface Role {
  /** No message is opened before it is there. */
  readonly taking: Part<Taking>
  /** Records that another tab changed. */
  readonly onRecords?: (keys: readonly string[]) => void
}

/** Connections between a site and a wallet. Each change is told to who listens. */
export interface Sessions extends Pick<Collection<StoredSession>, 'get' | 'all'> {
  /** @throws SessionNotFoundError, ClientClosedError */
  readonly require: (topic: string) => StoredSession
  readonly add: (session: StoredSession) => void
  readonly change: (session: StoredSession) => void
  /** Remembers what concerns nobody else: it is not told. */
  readonly keep: (session: StoredSession) => void
  readonly remove: (topic: string, end: Omit<PeerEvents['sessionDeleted'], 'topic'>) => void
}

/** Topics that a site and a wallet share before there is a session. */
export interface Pairings extends Pick<Collection<StoredPairing>, 'get' | 'all'> {
  readonly add: (pairing: StoredPairing) => void
  /** Listens on one that was kept. @throws SessionNotFoundError */
  readonly open: (topic: string) => StoredPairing
  /** What was proposed over it was agreed to: it is kept for the next time. */
  readonly keep: (topic: string, peer: Metadata) => void
  /** What was proposed over it came to nothing: it is forgotten, unless it was kept before. */
  readonly release: (topic: string) => void
  readonly remove: (topic: string) => void
}

/** What a dapp's client and a wallet's have in common. */
export interface Peer<E extends PeerEvents = PeerEvents> {
  readonly options: PeerOptions
  readonly relay: Relay
  readonly records: Records
  readonly sessions: Sessions
  readonly pairings: Pairings
  readonly topics: Pick<Topics, 'open' | 'shut'>
  readonly events: Emitter<E>
  readonly nextId: () => number
  /** Sends a request and waits for its answer. @throws PeerError, UserRejectedError, RequestExpiredError, RelayError … */
  readonly call: <T = unknown>(call: Call<T>) => Promise<T>
  /** Sends a request with an id of one's own; its answer comes to the role. */
  readonly send: (message: {
    readonly topic: string
    readonly id: number
    readonly method: Method
    readonly params: object
    readonly ttl?: number
    readonly signal?: AbortSignal
  }) => Promise<void>
  /** Answers a request. @param sealing how, where the topic's key is not the one to use; with a link, in that */
  readonly reply: (
    topic: string,
    id: MessageId,
    method: Method,
    reply: Reply,
    sealing?: { readonly key: string; readonly senderPublicKey?: string; readonly link?: string },
  ) => Promise<void>
  /** Makes a session last for another 7 days. */
  readonly extend: (request: { readonly topic: string }) => Promise<void>
  /** Asks whether the other side is there, for 30 s at most. A topic of a session or a pairing. */
  readonly ping: (request: { readonly topic: string }) => Promise<void>
  /** Ends a session, or forgets a pairing, here at once, and tells the other side. */
  readonly disconnect: (request: { readonly topic: string; readonly code?: number; readonly message?: string }) => Promise<void>
  /** Takes a universal link that the system handed over. @returns whether it was a message of this protocol */
  readonly receiveLink: (url: string) => boolean
  readonly close: () => void
}
