import { EventEmitter, once } from 'node:events'

/** Tells waiting requests of this process that something has changed. Other processes' requests look by themselves. */
export interface Signals {
  readonly notify: (key: string) => void
  /**
   * Asks `check` until it gives something, for at most `milliseconds`: at once when told, and every half second in any case.
   * Undefined when the time is over, the client is gone, or the service closes.
   */
  readonly wait: <Value>(key: string, check: () => Promise<Value | undefined>, options: WaitOptions) => Promise<Value | undefined>
  /** Ends all waiting. */
  readonly close: () => void
}

export interface WaitOptions {
  readonly milliseconds: number
  /** Of the request: `context.req.raw.signal`. */
  readonly signal?: AbortSignal
}

/** How often is looked without having been told, in milliseconds. */
const lookMs = 500

export function createSignals(): Signals {
  const emitter = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()
  return {
    notify: (key) => void emitter.emit(key),
    wait: async (key, check, { milliseconds, signal }) => {
      const ends = performance.now() + milliseconds
      while (true) {
        // Listens before it looks, so that nothing falls between.
        const stop = new AbortController()
        const told = once(emitter, key, { signal: stop.signal }).catch(() => {})
        try {
          const found = await check()
          const left = ends - performance.now()
          if (found !== undefined || left <= 0 || signal?.aborted || closing.signal.aborted) return found
          await Promise.race([told, pause(Math.min(lookMs, left), [stop.signal, closing.signal, ...(signal ? [signal] : [])])])
        } finally {
          stop.abort()
        }
      }
    },
    close: () => closing.abort(),
  }
}

function pause(milliseconds: number, signals: readonly AbortSignal[]): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      for (const signal of signals) signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    for (const signal of signals) signal.addEventListener('abort', end)
  })
}
