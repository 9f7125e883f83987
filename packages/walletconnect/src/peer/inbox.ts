import { open, openFrom, type Opened } from '../crypto/envelope.js'
import type { RelayMessage } from '../relay/types.js'
import type { Calls } from './calls.js'
import { codes } from './codes.js'
import { isRequest, readMessage, type RequestMessage } from './message.js'
import { isMethod, ruleOf } from './methods.js'
import type { Outgoing } from './outgoing.js'
import type { Topics } from './topics.js'
import type { Reply, Role } from './types.js'

export interface InboxOptions extends Role {
  readonly topics: Pick<Topics, 'openerOf' | 'kindOf' | 'take'>
  readonly calls: Pick<Calls, 'answer'>
  readonly outgoing: Pick<Outgoing, 'post' | 'reply'>
  /** Whether this tab answers, and remembers what was asked. */
  readonly leads: () => boolean
  /** Until when requests of a topic are remembered, in seconds since 1970. */
  readonly expiryOf: (topic: string) => number
  /** @returns whether a message is neither a repetition nor one's own */
  readonly isNew: (topic: string, message: string) => boolean
}

/**
 * Opens what the relay brings, and hands each message once to whom it is for: an answer to the call that waits for it, a
 * request to the handler of its method.
 * @returns takes a message; the promise resolves when it has been dealt with
 */
export function createInbox({
  topics,
  calls,
  outgoing,
  handlers,
  onAnswer,
  leads,
  expiryOf,
  isNew,
}: InboxOptions): (message: RelayMessage) => Promise<void> | undefined {
  function take(topic: string, message: string, opened: Opened | undefined): Promise<void> | undefined {
    const said = opened && readMessage(opened.message)
    if (!said || !topics.openerOf(topic) || !isNew(topic, message)) return undefined
    if (!isRequest(said)) return calls.answer(topic, said) ? undefined : onAnswer?.(topic, said, opened)
    takeRequest(topic, said)
    return undefined
  }

  function takeRequest(topic: string, { id, method, params }: RequestMessage) {
    const kind = topics.kindOf(topic)
    // A settlement that is repeated comes when the session is there already.
    if (isMethod(method) && ruleOf(method).on !== kind && !(method === 'wc_sessionSettle' && kind === 'session')) return
    const isMine = leads()
    if (!topics.take(topic, Number(id), isMine ? expiryOf(topic) : undefined)) return
    if (!isMethod(method)) {
      if (isMine) outgoing.post(topic, { id, jsonrpc: '2.0', error: codes.unsupportedMethod }, { ttl: 300, tag: 0 }).catch(() => undefined)
      return
    }
    const answer = (said: Reply) => {
      if (isMine) outgoing.reply(topic, id, method, said).catch(() => undefined)
    }
    const handle = handlers[method]
    if (handle) handle({ topic, id, params, answer })
    else answer({ error: codes.invalidMethod })
  }

  return ({ topic, message }) => {
    const opener = topics.openerOf(topic)
    if (!opener) return undefined
    if ('privateKey' in opener) return openFrom(message, opener.privateKey).then((opened) => take(topic, message, opened))
    return take(topic, message, open(message, opener.key))
  }
}
