import type { Publication, RelayStorage, StoredMessage } from '../storage/storage.js'
import type { Subscription } from './subscription.js'

export interface ReaderOptions {
  clientId: string
  storage: RelayStorage
  push(subscription: Subscription, message: StoredMessage): void
  /** Whether the connection is open and takes more. While it does not, messages stay in their mailbox. */
  accepts(): boolean
  /** The storage failed; the reader tries again after `retryMs`. */
  onError(): void
}

export interface Reader {
  /** The client has its answer: what waits for it goes out, from the start of the mailbox. */
  start(subscription: Subscription): void
  /** A message of the topic was published, and its publisher has its answer. */
  publication(subscription: Subscription, publication: Publication): void
  /** Publications may have been missed. */
  missed(subscription: Subscription): void
  remove(subscription: Subscription): void
  /** The connection takes messages again. */
  resume(): void
  stop(): void
}

/** Mailboxes that are read at the same time, the messages of one look into one, and their bytes: what a reader holds in memory. */
const mailboxesAtOnce = 16
const pageMessages = 32
const pageBytes = 128 * 1024
const retryMs = 1000

/**
 * Brings a connection what its topics hold. There is no queue: a connection that is slow, or that has been away, has a
 * cursor per topic, and the mailbox is read from there as fast as the connection takes it.
 */
export function createReader({ clientId, storage, push, accepts, onError }: ReaderOptions): Reader {
  const behind = new Set<Subscription>()
  let reading = false
  let stopped = false
  let retry: NodeJS.Timeout | undefined

  const send = (subscription: Subscription, message: StoredMessage): void => {
    subscription.cursor = message.seq
    push(subscription, message)
  }

  const readOne = async (subscription: Subscription): Promise<void> => {
    const { topic, cursor } = subscription
    subscription.again = false
    const limits = { limit: pageMessages, bytes: pageBytes }
    const { messages, upTo, more, held } = await storage.read({ topic, after: cursor, clientId, ...limits })
    // Started over, or gone, while it was read.
    if (stopped || !behind.has(subscription) || subscription.cursor !== cursor) return
    for (const message of messages) {
      if (!accepts()) return
      send(subscription, message)
    }
    subscription.cursor = Math.max(subscription.cursor, upTo)
    if (more || subscription.again) return
    subscription.state = held ? 'held' : 'live'
    behind.delete(subscription)
  }

  const again = (): void => {
    retry = undefined
    void read()
  }

  const read = async (): Promise<void> => {
    if (reading || retry) return
    reading = true
    try {
      while (behind.size > 0 && !stopped && accepts()) await Promise.all([...behind].slice(0, mailboxesAtOnce).map(readOne))
    } catch {
      onError()
      if (!stopped) retry = setTimeout(again, retryMs).unref()
    } finally {
      reading = false
    }
  }

  const fallBehind = (subscription: Subscription): void => {
    subscription.state = 'behind'
    subscription.again = true
    behind.add(subscription)
    void read()
  }

  return {
    start: (subscription) => {
      subscription.cursor = 0
      fallBehind(subscription)
    },
    publication: (subscription, publication) => {
      if (subscription.state === 'opening' || publication.seq <= subscription.cursor) return
      if (subscription.state === 'behind') {
        subscription.again = true
        return
      }
      if (subscription.state === 'held' || publication.previous > subscription.cursor || !accepts()) fallBehind(subscription)
      else if (publication.publisher === clientId) subscription.cursor = publication.seq
      else send(subscription, publication)
    },
    missed: (subscription) => {
      if (subscription.state !== 'opening') fallBehind(subscription)
    },
    remove: (subscription) => void behind.delete(subscription),
    resume: () => void read(),
    stop: () => {
      stopped = true
      behind.clear()
      clearTimeout(retry)
    },
  }
}
