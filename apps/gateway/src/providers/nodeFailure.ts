import { NodeUnavailableError, RpcError, isLimit } from '../rpc/node.js'
import { ProviderError } from './errors.js'

/** A node's failure as that of a provider. @param what was asked, for the log @throws what is no failure of a node */
export function nodeFailure(error: unknown, what: string): ProviderError {
  if (error instanceof ProviderError) return error
  if (error instanceof RpcError) {
    if (!isLimit(error)) return new ProviderError('refused', `${what} refuses with ${error.code}.`)
    return new ProviderError('rate-limited', `${what} wants to be asked less often.`, { retryAfter: 1 })
  }
  if (!(error instanceof NodeUnavailableError)) throw error
  const { cause } = error
  // An answer came, in another shape.
  if (!(cause instanceof ProviderError)) return new ProviderError('malformed', `${what} answered in another shape.`, { cause: error })
  const wait = cause.retryAfter === undefined ? {} : { retryAfter: cause.retryAfter }
  return new ProviderError(cause.reason, `${what}: ${cause.message}`, { cause, ...wait })
}
