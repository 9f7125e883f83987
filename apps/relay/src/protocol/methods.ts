import type { Log } from '@portico/service'
import { StorageError } from '../errors.js'
import { type Limits, cappedTtl } from '../limits.js'
import type { Metrics } from '../metrics.js'
import { type Subscriber, type Topics, subscriptionId } from '../delivery/topics.js'
import type { Announcer } from '../push/announcer.js'
import { bucketOf, senderOf } from '../storage/digest.js'
import type { NewMessage, PublishLimits, RelayStorage } from '../storage/storage.js'
import { RequestError, rateLimited, relayFull, tooManyTopics } from './errors.js'
import { type Method, checkBatch, checkSize, checkTopics, parse, schemas } from './schema.js'

export interface Caller extends Subscriber {
  /** The digest of its address. */
  readonly address: string
  /** Up to which seq each topic was fetched over this connection. */
  readonly fetched: Map<string, number>
}

export interface MethodsOptions {
  storage: RelayStorage
  topics: Topics
  limits: Limits
  metrics: Metrics
  log: Log
  /** Who tells clients that are away. */
  announcer?: Announcer
}

/** A message as it is published. `prompt`: somebody is to look at it. */
type Published = Omit<NewMessage, 'publisher' | 'sender' | 'bucket'> & { prompt?: boolean | null | undefined }

/** Has something done once the caller's answer, a result or an error, is on its way. */
export type Defer = (work: () => void) => void

const tags = { proposal: 1100, proposalResponse: 1101, settlement: 1102 } as const
/** Seconds, for a session proposal or settlement that names none. */
const defaultTtl = 300
const fetchMessages = 100
const fetchBytes = 1024 * 1024

const full = {
  mailbox: () => new RequestError('mailbox-full', 'Too many messages wait under this topic.'),
  client: () => new RequestError('client-full', 'Too many messages of this client wait.'),
  address: () => new RequestError('client-full', 'Too many messages of this address wait.'),
  whole: relayFull,
}
const isRateLimited = (reason: unknown): reason is RequestError => reason instanceof RequestError && reason.reason === 'rate-limited'
const noRoom = (where: keyof typeof full): RequestError => full[where]()

/** The methods of the relay. Each rejects with a RequestError alone. */
export function createMethods({ storage, topics, limits, metrics, log, announcer }: MethodsOptions) {
  const publishLimits: PublishLimits = {
    mailbox: { messages: limits.mailboxMessages, bytes: limits.mailboxBytes },
    client: { messages: limits.messagesPerClient, bytes: limits.bytesPerClient },
    address: { messages: limits.messagesPerAddress, bytes: limits.bytesPerAddress },
    whole: { messages: limits.messages, bytes: limits.bytes },
    burst: limits.publishBurst,
    perSecond: limits.publishPerSecond,
  }

  const publish = async (caller: Caller, { prompt, ...message }: Published, defer: Defer): Promise<void> => {
    const from = performance.now()
    const { clientId: publisher, address } = caller
    const sender = senderOf({ topic: message.topic, address })
    const stored = { ...message, ttl: cappedTtl(limits, message), publisher }
    const outcome = await storage.publish({ ...stored, sender, bucket: bucketOf(address) }, publishLimits)
    if (outcome.status === 'limited') throw rateLimited(outcome.retryAfterMs)
    if (outcome.status === 'full') throw noRoom(outcome.where)
    if (outcome.status === 'stored') {
      const { announce, seq } = outcome
      defer(() => {
        announce()
        if (prompt) announcer?.prompted({ ...stored, seq })
      })
    }
    metrics.observe('portico_relay_publish_seconds', performance.now() - from)
    metrics.add('portico_relay_published_total', { outcome: outcome.status })
  }

  /** Milliseconds in which a client gets back so many messages that it may publish. */
  const untilMore = (messages: number): number => Math.ceil((messages * 1000) / limits.publishPerSecond)

  /** Nobody waits for it: what a client that is away is told is not worth the delay of one that is there. */
  const follow = ({ clientId }: Caller, names: readonly string[]): void => {
    const failed = (): void => metrics.add('portico_relay_storage_errors_total')
    storage.push.follow({ clientId, topics: names, limit: limits.followedTopics }).catch(failed)
  }
  const unsubscribe = (caller: Caller, names: readonly string[]): void => {
    topics.close(caller, names)
    const failed = (): void => metrics.add('portico_relay_storage_errors_total')
    if (announcer) storage.push.unfollow({ clientId: caller.clientId, topics: names }).catch(failed)
  }

  /** Nothing is delivered before what this resolves with is called. */
  const subscribe = async (caller: Caller, names: readonly string[]): Promise<() => void> => {
    const added = names.filter((name) => !caller.subscriptions.has(name)).length
    if (added > 0 && topics.count(caller.clientId) + added > limits.topicsPerClient) throw tooManyTopics(limits)
    if (added > 0 && topics.size + added > limits.topics) throw relayFull()
    const opened = await topics.open(caller, names)
    if (announcer) follow(caller, names)
    return () => {
      for (const subscription of opened) caller.reader.start(subscription)
    }
  }

  const fetch = async ({ clientId, fetched }: Caller, names: readonly string[]) => {
    const messages = []
    let bytes = 0
    let hasMore = false
    for (const topic of names) {
      const room = { limit: fetchMessages - messages.length, bytes: fetchBytes - bytes }
      if (room.limit <= 0 || room.bytes <= 0) {
        hasMore = true
        break
      }
      const page = await storage.read({ topic, after: fetched.get(topic) ?? 0, clientId, ...room })
      // A connection may fetch topics without end; what it has seen of the first is forgotten first.
      fetched.delete(topic)
      fetched.set(topic, page.upTo)
      const [oldest] = fetched.keys()
      if (oldest !== undefined && fetched.size > limits.topicsPerClient) fetched.delete(oldest)
      for (const { message, publishedAt, tag, attestation } of page.messages) {
        messages.push({ topic, message, publishedAt, tag, ...(attestation !== undefined && { attestation }) })
        bytes += Buffer.byteLength(message)
      }
      hasMore ||= page.more || page.held
    }
    return { messages, hasMore }
  }

  const calls: Record<Method, (caller: Caller, params: unknown, defer: Defer) => Promise<unknown>> = {
    irn_publish: async (caller, params, defer) => {
      const { topic, message, ttl, tag = 0, prompt, attestation } = parse(schemas.irn_publish, params)
      checkSize(message, limits)
      await publish(caller, { topic, message, ttl, tag, prompt, ...(attestation && { attestation }) }, defer)
      return true
    },
    irn_batchPublish: async (caller, params, defer) => {
      const { messages } = parse(schemas.irn_batchPublish, params)
      checkBatch(messages, limits)
      for (const { message } of messages) checkSize(message, limits)
      const published = await Promise.allSettled(
        messages.map(({ attestation, tag = 0, ...message }) =>
          publish(caller, { ...message, tag, ...(attestation && { attestation }) }, defer),
        ),
      )
      // If one fails, the client publishes all of them again: the others are repetitions then, and cost nothing.
      const refused: unknown[] = published.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      for (const reason of refused) if (!isRateLimited(reason)) throw reason
      const [first, ...others] = refused.filter(isRateLimited)
      // The first is told when one more may come, and all of them are to.
      if (first) throw rateLimited((first.facts.retryAfterMs ?? 0) + untilMore(Math.min(others.length, limits.publishBurst - 1)))
      return true
    },
    irn_subscribe: async (caller, params, defer) => {
      const { topic } = parse(schemas.irn_subscribe, params)
      defer(await subscribe(caller, [topic]))
      return subscriptionId({ topic, clientId: caller.clientId })
    },
    irn_batchSubscribe: async (caller, params, defer) => {
      const { topics: names } = parse(schemas.irn_batchSubscribe, params)
      defer(await subscribe(caller, checkTopics(names, limits)))
      return names.map((topic) => subscriptionId({ topic, clientId: caller.clientId }))
    },
    irn_unsubscribe: async (caller, params) => {
      unsubscribe(caller, [parse(schemas.irn_unsubscribe, params).topic])
      return true
    },
    irn_batchUnsubscribe: async (caller, params) => {
      const { subscriptions } = parse(schemas.irn_batchUnsubscribe, params)
      checkBatch(subscriptions, limits)
      unsubscribe(
        caller,
        subscriptions.map(({ topic }) => topic),
      )
      return true
    },
    irn_fetchMessages: async (caller, params) => {
      return await fetch(caller, [parse(schemas.irn_fetchMessages, params).topic])
    },
    irn_batchFetchMessages: async (caller, params) => {
      const { topics: names } = parse(schemas.irn_batchFetchMessages, params)
      return await fetch(caller, checkTopics(names, limits))
    },
    wc_proposeSession: async (caller, params, defer) => {
      const { pairingTopic: topic, sessionProposal, ttl = defaultTtl, attestation } = parse(schemas.wc_proposeSession, params)
      checkSize(sessionProposal, limits)
      const start = await subscribe(caller, [topic])
      const message = { topic, message: sessionProposal, ttl, tag: tags.proposal, prompt: true }
      await publish(caller, { ...message, ...(attestation && { attestation }) }, defer)
      defer(start)
      return true
    },
    wc_approveSession: async (caller, params, defer) => {
      const { sessionTopic, pairingTopic, ttl = defaultTtl, attestation, ...texts } = parse(schemas.wc_approveSession, params)
      const { sessionProposalResponse: response, sessionSettlementRequest: settlement } = texts
      checkSize(response, limits)
      checkSize(settlement, limits)
      const start = await subscribe(caller, [sessionTopic])
      const common = { ttl, ...(attestation && { attestation }) }
      // If the second fails, the client approves again: the first is a repetition then.
      await publish(caller, { ...common, topic: pairingTopic, message: response, tag: tags.proposalResponse }, defer)
      await publish(caller, { ...common, topic: sessionTopic, message: settlement, tag: tags.settlement }, defer)
      defer(start)
      return true
    },
  }

  return async (method: Method, caller: Caller, params: unknown, defer: Defer): Promise<unknown> => {
    try {
      return await calls[method](caller, params, defer)
    } catch (error) {
      if (error instanceof RequestError) throw error
      metrics.add('portico_relay_storage_errors_total')
      const kind = error instanceof StorageError ? error.message : error instanceof Error ? error.name : 'unknown'
      log('error', 'request.failed', { method, kind })
      throw new RequestError('unavailable', 'The relay can’t do this now.', { retryAfterMs: 1000 })
    }
  }
}

export type Call = ReturnType<typeof createMethods>
