import { ReceiptTimeoutError, TransactionRevertedError } from '../account/errors.js'
import { SendingUnconfirmedError } from './errors.js'

/** How sending has failed. */
export interface FailedSending {
  readonly error: Error
  /** Of what was sent. */
  readonly hash?: string | undefined
}

/**
 * Whether something was sent, or may have been, and nobody knows yet what became of it: another one might be the second. What has
 * expired never goes through any more.
 * @example if (isUnconfirmed(progress)) showThatItMayStillGoThrough()
 */
export const isUnconfirmed = ({ error, hash }: FailedSending): boolean =>
  error instanceof ReceiptTimeoutError ||
  error instanceof SendingUnconfirmedError ||
  (hash !== undefined && !(error instanceof TransactionRevertedError) && error.name !== 'TransactionExpiredError')

/** Of a wallet that was asked, and whose answer did not come, or says nothing: by name, as connectors have errors of their own. */
const unanswered: readonly string[] = ['RequestExpiredError', 'SessionEndedError', 'MalformedMessageError', 'WalletAnswerError']

export const isUnanswered = (error: unknown): boolean => error instanceof Error && unanswered.includes(error.name)

/**
 * What went wrong when a wallet was asked to send something. One that gave no answer may have sent it all the same, as a phone's whose
 * answer got lost: then nobody can say that nothing happened.
 */
export function sendingError(error: Error): Error {
  return isUnanswered(error) ? new SendingUnconfirmedError({ cause: error }) : error
}
