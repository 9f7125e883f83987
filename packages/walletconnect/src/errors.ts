import { PorticoError } from '@portico/core'

/** The relay could not be reached in time, will not take the message, or was left. */
export class RelayError extends PorticoError {
  override readonly name = 'RelayError'
  constructor({ problem, code, cause }: { problem: string; code?: number; cause?: unknown }) {
    super(`The relay ${problem}.`, {
      shown: 'The connection service did not answer. Try again.',
      hint: 'Check relayUrl, and with a hosted relay the projectId and its allowed origins.',
      cause,
      ...(code !== undefined && { code }),
    })
  }
}

/** The wallet answered with an error that is not a refusal. `code` is the wallet's. */
export class PeerError extends PorticoError {
  override readonly name = 'PeerError'
  /** What the wallet attached to its error. */
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message || 'The wallet answered with an error.', { code })
    this.data = data
  }
}

/** The other side sent something that is not as the protocol says. */
export class MalformedMessageError extends PorticoError {
  override readonly name = 'MalformedMessageError'
  constructor({ method }: { method: string }) {
    super(`The answer to ${method} could not be understood.`, { shown: 'The wallet gave an answer that makes no sense' })
  }
}

/** Nobody answered before the request expired (protocol code 8000). */
export class RequestExpiredError extends PorticoError {
  override readonly name = 'RequestExpiredError'
  constructor({ method }: { method: string }) {
    super(`Request expired: ${method}`, { shown: 'The wallet did not answer', code: 8000 })
  }
}

/** The pairing's time is over and no wallet has answered. */
export class ProposalExpiredError extends PorticoError {
  override readonly name = 'ProposalExpiredError'
  constructor() {
    super('Proposal expired', { shown: 'The code has expired. Get a new one and try again.' })
  }
}

/** The wallet let the site in with something that does not fit what was asked (protocol code 7000). */
export class SettlementError extends PorticoError {
  override readonly name = 'SettlementError'
  constructor({ problem }: { problem: string }) {
    super(`Session settlement failed: ${problem}`, { shown: 'This wallet does not support the networks of this site', code: 7000 })
  }
}

/** There is no such session, or not any more (protocol code 7001). */
export class SessionNotFoundError extends PorticoError {
  override readonly name = 'SessionNotFoundError'
  constructor() {
    super('No matching session.', { shown: 'Connect a wallet first', code: 7001 })
  }
}

/** The session ended while a request was waiting (protocol code 6000). */
export class SessionEndedError extends PorticoError {
  override readonly name = 'SessionEndedError'
  constructor({ reason, code = 6000 }: { reason?: string; code?: number } = {}) {
    super(reason || 'User disconnected.', { shown: 'The wallet has disconnected', code })
  }
}

/** The session does not cover that chain (EIP-1193 4901), method (4200) or event. */
export class OutOfScopeError extends PorticoError {
  override readonly name = 'OutOfScopeError'
  constructor({ what, value, code }: { what: 'chain' | 'method' | 'event'; value: string; code: number }) {
    super(`The session does not cover the ${what} '${value}'.`, { shown: 'Your wallet does not support that', code })
  }
}

/** A pairing URI that is not one, has expired, or is for another relay protocol. */
export class PairingUriError extends PorticoError {
  override readonly name = 'PairingUriError'
  constructor({ problem }: { problem: string }) {
    super(`Invalid pairing URI: ${problem}`, { shown: 'This code is not valid' })
  }
}

/** The client was closed. */
export class ClientClosedError extends PorticoError {
  override readonly name = 'ClientClosedError'
  constructor() {
    super('The client is closed.')
  }
}
