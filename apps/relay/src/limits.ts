/** What a client may use. All counts are whole numbers of at least 1 unless they say otherwise. */
export interface Limits {
  /** Bytes (UTF-8) of one message. A frame may have twice that and 64 KiB: `wc_approveSession` carries two. */
  messageBytes: number
  /** Topics that one client id is subscribed to at a time, over all its connections with this process. */
  topicsPerClient: number
  /** Topics that clients of this process are subscribed to, all together. */
  topics: number
  /** Topics in one `irn_batchSubscribe` or `irn_batchFetchMessages`. */
  batchTopics: number
  /** Messages that one client id may publish at once, and how many of them it gets back each second. */
  publishBurst: number
  publishPerSecond: number
  /** Requests of one connection at once, and how many of them it gets back each second. */
  requestBurst: number
  requestsPerSecond: number
  /** Open connections of one address: an IPv4 address, or the first 64 bits of an IPv6 address. */
  connectionsPerAddress: number
  /** Open connections of this process. */
  connections: number
  /** Messages, and their bytes, that wait under one topic. */
  mailboxMessages: number
  mailboxBytes: number
  /** Messages, and their bytes, of one client id that wait, over all topics. */
  messagesPerClient: number
  bytesPerClient: number
  /** The same of all client ids of one address, and of those that share a few bits of a digest with it: client ids cost nothing. */
  messagesPerAddress: number
  bytesPerAddress: number
  /** Messages, and their bytes, that wait in the whole storage. */
  messages: number
  bytes: number
  /** The longest life of a message, in seconds, by its tag. A longer one that is asked for is cut to it. */
  ttlByTag: Readonly<Record<number, number>>
  /** The same for tags that `ttlByTag` does not name. */
  ttl: number
  /** Bytes that may wait for one connection to read them. Above that nothing is read from it or sent to it. */
  bufferedBytes: number
  /** How long, in milliseconds, a connection may stay above `bufferedBytes` before it is dropped. */
  slowReaderMs: number
  /**
   * Clients that are registered for Web Push, in whole and of one address (as above), how long that lasts in seconds, and registrations
   * that an address may send a minute.
   */
  registrations: number
  registrationsPerAddress: number
  registrationSeconds: number
  registrationsPerMinute: number
  /** Topics that a registered client follows while it is away: the last ones. */
  followedTopics: number
  /** Pushes that one client may get at once, and how many of them come back each minute. */
  pushBurst: number
  pushesPerMinute: number
  /** Frames of one connection that are not JSON-RPC, before it is closed. */
  malformedFrames: number
}

const day = 86_400

export const defaultLimits: Limits = {
  messageBytes: 512 * 1024,
  topicsPerClient: 2000,
  topics: 1_000_000,
  batchTopics: 500,
  publishBurst: 500,
  publishPerSecond: 50,
  requestBurst: 2000,
  requestsPerSecond: 200,
  connectionsPerAddress: 200,
  connections: 20_000,
  mailboxMessages: 500,
  mailboxBytes: 8 * 1024 * 1024,
  messagesPerClient: 5000,
  bytesPerClient: 32 * 1024 * 1024,
  messagesPerAddress: 125_000,
  bytesPerAddress: 256 * 1024 * 1024,
  messages: 1_000_000,
  bytes: 2 * 1024 * 1024 * 1024,
  // 1108 is a session request, which may wait up to seven days for its wallet; 1114 and 1115 are pings.
  ttlByTag: { 1108: 7 * day, 1114: 300, 1115: 300 },
  ttl: day,
  bufferedBytes: 1024 * 1024,
  slowReaderMs: 20_000,
  registrations: 20_000,
  registrationsPerAddress: 2500,
  registrationSeconds: 30 * day,
  registrationsPerMinute: 30,
  followedTopics: 200,
  pushBurst: 20,
  pushesPerMinute: 6,
  malformedFrames: 20,
}

/** The ttl, in seconds, that a message gets. */
export function cappedTtl(limits: Limits, { tag, ttl }: { tag: number; ttl: number }): number {
  return Math.min(ttl, limits.ttlByTag[tag] ?? limits.ttl)
}
