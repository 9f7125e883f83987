/** What the services of the secure origin throw before they start. `message` is for the person at the terminal. */
export abstract class SecureSiteError extends Error {
  abstract readonly code: string
}

/** An option or an environment variable that can't be used. */
export class SecureSiteOptionsError extends SecureSiteError {
  override readonly name = 'SecureSiteOptionsError'
  readonly code = 'options'
}

/** The database can't be opened, or a migration failed. */
export class DatabaseError extends SecureSiteError {
  override readonly name = 'DatabaseError'
  readonly code = 'database'
}

/** The page is not built, or could not be. */
export class PageBuildError extends SecureSiteError {
  override readonly name = 'PageBuildError'
  readonly code = 'page'
}

/** The address is taken, or may not be listened on. */
export class ListenError extends SecureSiteError {
  override readonly name = 'ListenError'
  readonly code = 'listen'
  constructor({ host, port, cause }: { host: string; port: number; cause: unknown }) {
    super(`Can't listen on port ${port} of ${host}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

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
