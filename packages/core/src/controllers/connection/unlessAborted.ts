import { ConnectionCancelledError } from './errors.js'

/**
 * Rejects as soon as the signal aborts. The promise itself goes on.
 * @example const addresses = await unlessAborted(provider.request({ method: 'eth_requestAccounts' }), signal) // of the ConnectRequest
 * @throws ConnectionCancelledError
 */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new ConnectionCancelledError())
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}
