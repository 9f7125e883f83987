import { HttpStatusError } from '../../kit/http/errors.js'
import { BalanceUnavailableError } from '../account/errors.js'

/** Whether the service asks to be left alone: a list that is watched is then not asked for again by itself. */
export const isShutDown = (error: unknown): boolean =>
  error instanceof BalanceUnavailableError ? isShutDown(error.cause) : error instanceof HttpStatusError && error.status === 503
