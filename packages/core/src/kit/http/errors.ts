import { PorticoError } from '../errors.js'

/**
 * The service answered with a status that is no success, after the retries that R7 allows.
 * @example
 * try {
 *   const rates = await request(portico, { path: '/v1/rates', schema })
 * } catch (error) {
 *   if (!(error instanceof HttpStatusError)) throw error
 *   if (error.status === 429) setTimeout(tryAgain, error.retryAfter ?? 10_000)
 *   else report(error.status, error.reason)
 * }
 */
export class HttpStatusError extends PorticoError {
  override readonly name = 'HttpStatusError'
  readonly status: number
  /** Seconds to wait, where the service named more than may be waited here. */
  readonly retryAfter: number | undefined
  /** The code of the first reason that the service gave. */
  readonly reason: string | undefined
  /** The first reason in the service's own words, where it gave any. Untrusted text. */
  readonly description: string | undefined
  constructor({
    status,
    path,
    retryAfter,
    reason,
    description,
  }: {
    status: number
    path: string
    retryAfter?: number
    reason?: string | undefined
    description?: string | undefined
  }) {
    super(`HTTP status ${status} from ${path}${retryAfter ? `, retry after ${retryAfter} s` : ''}.`, {
      shown: retryAfter ? `Please try again after ${retryAfter} seconds` : 'The service is not available right now',
    })
    this.status = status
    this.retryAfter = retryAfter
    this.reason = reason
    this.description = description
  }
}

/**
 * The service could not be reached, or stopped answering.
 * @example
 * try {
 *   const rates = await request(portico, { path: '/v1/rates', schema })
 * } catch (error) {
 *   if (!(error instanceof NetworkFailureError)) throw error
 *   window.addEventListener('online', tryAgain, { once: true })
 * }
 */
export class NetworkFailureError extends PorticoError {
  override readonly name = 'NetworkFailureError'
  constructor({ path, cause }: { path: string; cause?: unknown }) {
    super(`No answer from ${path}.`, { shown: 'Check your connection and try again', cause })
  }
}

/**
 * The answer is not what was agreed: not JSON, the wrong shape, or too large (R9).
 * @example
 * try {
 *   const rates = await request(portico, { path: '/v1/rates', schema })
 * } catch (error) {
 *   if (!(error instanceof MalformedAnswerError)) throw error
 *   report(error) // something else answers at apiUrl, such as a page of the host
 * }
 */
export class MalformedAnswerError extends PorticoError {
  override readonly name = 'MalformedAnswerError'
  constructor({ path, problem, cause }: { path: string; problem: string; cause?: unknown }) {
    super(`The answer from ${path} could not be read: ${problem}.`, { shown: 'The service gave an answer that makes no sense', cause })
  }
}

/**
 * 'Request was aborted'.
 * @example
 * try {
 *   const rates = await request(portico, { path: '/v1/rates', schema, signal })
 * } catch (error) {
 *   if (!(error instanceof RequestAbortedError)) throw error
 *   // Your own signal was aborted: nobody waits for it any more.
 * }
 */
export class RequestAbortedError extends PorticoError {
  override readonly name = 'RequestAbortedError'
  constructor() {
    super('Request was aborted', { shown: 'Request was aborted' })
  }
}
