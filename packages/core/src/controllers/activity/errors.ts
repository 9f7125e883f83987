import { PorticoError } from '../../kit/errors.js'

/**
 * 'Failed to fetch transactions'.
 * @example
 * try {
 *   const page = await getActivity(portico, { address, networkId })
 * } catch (error) {
 *   if (!(error instanceof ActivityUnavailableError)) throw error
 *   offerToTryAgain()
 *   report(error.cause) // the gateway at apiUrl, or the chain's node
 * }
 */
export class ActivityUnavailableError extends PorticoError {
  override readonly name = 'ActivityUnavailableError'
  constructor({ cause }: { cause?: unknown } = {}) {
    super('Failed to fetch transactions', { shown: 'Failed to fetch transactions', cause })
  }
}
