import { ProviderRpcError } from '../wallet/errors.js'
import { leatherCode } from './dialects/leather.js'
import { satsCode } from './dialects/sats.js'
import type { Dialect } from './types.js'

/** What a method answered, in the words of its dialect. */
export function toAnswer(dialect: Dialect | 'standard', id: number, result: unknown): unknown {
  return dialect === 'sats' || dialect === 'leather' ? { jsonrpc: '2.0', id: String(id), result } : result
}

/**
 * A failure in the words of its dialect: sats-connect answers with it, Leather rejects with the response, the others reject
 * with an error. What a script throws that is no error of a wallet passes as it is.
 */
export function toFailure(dialect: Dialect | 'standard', id: number, error: unknown): unknown {
  if (!(error instanceof ProviderRpcError)) throw error
  const { code, message, data } = error
  const worded = (as: number) => ({
    jsonrpc: '2.0',
    id: String(id),
    error: { code: as, message, ...(data !== undefined && { data }) },
  })
  if (dialect === 'sats') return worded(satsCode(code))
  throw dialect === 'leather' ? worded(leatherCode(code)) : error
}
