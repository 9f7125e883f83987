import { PorticoError } from './errors.js'

/**
 * Whatever was thrown, as an Error: wallets also throw strings, plain objects and nothing at all.
 * @example
 * try {
 *   await provider.request({ method: 'eth_requestAccounts' })
 * } catch (thrown) {
 *   report(asError(thrown).message) // also where the wallet threw a text
 * }
 */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown
  const said = typeof thrown === 'object' && thrown !== null && 'message' in thrown ? thrown.message : thrown
  return new PorticoError(typeof said === 'string' && said ? said : 'Unknown error', { cause: thrown })
}
