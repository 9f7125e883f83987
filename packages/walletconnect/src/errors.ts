import { PorticoError } from '@portico/core'

/**
 * The relay could not be reached in time, will not take the message, or was left.
 * @example
 * try {
 *   await dapp.request(asked)
 * } catch (error) {
 *   if (!(error instanceof RelayError)) throw error
 *   offerToTryAgain()
 *   report(error) // relayUrl; with a hosted relay the projectId and its allowed origins
 * }
 */
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

/**
 * The wallet answered with an error that is not a refusal. `code` is the wallet's.
 * @example
 * try {
 *   await dapp.request(asked)
 * } catch (error) {
 *   if (!(error instanceof PeerError)) throw error
 *   show(error.message) // the wallet's own words
 *   report(error.code, error.data)
 * }
 */
export class PeerError extends PorticoError {
  override readonly name = 'PeerError'
  /** What the wallet attached to its error. */
  readonly data: unknown
  constructor({ code, message, data }: { code: number; message: string; data?: unknown }) {
    super(message || 'The wallet answered with an error.', { code })
    this.data = data
  }
}

/**
 * The other side sent something that is not as the protocol says.
 * @example
 * try {
 *   await dapp.request(asked)
 * } catch (error) {
 *   if (!(error instanceof MalformedMessageError)) throw error
 *   show('Your wallet answered with something odd. Update it.')
 * }
 */
export class MalformedMessageError extends PorticoError {
  override readonly name = 'MalformedMessageError'
  constructor({ method }: { method: string }) {
    super(`The answer to ${method} could not be understood.`, { shown: 'The wallet gave an answer that makes no sense' })
  }
}

/**
 * Nobody answered before the request expired (protocol code 8000).
 * @example
 * try {
 *   await dapp.request(asked)
 * } catch (error) {
 *   if (!(error instanceof RequestExpiredError)) throw error
 *   show('Nobody answered. Open your wallet, and ask again.')
 * }
 */
export class RequestExpiredError extends PorticoError {
  override readonly name = 'RequestExpiredError'
  constructor({ method }: { method: string }) {
    super(`Request expired: ${method}`, { shown: 'The wallet did not answer', code: 8000 })
  }
}

/**
 * The pairing's time is over and no wallet has answered.
 * @example
 * try {
 *   const { session } = await dapp.connect({ namespaces: asked }).approval
 * } catch (error) {
 *   if (!(error instanceof ProposalExpiredError)) throw error
 *   showCode(dapp.connect({ namespaces: asked }).uri)
 * }
 */
export class ProposalExpiredError extends PorticoError {
  override readonly name = 'ProposalExpiredError'
  constructor() {
    super('Proposal expired', { shown: 'The code has expired. Get a new one and try again.' })
  }
}

/**
 * The wallet let the site in with something that does not fit what was asked (protocol code 7000).
 * @example
 * try {
 *   const { session } = await dapp.connect({ namespaces: asked }).approval
 * } catch (error) {
 *   if (!(error instanceof SettlementError)) throw error
 *   show('Your wallet let us in with something else than we asked for. Update it.')
 * }
 */
export class SettlementError extends PorticoError {
  override readonly name = 'SettlementError'
  constructor({ problem }: { problem: string }) {
    super(`Session settlement failed: ${problem}`, { shown: 'This wallet does not support the networks of this site', code: 7000 })
  }
}

/**
 * There is no such session, or not any more (protocol code 7001).
 * @example
 * try {
 *   dapp.connect({ namespaces: asked, pairing: remembered })
 * } catch (error) {
 *   if (!(error instanceof SessionNotFoundError)) throw error
 *   showCode(dapp.connect({ namespaces: asked }).uri) // that wallet is not known any more
 * }
 */
export class SessionNotFoundError extends PorticoError {
  override readonly name = 'SessionNotFoundError'
  constructor() {
    super('No matching session.', { shown: 'Connect a wallet first', code: 7001 })
  }
}

/**
 * The session ended while a request was waiting (protocol code 6000).
 * @example
 * try {
 *   await dapp.request(asked)
 * } catch (error) {
 *   if (!(error instanceof SessionEndedError)) throw error
 *   openModal(portico, { view: 'Connect' }) // the wallet has ended the session
 * }
 */
export class SessionEndedError extends PorticoError {
  override readonly name = 'SessionEndedError'
  constructor({ reason, code = 6000 }: { reason?: string; code?: number } = {}) {
    super(reason || 'User disconnected.', { shown: 'The wallet has disconnected', code })
  }
}

/**
 * The session does not cover that chain (EIP-1193 4901), method (4200) or event.
 * @example
 * try {
 *   await dapp.request(asked)
 * } catch (error) {
 *   if (!(error instanceof OutOfScopeError)) throw error
 *   await connectAgain([...chains, asked.chainId]) // the session has what the wallet agreed to
 * }
 */
export class OutOfScopeError extends PorticoError {
  override readonly name = 'OutOfScopeError'
  constructor({ what, value, code }: { what: 'chain' | 'method' | 'event'; value: string; code: number }) {
    super(`The session does not cover the ${what} '${value}'.`, { shown: 'Your wallet does not support that', code })
  }
}

/**
 * A pairing URI that is not one, has expired, or is for another relay protocol.
 * @example
 * try {
 *   const pairing = parseUri(pasted)
 * } catch (error) {
 *   if (!(error instanceof PairingUriError)) throw error
 *   show('Copy the whole code. It begins with wc: and lives for five minutes.')
 * }
 */
export class PairingUriError extends PorticoError {
  override readonly name = 'PairingUriError'
  constructor({ problem }: { problem: string }) {
    super(`Invalid pairing URI: ${problem}`, { shown: 'This code is not valid' })
  }
}

/**
 * The client was closed.
 * @example
 * try {
 *   const { approval } = dapp.connect({ namespaces: asked })
 * } catch (error) {
 *   if (!(error instanceof ClientClosedError)) throw error
 *   const { approval } = createDapp(options).connect({ namespaces: asked }) // a closed client does not come back
 * }
 */
export class ClientClosedError extends PorticoError {
  override readonly name = 'ClientClosedError'
  constructor() {
    super('The client is closed.')
  }
}
