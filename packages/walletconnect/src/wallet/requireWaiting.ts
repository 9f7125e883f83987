import { SessionNotFoundError } from '../errors.js'

/** What is to be answered, unless it has been answered or has expired. @throws SessionNotFoundError */
export function requireWaiting<T>(found: T | undefined): T {
  if (!found) throw new SessionNotFoundError()
  return found
}
