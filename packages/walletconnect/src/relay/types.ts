/** What this package uses of a WebSocket: the browser's, or one of the `ws` package. */
export interface Socket {
  readonly readyState: number
  send: (text: string) => void
  close: (code?: number, reason?: string) => void
  onopen: ((event: never) => void) | null
  onmessage: ((event: never) => void) | null
  onclose: ((event: never) => void) | null
  onerror: ((event: never) => void) | null
}

export type SocketConstructor = new (url: string) => Socket

/**
 * How the line to the relay is. `idle`: nobody needs it. `waiting`: lost, and tried again soon. `refused`: the relay said that
 * it will not have this client, and is not asked again until something changes.
 */
export type RelayStatus = 'idle' | 'connecting' | 'open' | 'waiting' | 'refused' | 'closed'

/** A message as the relay carries it. */
export interface RelayMessage {
  readonly topic: string
  /** An envelope. */
  readonly message: string
  /** When the relay got it, in milliseconds since 1970, where it says so. */
  readonly publishedAt?: number
  /** Over which relay it came, where there are several. */
  readonly relay?: string
  /** It came in a universal link instead. */
  readonly byLink?: true
}

export interface Publication extends Pick<RelayMessage, 'topic' | 'message'> {
  /** How long the relay keeps it for a receiver who is away, in seconds. */
  readonly ttl: number
  /** What kind of message it is, by the numbers of the protocol. */
  readonly tag: number
  /** Whether the receiver is to be woken for it. */
  readonly prompt?: boolean
  /** What attests the sender's origin to the wallet, when the host has something. */
  readonly attestation?: string
}

/** A line to the relay. Nothing is connected before there is a topic. */
export interface Relay {
  readonly status: () => RelayStatus
  /**
   * Resolves once the relay has it. Sent again after a lost connection, in order within its topic, until the ttl is over.
   * What has not been sent when `signal` aborts never is. @throws RelayError
   */
  readonly publish: (publication: Publication, signal?: AbortSignal) => Promise<void>
  /** Messages of these topics are wanted, now and after each loss of the connection. */
  readonly subscribe: (topics: readonly string[]) => void
  readonly unsubscribe: (topics: readonly string[]) => void
  /** A message of the topic came over that relay, and could be opened: with several, the topic is there from now on. */
  readonly settle: (topic: string, relay: string) => void
  /** Whether this is the tab that answers for all tabs of the site. */
  readonly leads: () => boolean
  /** Tries at once instead of when the pause is over. */
  readonly wake: () => void
  readonly close: () => void
}

/** What the relay's line tells whoever made it. */
export interface RelayListener {
  /** Called for each message, also for one that came before. The relay hears that it has arrived once this is done. */
  readonly onMessage: (message: RelayMessage) => Promise<void> | undefined
  readonly onStatus?: (status: RelayStatus) => void
}

/** Where a page tells that it comes, goes, or has a network again. The browser's window has all of it. */
export interface PageEvents {
  readonly addEventListener: (type: string, listener: (event: Event) => void) => void
  readonly removeEventListener: (type: string, listener: (event: Event) => void) => void
}
