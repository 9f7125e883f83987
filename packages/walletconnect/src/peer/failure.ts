import { UserRejectedError, type PorticoError } from '@portico/core'
import { PeerError } from '../errors.js'
import { isRefusal, type ErrorAnswer } from './codes.js'

/** The error of an answer, as one of ours: what a person declined is always a {@link UserRejectedError}. */
export function answerError(error: ErrorAnswer): PorticoError {
  return isRefusal(error.code) ? new UserRejectedError({ cause: error }) : new PeerError(error)
}
