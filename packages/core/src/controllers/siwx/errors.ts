import { PorticoError } from '../../kit/errors.js'

/**
 * The site's server did not answer, or has too much to do. Nothing is known then: the visitor stays connected and tries again.
 * @example
 * try {
 *   await refreshSession(portico)
 * } catch (error) {
 *   if (!(error instanceof SignInUnavailableError)) throw error
 *   setTimeout(tryAgain, error.retryAfter ?? 5000) // nothing is known: the visitor stays connected
 * }
 */
export class SignInUnavailableError extends PorticoError {
  override readonly name = 'SignInUnavailableError'
  /** Seconds to wait, where the server named them. */
  readonly retryAfter: number | undefined
  constructor({ retryAfter, cause }: { retryAfter?: number; cause?: unknown } = {}) {
    super('The server that signs visitors in did not answer.', { shown: 'The site’s sign-in can’t be reached right now', cause })
    this.retryAfter = retryAfter
  }
}

/**
 * 'Signature declined': by the visitor, by the wallet, or by the server that looked at it.
 * @example
 * siwxStore(portico).subscribe(({ question }) => {
 *   // confirmSignIn, or cancelSignIn
 *   if (question?.status === 'declined' && question.error instanceof SignatureDeclinedError) show('Sign again, or go on as a guest.')
 * })
 */
export class SignatureDeclinedError extends PorticoError {
  override readonly name = 'SignatureDeclinedError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The sign-in message was not signed.', { shown: 'Signature declined', cause })
  }
}

/**
 * The same for a smart account, whose signature not every server knows how to verify.
 * @example
 * siwxStore(portico).subscribe(({ question }) => {
 *   // evmVerifier({ rpcUrls }) of the server asks the chain, for signatures of contracts
 *   if (question?.status === 'declined' && question.error instanceof SmartAccountSignInError) report(question.error)
 * })
 */
export class SmartAccountSignInError extends PorticoError {
  override readonly name = 'SmartAccountSignInError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The sign-in message of a smart account was not signed, or not taken.', {
      shown: 'This application might not support Smart Accounts',
      cause,
    })
  }
}

/**
 * The server says that the text is not good yet, or not any more: a clock is wrong, which is that of the device unless it is the server's.
 * @example
 * siwxStore(portico).subscribe(({ question }) => {
 *   if (question?.status === 'declined' && question.error instanceof SignInClockError) show('The clock of this device is wrong. Set it, and sign in again.')
 * })
 */
export class SignInClockError extends PorticoError {
  override readonly name = 'SignInClockError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('The times of the sign-in message are not those of the server.', {
      shown: 'The clock of this device seems to be wrong. Set it, then sign again',
      hint: 'Take the times of the text from the server, as `siwx({ url })` does; or set the clock of the server.',
      cause,
    })
  }
}

/**
 * Signing in could not begin: the server answers something else than was agreed, or the site's own code failed.
 * @example
 * toastStore(portico).subscribe(({ toast }) => {
 *   if (toast?.error instanceof SignInStartError) report(toast.error.cause) // does siwx({ url }) lead to createSiwx, and has it this page's origin?
 * })
 */
export class SignInStartError extends PorticoError {
  override readonly name = 'SignInStartError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('Signing in could not begin.', {
      shown: 'A problem occurred while trying initialize authentication',
      hint: 'Check that the address of `siwx({ url })` is that of `createSiwx`, and that its `origins` have this page’s.',
      cause,
    })
  }
}

/**
 * The server looked at what was signed, and does not take it.
 * @example
 * siwxStore(portico).subscribe(({ question }) => {
 *   // Domain, origin or clock differ from what was signed: the server's log says which
 *   const cause = question?.status === 'declined' ? question.error.cause : undefined
 *   if (cause instanceof SignInRefusedError) report(cause.reason)
 * })
 */
export class SignInRefusedError extends PorticoError {
  override readonly name = 'SignInRefusedError'
  /** Its own word for why: `nonce`, `signature`, `domain`, `issuedAt`, … */
  readonly reason: string | undefined
  constructor({ reason }: { reason?: string } = {}) {
    super(`The server refused the sign-in${reason ? `: ${reason}` : ''}.`)
    this.reason = reason
  }
}

/**
 * 'SIWX is not enabled'
 * @example
 * try {
 *   await signIn(portico)
 * } catch (error) {
 *   if (!(error instanceof SignInNotConfiguredError)) throw error
 *   report(error) // createPortico({ siwx: siwx({ url: '/siwx' }) })
 * }
 */
export class SignInNotConfiguredError extends PorticoError {
  override readonly name = 'SignInNotConfiguredError'
  constructor() {
    super('SIWX is not enabled.', { hint: 'createPortico({ siwx: siwx({ url }) }), with siwx of @portico/core/siwx.' })
  }
}

/**
 * The visitor turned away from signing in, or another account came into use.
 * @example
 * try {
 *   const session = await signIn(portico)
 * } catch (error) {
 *   if (!(error instanceof SignInCancelledError)) throw error
 *   // The visitor turned away: the page stays as it is for guests.
 * }
 */
export class SignInCancelledError extends PorticoError {
  override readonly name = 'SignInCancelledError'
  constructor() {
    super('Signing in was cancelled.')
  }
}
