import { HttpStatusError, MalformedAnswerError, NetworkFailureError } from '../../kit/http/errors.js'
import { redact, redactStack, redactUrl } from './redact.js'

/** The kinds that errors are counted by. */
export type ErrorEventName = 'API_ERROR' | 'DATA_PARSING_ERROR' | 'SECURE_SITE_ERROR' | 'INTERNAL_SDK_ERROR'

/** What is sent of an error, and all that is: the body of `POST /e`. */
export interface ErrorEvent {
  /** A UUID, made anew for each. */
  readonly eventId: string
  /** Origin and path of the page, without query and fragment. */
  readonly url: string
  readonly domain: string
  /** Milliseconds since 1970. */
  readonly timestamp: number
  readonly props: {
    readonly type: 'error'
    readonly event: ErrorEventName
    /** The error's name, such as 'HttpStatusError'. */
    readonly errorType: string
    /** Redacted: see `redact`. Those of its causes follow, after ` < `. */
    readonly errorMessage: string
    /** Lines `at name (file:line:column)`. */
    readonly stackTrace: string
  }
}

/**
 * Bytes of an event, written as JSON (S39).
 * @example const body = await readBody(incoming, { limit: eventLimit }) // at a gateway of your own
 */
export const eventLimit = 4096
const messageLimit = 512

export interface ErrorEventParameters {
  readonly event?: ErrorEventName
  /** The page's address, as `location.href`. */
  readonly page: string
  /** Milliseconds since 1970. */
  readonly now: number
  readonly newId: () => string
}

/** What is sent of an error (S39): whatever its texts hold, no more than {@link eventLimit} bytes, and nothing of the visitor's. */
export function errorEvent(error: Error, { event, page, now, newId }: ErrorEventParameters): ErrorEvent {
  const url = redactUrl(page)
  const chain = chainOf(error)
  const stack = typeof error.stack === 'string' ? redactStack(error.stack).split('\n') : []
  const made = (): ErrorEvent => ({
    eventId: newId(),
    url,
    domain: url && new URL(url).hostname,
    timestamp: now,
    props: {
      type: 'error',
      event: event ?? kindOf(chain),
      errorType: /^[A-Za-z]{1,48}$/.test(error.name) ? error.name : 'Error',
      errorMessage: redact(chain.map(({ message }) => String(message)).join(' < ')).slice(0, messageLimit),
      stackTrace: stack.join('\n'),
    },
  })
  let body = made()
  while (stack.length > 0 && sizeOf(body) > eventLimit) {
    stack.pop()
    body = made()
  }
  return body
}

const sizeOf = (body: ErrorEvent) => new TextEncoder().encode(JSON.stringify(body)).length

/** The error and what caused it, at most four deep. */
function chainOf(error: Error): readonly Error[] {
  const chain = [error]
  for (let { cause } = error; cause instanceof Error && chain.length < 4; { cause } = cause) chain.push(cause)
  return chain
}

function kindOf(chain: readonly Error[]): ErrorEventName {
  if (chain.some((error) => error instanceof MalformedAnswerError)) return 'DATA_PARSING_ERROR'
  return chain.some((error) => error instanceof HttpStatusError || error instanceof NetworkFailureError)
    ? 'API_ERROR'
    : 'INTERNAL_SDK_ERROR'
}
