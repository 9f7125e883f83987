import { open, openFrom, type Opened } from '../crypto/envelope.js'
import type { Relay, RelayMessage } from '../relay/types.js'
import type { Calls } from './calls.js'
import { codes } from './codes.js'
import { isRequest, readMessage, type RequestMessage } from './message.js'
import { isMethod, ruleOf } from './methods.js'
import type { Outgoing } from './outgoing.js'
import type { Part } from './part.js'
import type { Recent } from './recent.js'
import type { Topics } from './topics.js'
import type { Handlers, Reply, Taking } from './types.js'

export interface InboxOptions {
  /** Of one side. */
  readonly taking: Part<Taking>
  readonly topics: Pick<Topics, 'get' | 'take'>
  readonly calls: Pick<Calls, 'answer'>
  readonly outgoing: Pick<Outgoing, 'post' | 'reply'>
  /** Whether this tab answers, and remembers what was asked; hears over which relay a topic is answered. */
  readonly relay: Pick<Relay, 'leads' | 'settle'>
  /** What has been there already, and what was sent. */
  readonly recent: Recent
  /** Until when requests of a topic are remembered, in seconds since 1970. */
  readonly expiryOf: (topic: string) => number
}

/**
 * Opens what the relay brings, and hands each message once to whom it is for: an answer to the call that waits for it, a
 * request to the handler of its method.
 * @param own handlers of what is the same on both sides
 * @returns takes a message; the promise resolves when it has been dealt with
 */
export function createInbox(
  own: Handlers,
  { taking, topics, calls, outgoing: { post, reply }, relay: { leads, settle }, recent: { isNew, forget }, expiryOf }: InboxOptions,
): (message: RelayMessage) => Promise<void> | undefined {
  function take(
    { topic, message, relay }: RelayMessage,
    { handlers, onAnswer }: Taking,
    opened: Opened | undefined,
  ): Promise<void> | undefined {
    const said = opened && readMessage(opened.message)
    const again = (error: unknown) => {
      forget(topic, message) // the relay brings it again
      throw error
    }
    if (!said || !topics.get(topic) || !isNew(topic, message)) return undefined
    if (relay) settle(topic, relay)
    if (isRequest(said)) takeRequest(topic, said, { ...own, ...handlers })
    else if (!calls.answer(topic, said)) return onAnswer?.(topic, said, opened)?.catch(again)
    return undefined
  }

  function takeRequest(topic: string, { id, method, params }: RequestMessage, handlers: Handlers) {
    const kind = topics.get(topic)?.kind
    // A settlement that is repeated comes when the session is there already.
    if (isMethod(method) && ruleOf(method).on !== kind && !(method === 'wc_sessionSettle' && kind === 'session')) return
    const isMine = leads()
    if (!topics.take(topic, Number(id), isMine ? expiryOf(topic) : undefined)) return
    if (!isMethod(method)) {
      if (isMine) post(topic, { id, jsonrpc: '2.0', error: codes.unsupportedMethod }, { ttl: 300, tag: 0 }).catch(() => undefined)
      return
    }
    const answer = (said: Reply) => {
      if (isMine) reply(topic, id, method, said).catch(() => undefined)
    }
    // What only one's own side says is of another tab of it that has a line of its own: it waits for the other side's answer.
    handlers[method]?.({ topic, id, params, answer })
  }

  function receive(carried: RelayMessage, taker: Taking): Promise<void> | undefined {
    const { topic, message, byLink } = carried
    const opener = topics.get(topic)?.opener
    if (!opener) return byLink && isNew(topic, message) ? taker.onPlain?.(carried) : undefined
    if ('privateKey' in opener) return openFrom(message, opener.privateKey).then((opened) => take(carried, taker, opened))
    return take(carried, taker, open(message, opener.key))
  }

  return (carried) => {
    const taker = taking.now()
    return taker ? receive(carried, taker) : taking.load().then((loaded) => receive(carried, loaded))
  }
}
