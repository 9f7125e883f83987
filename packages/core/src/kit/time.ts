/**
 * Resolves with the promise, or with undefined when it fails or takes longer. The promise itself goes on.
 * @example const chainId = await within(provider.request({ method: 'eth_chainId' }), 5_000) // undefined without an answer in 5 s
 */
export function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), milliseconds)
    promise.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(timer))
  })
}

/**
 * Waits, or returns early when the signal aborts.
 * @example
 * await pause(1_000, signal) // milliseconds
 * if (!signal.aborted) await askOnceMore()
 */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const finish = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', finish)
      resolve()
    }
    const timer = setTimeout(finish, milliseconds)
    signal?.addEventListener('abort', finish)
  })
}
