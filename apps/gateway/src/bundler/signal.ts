/** Wakes whoever waits. */
export interface Signal {
  readonly notify: () => void
  /** How often somebody notified. */
  readonly count: () => number
  /** Until somebody notifies after `seen`, or for so many milliseconds. */
  readonly wait: (milliseconds: number, seen: number) => Promise<void>
}

export function createSignal(): Signal {
  const waiting = new Set<() => void>()
  let count = 0
  return {
    notify: () => {
      count += 1
      for (const wake of [...waiting]) wake()
    },
    count: () => count,
    wait: (milliseconds, seen) =>
      new Promise((resolve) => {
        if (seen !== count) return resolve()
        const wake = (): void => {
          clearTimeout(timer)
          waiting.delete(wake)
          resolve()
        }
        const timer = setTimeout(wake, milliseconds)
        waiting.add(wake)
      }),
  }
}
