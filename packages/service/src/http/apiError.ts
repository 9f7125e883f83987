export type ApiStatus = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 413 | 415 | 429 | 500 | 502 | 503

/** A call that is refused: `{ error: { code, message, … } }` with its status. `message` may be shown to the visitor. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: ApiStatus
  readonly code: string
  /** Other fields of the answer's `error`, such as `retryAfter` in seconds. */
  readonly facts: Readonly<Record<string, number | string>>
  constructor(status: ApiStatus, code: string, message: string, facts: Readonly<Record<string, number | string>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.facts = facts
  }
}
