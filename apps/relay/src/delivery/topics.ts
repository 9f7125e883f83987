import { hash } from 'node:crypto'
import type { Publication, RelayStorage } from '../storage/storage.js'
import type { Reader } from './reader.js'
import type { Subscription } from './subscription.js'

/** What a connection is to the list of topics. */
export interface Subscriber {
  readonly clientId: string
  readonly reader: Reader
  readonly subscriptions: Map<string, Subscription>
}

export interface Topics {
  /**
   * Subscribes to topics; those that the client was subscribed to are started over. Nothing is delivered before `start` is
   * called on what this resolves with. Rejects with a StorageError, and then nothing has changed.
   */
  open(subscriber: Subscriber, topics: readonly string[]): Promise<Subscription[]>
  close(subscriber: Subscriber, topics: readonly string[]): void
  publication(publication: Publication): void
  gap(): void
  /** Publications of one topic may have been missed. */
  missed(topic: string): void
  /** Topics that a client is subscribed to, over its connections with this process. */
  count(clientId: string): number
  /** The same by name. */
  of(clientId: string): string[]
  /** The clients that are subscribed to any. */
  clients(): string[]
  readonly size: number
}

/** Who of this process is subscribed to what. */
export function createTopics(storage: () => RelayStorage): Topics {
  const topics = new Map<string, { subscribers: Map<Subscriber, Subscription>; watched: Promise<void> }>()
  const clients = new Map<string, Set<Subscriber>>()
  let size = 0

  const enter = (subscriber: Subscriber): void => {
    const entered = clients.get(subscriber.clientId) ?? new Set()
    clients.set(subscriber.clientId, entered.add(subscriber))
  }
  const leave = (subscriber: Subscriber): void => {
    const entered = clients.get(subscriber.clientId)
    entered?.delete(subscriber)
    if (entered?.size === 0) clients.delete(subscriber.clientId)
  }

  const close = (subscriber: Subscriber, names: readonly string[]): void => {
    const empty: string[] = []
    for (const name of names) {
      const subscription = subscriber.subscriptions.get(name)
      if (!subscription) continue
      subscriber.subscriptions.delete(name)
      subscriber.reader.remove(subscription)
      size -= 1
      const topic = topics.get(name)
      topic?.subscribers.delete(subscriber)
      if (topic?.subscribers.size !== 0) continue
      topics.delete(name)
      empty.push(name)
    }
    if (subscriber.subscriptions.size === 0) leave(subscriber)
    // Still watched after a failure: its publications find nobody.
    if (empty.length > 0)
      storage()
        .unwatch(empty)
        .catch(() => {})
  }

  const open = async (subscriber: Subscriber, names: readonly string[]): Promise<Subscription[]> => {
    const added = names.filter((name) => !subscriber.subscriptions.has(name))
    const first = added.filter((name) => !topics.has(name))
    const watched = first.length > 0 ? storage().watch(first) : Promise.resolve()
    for (const name of added) {
      const subscription: Subscription = {
        topic: name,
        id: subscriptionId({ topic: name, clientId: subscriber.clientId }),
        state: 'opening',
        cursor: 0,
        again: false,
      }
      const topic = topics.get(name) ?? { subscribers: new Map(), watched }
      topics.set(name, topic)
      topic.subscribers.set(subscriber, subscription)
      subscriber.subscriptions.set(name, subscription)
      size += 1
    }
    if (subscriber.subscriptions.size > 0) enter(subscriber)
    try {
      await Promise.all(new Set(names.flatMap((name) => topics.get(name)?.watched ?? [])))
    } catch (error) {
      close(subscriber, added)
      throw error
    }
    return names.flatMap((name) => subscriber.subscriptions.get(name) ?? [])
  }

  return {
    open,
    close,
    publication: (publication) => {
      for (const [{ reader }, subscription] of topics.get(publication.topic)?.subscribers ?? [])
        reader.publication(subscription, publication)
    },
    gap: () => {
      for (const { subscribers } of topics.values()) {
        for (const [{ reader }, subscription] of subscribers) reader.missed(subscription)
      }
    },
    missed: (name) => {
      for (const [{ reader }, subscription] of topics.get(name)?.subscribers ?? []) reader.missed(subscription)
    },
    count: (clientId) => [...(clients.get(clientId) ?? [])].reduce((sum, { subscriptions }) => sum + subscriptions.size, 0),
    of: (clientId) => [...new Set([...(clients.get(clientId) ?? [])].flatMap(({ subscriptions }) => [...subscriptions.keys()]))],
    clients: () => [...clients.keys()],
    get size() {
      return size
    },
  }
}

/** The id of a subscription: clients work it out themselves and send it when they unsubscribe. */
export function subscriptionId({ topic, clientId }: { topic: string; clientId: string }): string {
  return hash('sha256', topic + clientId, 'hex')
}
