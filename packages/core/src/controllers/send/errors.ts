import { PorticoError } from '../../kit/errors.js'

/**
 * A wallet, or the service that sends what was signed, was asked and gave no answer: it may have sent it all the same.
 * @example
 * if (progress.status === 'failed' && progress.error instanceof SendingUnconfirmedError) {
 *   show('No answer came. It may go through later.') // another one might be the second
 * }
 */
export class SendingUnconfirmedError extends PorticoError {
  override readonly name = 'SendingUnconfirmedError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('No answer came to what was to be sent. It may have been sent all the same.', {
      shown: 'No answer came. It may go through later.',
      cause,
    })
  }
}
