import type { Context } from 'hono'
import { InvalidQueryError } from '../errors.js'
import { ProviderError } from '../providers/errors.js'
import { SwapRefusedError, textOf } from '../swap/errors.js'

/**
 * What an account call could not answer, in the form of the directory and in that of existing clients, which look for `reasons`.
 * Undefined for a failure of ours.
 */
export function refuseAccount(context: Context, error: Error): Response | undefined {
  context.header('cache-control', 'no-store')
  if (error instanceof InvalidQueryError) {
    const reasons = error.problems.map((description) => ({ name: error.code, description }))
    return context.json({ error: { code: error.code, message: error.message, problems: error.problems }, reasons }, 400)
  }
  if (error instanceof SwapRefusedError) {
    const { code, message, reason } = error
    return context.json({ error: { code, message }, reasons: [{ name: reason, description: textOf(reason) }] }, 400)
  }
  if (!(error instanceof ProviderError)) return undefined
  const message = 'No source of this chain answers now.'
  if (error.retryAfter !== undefined) context.header('retry-after', String(Math.ceil(error.retryAfter)))
  return context.json({ error: { code: 'unavailable', message }, reasons: [{ name: 'unavailable', description: message }] }, 503)
}
