import { PorticoError } from '@portico/core'

/**
 * 'iframe_load_failed': the secure site did not answer within 20 s, or something else came in its place. Trying again makes a fresh frame.
 * @example
 * try {
 *   await client.open()
 * } catch (error) {
 *   if (!(error instanceof FrameLoadError)) throw error
 *   offerToTryAgain() // a fresh frame. Else: url, frame-src of your policy, the project's origins
 * }
 */
export class FrameLoadError extends PorticoError {
  override readonly name = 'FrameLoadError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('iframe_load_failed', {
      shown: 'Unable to load email login dependency',
      hint: "Check `url`, that the secure site knows this page's origin, and the page's frame-src.",
      cause,
    })
  }
}

/**
 * 'iframe_request_timeout': the frame did not answer within 30 s, or could not finish in that time.
 * @example
 * try {
 *   await wallet.getUser()
 * } catch (error) {
 *   if (!(error instanceof FrameTimeoutError)) throw error
 *   offerToTryAgain() // the secure site does not answer
 * }
 */
export class FrameTimeoutError extends PorticoError {
  override readonly name = 'FrameTimeoutError'
  readonly reason = 'timeout'
  constructor() {
    super('iframe_request_timeout', { shown: 'The login service did not answer in time. Try again.' })
  }
}

/**
 * The frame's own words of what went wrong, or 'An error occurred'.
 * @example
 * try {
 *   await wallet.updateEmail('ada@example.com')
 * } catch (error) {
 *   if (!(error instanceof FrameRequestError)) throw error
 *   show(error.message) // the frame's own words
 * }
 */
export class FrameRequestError extends PorticoError {
  override readonly name = 'FrameRequestError'
  /** Why, for programs: a code of the secure site such as `wrong_code`, where it has one. */
  readonly reason: string | undefined
  /** Seconds to wait before the same is asked again, where the frame says so. */
  readonly retryAfter: number | undefined
  constructor({ message, reason, code, retryAfter }: { message?: string; reason?: string; code?: number; retryAfter?: number } = {}) {
    super(message || 'An error occurred', { shown: message || 'An error occurred', ...(code !== undefined && { code }) })
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

/**
 * 'Request was aborted' of what the visitor was asked, 'Something went wrong' of everything else.
 * @example
 * try {
 *   await wallet.updateEmail('ada@example.com')
 * } catch (error) {
 *   if (!(error instanceof FrameRequestAbortedError)) throw error
 *   if (error.reason !== 'aborted') show(error.message) // the visitor turned away, otherwise
 * }
 */
export class FrameRequestAbortedError extends PorticoError {
  override readonly name = 'FrameRequestAbortedError'
  readonly reason: 'aborted' | undefined
  constructor({ asked }: { asked: boolean }) {
    const said = asked ? 'Request was aborted' : 'Something went wrong'
    super(said, { shown: said, ...(asked && { code: 4001 }) })
    this.reason = asked ? 'aborted' : undefined
  }
}

/**
 * 'Requested RPC call is not allowed', shown as 'Action not allowed': a method on neither list (S4).
 * @example
 * try {
 *   await provider.request({ method: 'eth_sign', params })
 * } catch (error) {
 *   if (!(error instanceof RpcNotAllowedError)) throw error
 *   await provider.request({ method: 'personal_sign', params }) // it says what is signed
 * }
 */
export class RpcNotAllowedError extends PorticoError {
  override readonly name = 'RpcNotAllowedError'
  constructor({ method }: { method: string }) {
    super('Requested RPC call is not allowed', {
      shown: 'Action not allowed',
      hint: `The embedded wallet has no '${method.slice(0, 100)}'.`,
      code: 4200,
    })
  }
}

/**
 * 'Please try again after {n} seconds'. `retryAfter` is n: whole seconds, from 1 to 30.
 * @example
 * try {
 *   await wallet.connectEmail(email)
 * } catch (error) {
 *   if (!(error instanceof EmailCooldownError)) throw error
 *   setTimeout(allowResend, error.retryAfter * 1000)
 * }
 */
export class EmailCooldownError extends PorticoError {
  override readonly name = 'EmailCooldownError'
  readonly reason = 'cooldown'
  readonly retryAfter: number
  constructor({ seconds }: { seconds: number }) {
    const retryAfter = Math.min(30, Math.max(1, Math.ceil(seconds) || 1))
    const said = `Please try again after ${retryAfter} seconds`
    super(said, { shown: said })
    this.retryAfter = retryAfter
  }
}

/**
 * The page took a mailed code itself, and the secure site's operator has not named it for that.
 * @example
 * try {
 *   await wallet.connectOtp(otp)
 * } catch (error) {
 *   if (!(error instanceof CodeInPageError)) throw error
 *   await wallet.enterCode('login') // the wallet's own field, in its frame
 * }
 */
export class CodeInPageError extends PorticoError {
  override readonly name = 'CodeInPageError'
  readonly reason = 'code_in_page'
  constructor() {
    super('The secure site takes no code from this page.', {
      hint: 'Use `enterCode`, or have the operator name this origin in `codeInPage`.',
      code: 4200,
    })
  }
}

/**
 * The account was not changed: the secure site has none of that type on the network in use.
 * @example
 * try {
 *   await wallet.setPreferredAccount('smartAccount')
 * } catch (error) {
 *   if (!(error instanceof AccountTypeError)) throw error
 *   hideSmartAccount() // the secure site has none on this network
 * }
 */
export class AccountTypeError extends PorticoError {
  override readonly name = 'AccountTypeError'
  constructor() {
    super('This account type is not available', { shown: 'This account type is not available', code: 4200 })
  }
}

/**
 * Nobody is logged in (EIP-1193 4100).
 * @example
 * try {
 *   await wallet.request({ method: 'personal_sign', params })
 * } catch (error) {
 *   if (!(error instanceof NotLoggedInError)) throw error
 *   openModal(portico, { view: 'Connect' })
 * }
 */
export class NotLoggedInError extends PorticoError {
  override readonly name = 'NotLoggedInError'
  constructor() {
    super('Nobody is logged in.', { shown: 'Log in first', code: 4100 })
  }
}
