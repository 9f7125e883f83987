import type { Opener } from '../crypto/envelope.js'
import type { Relay } from '../relay/types.js'
import type { TopicKind } from './methods.js'
import type { Records } from './records.js'
import { takeId, windowSize } from './replay.js'

/** A topic that is listened to. */
export interface Topic {
  readonly opener: Opener
  readonly kind: TopicKind
  /** Ids of requests, as {@link takeId} keeps them. */
  readonly taken: readonly number[]
}

/** What this side listens to: how the messages of each topic are opened, and which requests it has had there. */
export interface Topics {
  /** From now on messages of the topic are wanted, and opened this way. */
  readonly open: (topic: string, opener: Opener, kind?: TopicKind) => void
  /** They are not wanted any more. */
  readonly shut: (topic: string) => void
  /** Undefined for a topic that is not open. */
  readonly get: (topic: string) => Topic | undefined
  readonly all: (kind: TopicKind) => readonly string[]
  /**
   * Takes a request by its id.
   * @param expiry how long to remember it across reloads, in seconds since 1970; undefined where another tab does that
   * @returns whether it is new
   */
  readonly take: (topic: string, id: number, expiry?: number) => boolean
  readonly clear: () => void
}

export function createTopics(records: Records, relay: Pick<Relay, 'subscribe' | 'unsubscribe'>): Topics {
  const topics = new Map<string, Topic>()
  return {
    open(topic, opener, kind = 'answer') {
      const known = topics.get(topic)
      if (known?.kind === 'session' && kind === 'answer') return // it has become more meanwhile
      // Once it is open each tab counts for itself: the record of the one that leads may be ahead of the message.
      topics.set(topic, { opener, kind, taken: known?.taken ?? readTaken(records.get(`seen:${topic}`)) })
      relay.subscribe([topic])
    },
    shut(topic) {
      topics.delete(topic)
      relay.unsubscribe([topic])
    },
    get: (topic) => topics.get(topic),
    all: (wanted) => [...topics].flatMap(([topic, { kind }]) => (kind === wanted ? topic : [])),
    take(topic, id, expiry) {
      const known = topics.get(topic)
      const taken = known && takeId(known.taken, id)
      if (!taken) return false
      topics.set(topic, { ...known, taken })
      if (expiry) records.set(`seen:${topic}`, taken, expiry)
      return true
    },
    clear: () => topics.clear(),
  }
}

const readTaken = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number').slice(-windowSize) : []
