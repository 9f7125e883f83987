import { PorticoError } from '@portico/core'

interface ServerRefusal {
  readonly reason: string
  readonly message: string
  readonly status: number
  readonly retryAfter?: number | undefined
  readonly time?: number | undefined
  readonly triesLeft?: number | undefined
}

/** The server refused a call. `message` is its own sentence, `status` its HTTP status, `reason` its code. */
export class ServerRefusedError extends PorticoError {
  override readonly name = 'ServerRefusedError'
  readonly reason: string
  readonly status: number
  /** Seconds until it may be asked again. */
  readonly retryAfter: number | undefined
  /** The server's clock, in seconds since 1970. */
  readonly time: number | undefined
  /** Of a code that was wrong: how many tries are left. */
  readonly triesLeft: number | undefined
  constructor({ reason, message, status, retryAfter, time, triesLeft }: ServerRefusal) {
    super(message, { shown: message, ...(retryAfter === undefined ? {} : { code: -32005 }) })
    this.reason = reason
    this.status = status
    this.retryAfter = retryAfter
    this.time = time
    this.triesLeft = triesLeft
  }
}

/** The server did not answer, or not in a form that can be read: -32603. */
export class ServerUnreachableError extends PorticoError {
  override readonly name = 'ServerUnreachableError'
  readonly reason = 'unreachable'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The wallet service did not answer', { code: -32603, shown: 'The wallet service did not answer', cause })
  }
}

/** Nobody is logged in, or not any more: 4100. */
export class NotLoggedInError extends PorticoError {
  override readonly name = 'NotLoggedInError'
  readonly reason = 'no_session'
  constructor() {
    super('Nobody is logged in', { code: 4100, shown: 'Log in first' })
  }
}

/** A step of a login came without the step before it, or too late. */
export class NoFlowError extends PorticoError {
  override readonly name = 'NoFlowError'
  /** As the server says it of a login that it does not know any more. */
  readonly reason = 'not_found'
  constructor({ step }: { step: string }) {
    super(`There is no login to go on with: ${step}`, { shown: 'This login is over. Please start again' })
  }
}

/** A site sent a mailed code itself, and the operator has not named it for that: the code's field is this page's own. */
export class CodeInPageError extends PorticoError {
  override readonly name = 'CodeInPageError'
  readonly reason = 'code_in_page'
  constructor() {
    super('A mailed code is typed in the wallet, not in the site', { code: 4200, shown: 'Enter the code in the wallet' })
  }
}

/** The link was not confirmed while the site waited: ask again. Said as a time-out of the frame is. */
export class StillWaitingError extends PorticoError {
  override readonly name = 'StillWaitingError'
  readonly reason = 'timeout'
  constructor() {
    super('iframe_request_timeout', { shown: 'Not confirmed yet' })
  }
}

/** Smart accounts are not served here: 4200. */
export class SmartAccountError extends PorticoError {
  override readonly name = 'SmartAccountError'
  constructor() {
    super('Smart accounts are not supported by this wallet', { code: 4200, shown: 'This wallet has no smart accounts' })
  }
}

/** The operator's table has no such network: 4902 (S6). */
export class NetworkUnknownError extends PorticoError {
  override readonly name = 'NetworkUnknownError'
  constructor({ chainId }: { chainId: string }) {
    super(`The network ${chainId} is not served here`, { code: 4902, shown: 'This network is not available' })
  }
}

/** The visitor said no, closed the page, or went away: 4001. */
export class RejectedError extends PorticoError {
  override readonly name = 'RejectedError'
  constructor({ because = 'User rejected the request' }: { because?: string } = {}) {
    super(because, { code: 4001, shown: because })
  }
}

/** The visitor does not want the account upgraded, without which all of the calls or none cannot be done: 5750 (EIP-5792). */
export class UpgradeRejectedError extends PorticoError {
  override readonly name = 'UpgradeRejectedError'
  constructor() {
    super('The account was not upgraded.', { code: 5750, shown: 'You kept the account as it is' })
  }
}

/** The site took its request back. */
export class AbortedError extends PorticoError {
  override readonly name = 'AbortedError'
  readonly reason = 'aborted'
  constructor() {
    super('Request was aborted', { code: 4001, shown: 'Request was aborted' })
  }
}

/** Five requests wait already: -32002 (S12). */
export class QueueFullError extends PorticoError {
  override readonly name = 'QueueFullError'
  constructor() {
    super('Too many requests are waiting for an answer', { code: -32002, shown: 'Too many requests are waiting for an answer' })
  }
}

/** More than ten requests within a minute: -32005 (S12). `retryAfter` is in seconds. */
export class TooManyRequestsError extends PorticoError {
  override readonly name = 'TooManyRequestsError'
  readonly retryAfter: number
  constructor({ retryAfter }: { retryAfter: number }) {
    super('This site asks too often', { code: -32005, shown: 'This site asks too often' })
    this.retryAfter = retryAfter
  }
}

/** The smart account has been given every key that this wallet makes for it. */
export class NoKeyLeftError extends PorticoError {
  override readonly name = 'NoKeyLeftError'
  constructor() {
    super('The wallet has no further key', { shown: 'This wallet has no further key. Move everything to a new wallet' })
  }
}
