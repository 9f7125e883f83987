import type { Limits } from '../limits.js'

/** What a client reads in `error.data.reason`; stable. */
export type Reason =
  | 'parse-error'
  | 'invalid-request'
  | 'method-not-found'
  | 'invalid-params'
  | 'message-too-large'
  | 'batch-too-large'
  | 'too-many-topics'
  | 'mailbox-full'
  | 'client-full'
  | 'relay-full'
  | 'rate-limited'
  | 'unavailable'

/** JSON-RPC 2.0 section 5.1 for the first five, EIP-1474's "limit exceeded" (-32005), and codes of the server's own range. */
const codes: Record<Reason, number> = {
  'parse-error': -32700,
  'invalid-request': -32600,
  'method-not-found': -32601,
  'invalid-params': -32602,
  'rate-limited': -32005,
  unavailable: -32010,
  'message-too-large': -32011,
  'batch-too-large': -32012,
  'too-many-topics': -32013,
  'mailbox-full': -32014,
  'client-full': -32015,
  'relay-full': -32016,
}

export interface ErrorFacts {
  /** The parameter that is wrong. */
  path?: string
  /** The limit that was met. */
  limit?: number
  /** When another try is worth it. */
  retryAfterMs?: number
}

/** A request that can't be served. It reaches the client as a JSON-RPC error: `{ code, message, data: { reason, … } }`. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly reason: Reason
  readonly code: number
  readonly facts: ErrorFacts
  constructor(reason: Reason, message: string, facts: ErrorFacts = {}) {
    super(message)
    this.reason = reason
    this.code = codes[reason]
    this.facts = facts
  }
}

export function tooLarge({ messageBytes }: Limits): RequestError {
  return new RequestError('message-too-large', `A message may have ${messageBytes} bytes.`, { limit: messageBytes })
}

export function tooManyTopics({ topicsPerClient }: Limits): RequestError {
  const message = `A client may be subscribed to ${topicsPerClient} topics.`
  return new RequestError('too-many-topics', message, { limit: topicsPerClient })
}

export function relayFull(): RequestError {
  return new RequestError('relay-full', 'The relay holds as much as it can.')
}

export function rateLimited(retryAfterMs: number): RequestError {
  return new RequestError('rate-limited', 'Too many requests.', { retryAfterMs })
}
