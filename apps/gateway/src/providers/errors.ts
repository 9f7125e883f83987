/**
 * Why a provider did not answer. `rate-limited`: it asks for patience; `refused`: the key or the request is not taken; `malformed`:
 * what it said is not what its documentation says; `unavailable`: everything else, time-outs included.
 */
export type ProviderReason = 'unavailable' | 'rate-limited' | 'refused' | 'malformed'

/** A provider failed: the next one is asked. The message is for the log and holds no address, key or answer. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  readonly code = 'provider'
  readonly reason: ProviderReason
  /** Seconds that it wants to be left alone for. */
  readonly retryAfter: number | undefined
  constructor(reason: ProviderReason, message: string, { cause, retryAfter }: { cause?: unknown; retryAfter?: number } = {}) {
    super(message, { cause })
    this.reason = reason
    this.retryAfter = retryAfter
  }
}
