/** Requests that are being answered, so that what they need is not closed under them. */
export interface UnderWay {
  readonly run: <Value>(work: () => Promise<Value>) => Promise<Value>
  /** Resolves when none is left, and after `milliseconds` in any case. */
  readonly drained: (milliseconds: number) => Promise<void>
}

export function createUnderWay(): UnderWay {
  const running = new Set<Promise<unknown>>()
  return {
    run: (work) => {
      const started = work()
      const ended = started.then(
        () => {},
        () => {},
      )
      running.add(ended)
      void ended.then(() => running.delete(ended))
      return started
    },
    drained: (milliseconds) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        void Promise.all(running).then(() => {
          clearTimeout(timer)
          resolve()
        })
      }),
  }
}
