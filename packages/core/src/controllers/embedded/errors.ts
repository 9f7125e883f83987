import { PorticoError } from '../../kit/errors.js'

/**
 * The host handed no embedded wallet to `createPortico`.
 * @example
 * try {
 *   await startEmailLogin(portico, { email })
 * } catch (error) {
 *   if (!(error instanceof EmbeddedNotConfiguredError)) throw error
 *   openModal(portico, { view: 'Connect' }) // wallets alone, until connectors: [embedded({ url })] is there
 * }
 */
export class EmbeddedNotConfiguredError extends PorticoError {
  override readonly name = 'EmbeddedNotConfiguredError'
  constructor() {
    super('There is no embedded wallet.', {
      shown: 'Unable to load email login dependency',
      hint: 'Hand one over: createPortico({ connectors: [embedded({ url })] }).',
    })
  }
}

/**
 * The text is not an e-mail address.
 * @example
 * try {
 *   await startEmailLogin(portico, { email: text })
 * } catch (error) {
 *   if (!(error instanceof InvalidEmailError)) throw error
 *   markField('An address such as ada@example.com')
 * }
 */
export class InvalidEmailError extends PorticoError {
  override readonly name = 'InvalidEmailError'
  constructor() {
    super('This is not an e-mail address.', { shown: 'Enter a full email address, such as name@example.com' })
  }
}

/**
 * What was mailed, or opened, was not used in time.
 * @example
 * embeddedStore(portico).subscribe(({ login }) => {
 *   // A new code, or a new window
 *   if ('error' in login && login.error instanceof LoginExpiredError) void retryLogin(portico)
 * })
 */
export class LoginExpiredError extends PorticoError {
  override readonly name = 'LoginExpiredError'
  constructor() {
    super('The login took too long.', { shown: 'That took too long. Try again.' })
  }
}

/**
 * A page or a link that the login should go on with is not one that may be opened (S19).
 * @example
 * embeddedStore(portico).subscribe(({ login }) => {
 *   // Nothing was opened: for whoever runs the secure site
 *   if ('error' in login && login.error instanceof UntrustedLoginPageError) report(login.error)
 * })
 */
export class UntrustedLoginPageError extends PorticoError {
  override readonly name = 'UntrustedLoginPageError'
  constructor() {
    super('The login led to a page that is not to be trusted.', { shown: 'Untrusted Origin' })
  }
}
