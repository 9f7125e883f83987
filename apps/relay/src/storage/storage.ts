import type { PushKeys } from '../push/encryption.js'

export interface NewMessage {
  topic: string
  message: string
  attestation?: string
  tag: number
  /** Seconds. */
  ttl: number
  /** The client id of who publishes. */
  publisher: string
  /** Tells those who publish under this topic apart by where they are (`digest.ts`): client ids cost nothing. */
  sender: number
  /** The bucket of addresses that it is counted with, over all topics (`digest.ts`). */
  bucket: number
}

export interface StoredMessage {
  /** Grows with every message of a topic, and over restarts; a safe integer. */
  seq: number
  topic: string
  message: string
  attestation?: string
  tag: number
  /** Milliseconds since 1970. */
  publishedAt: number
  publisher: string
}

/** A message that was stored just now, here or by another process. Its publisher has its answer. */
export interface Publication extends StoredMessage {
  /** The seq of the message before it under its topic, 0 if there is none: who has seen that one has missed nothing. */
  previous: number
}

/** How much may wait. */
export interface Room {
  messages: number
  bytes: number
}

export interface PublishLimits {
  /** Under the topic. */
  mailbox: Room
  /** Of the publisher, over all topics. */
  client: Room
  /** Of the publisher's bucket, over all topics and client ids. */
  address: Room
  /** In the whole storage. */
  whole: Room
  /** Messages that the publisher may send at once, and how many of them it gets back each second. A repeated one does not count. */
  burst: number
  perSecond: number
}

export type PublishOutcome =
  | {
      status: 'stored'
      seq: number
      /**
       * Call it once the publisher has its answer: subscribers get the message from then on. Clients that hear of what
       * follows from a message before they hear of the message itself wait for ever.
       */
      announce(): void
    }
  /** The topic holds the same message already: a client that had no answer published it again. */
  | { status: 'repeated' }
  /** There is no room: under the topic, for the publisher or its bucket, or at all. */
  | { status: 'full'; where: keyof Pick<PublishLimits, 'mailbox' | 'client' | 'address' | 'whole'> }
  | { status: 'limited'; retryAfterMs: number }

export interface ReadParameters {
  topic: string
  /** Messages up to this seq are left out. */
  after: number
  /** Messages that this client published or acknowledged are left out. */
  clientId: string
  /** At most this many messages, and none more once they have this many bytes. */
  limit: number
  bytes: number
}

export interface Page {
  /** Oldest first. */
  messages: StoredMessage[]
  /** Where to go on: the seq up to which the topic was looked at. */
  upTo: number
  more: boolean
  /** The next message is not announced yet. It ends the page; `onPublication` or `onMissed` tells when it can be read. */
  held: boolean
}

export interface StorageEvents {
  /** Once for each stored message of a watched topic. One that gets lost is told by the `previous` of the next, or by `onGap`. */
  onPublication(publication: Publication): void
  /** Publications may have been missed: read what is watched. */
  onGap(): void
  /** The same for one topic. */
  onMissed(topic: string): void
  /** A client registered, here or at another process: `follow` is to be told what it is subscribed to. One that gets lost is told by `onGap`. */
  onRegistered(clientId: string): void
  /** The storage went away or came back; never with what it holds. */
  onState(state: 'down' | 'up'): void
  /** Redis is set up so that it may lose what it has acknowledged: when it is restarted, or when it runs out of memory. */
  onWarning(warning: 'not-durable' | 'evicts'): void
}

/**
 * Mailboxes, and the counts that several processes share. Every promise rejects with a StorageError when the storage does
 * not answer; nothing is half done then, and the same call may be made again.
 */
export interface RelayStorage {
  /** Resolves once the storage can be used. */
  ready: Promise<void>
  /**
   * Durable once it resolves, and told to nobody before it is announced. Messages of one caller that are published in turn are
   * kept in turn. In a mailbox that is full, who has more there than the publisher makes room (`fairShare.ts`).
   */
  publish(message: NewMessage, limits: PublishLimits): Promise<PublishOutcome>
  read(parameters: ReadParameters): Promise<Page>
  /**
   * The client has the message and does not want it again. Kept a moment later; who reads before that is not given it either. Of the
   * first `acknowledgedBy` clients alone: others are given it when they come again.
   */
  acknowledge(parameters: { topic: string; seq: number; clientId: string }): Promise<void>
  /** Once it resolves, every message of these topics that is announced is told. */
  watch(topics: readonly string[]): Promise<void>
  unwatch(topics: readonly string[]): Promise<void>
  /** Counts a connection of an address, if there are fewer than `limit`; it counts for `leaseMs` or until released. */
  admit(parameters: { address: string; connectionId: string; limit: number }): Promise<boolean>
  /** Counts the connection for another `leaseMs`. */
  renew(parameters: { address: string; connectionId: string }): Promise<void>
  release(parameters: { address: string; connectionId: string }): Promise<void>
  readonly push: PushStorage
  /** Rejects unless something can be kept now. */
  ping(): Promise<void>
  /** Finishes what was begun. */
  close(): Promise<void>
}

/** Where a client can be told of messages while it is away. */
export interface Registration {
  clientId: string
  endpoint: string
  keys: PushKeys
}

export interface DueParameters {
  topic: string
  seq: number
  publisher: string
  /** Pushes that a client may get at once, and how many of them come back each minute. */
  burst: number
  perMinute: number
}

/** Registrations for Web Push, and the topics that registered clients follow. They end by themselves. */
export interface PushStorage {
  /**
   * Takes the place of what the client registered before. False when there are `limit` others, or `limitOfBucket` of its bucket.
   * @param expiresAt milliseconds since 1970
   */
  register(
    registration: Registration,
    parameters: { bucket: number; expiresAt: number; limit: number; limitOfBucket: number },
  ): Promise<boolean>
  /** @param endpoint only where it is still registered with this one */
  unregister(parameters: { clientId: string; endpoint?: string }): Promise<void>
  /** A client is subscribed to topics. Kept for clients that are registered, for as long, and of the last `limit` topics. */
  follow(parameters: { clientId: string; topics: readonly string[]; limit: number }): Promise<void>
  /** It is so no longer. */
  unfollow(parameters: { clientId: string; topics: readonly string[] }): Promise<void>
  /**
   * Who follows the topic and has neither published nor acknowledged the message, if it still waits; each counts against its rate.
   * @returns `limited`: how many would have been, but for their rate
   */
  due(parameters: DueParameters): Promise<{ due: Registration[]; limited: number }>
  /** The client is in no `due` for that long. */
  pause(parameters: { clientId: string; milliseconds: number }): Promise<void>
}

/** How many clients' acknowledgements of a message are kept: client ids cost nothing, and what is kept does. A topic has two sides. */
export const acknowledgedBy = 16

/** How many clients one message is pushed to. */
export const pushesPerMessage = 16

/** How long a connection counts without a word of its process: three of the relay's pings. */
export const leaseMs = 90_000

/** Where messages wait. */
export type StorageOptions =
  /** A file, or `:memory:`. One process may use it at a time. */
  | { sqlite: string }
  /** `redis://` or `rediss://`. Shared by every process that has the same prefix, `portico-relay` by default. */
  | { redis: string; prefix?: string }
