/** Makes slots while somebody cares. */
export interface SlotClock {
  /** Starts it if it stands. */
  wake(): void
  stop(): void
}

/** Calls `tick` every 400 ms from `wake` on until `isNeeded` says no; then it costs nothing. */
export function createSlotClock({ tick, isNeeded }: { tick(): void; isNeeded(): boolean }): SlotClock {
  let timer: NodeJS.Timeout | undefined
  const stop = (): void => {
    clearInterval(timer)
    timer = undefined
  }
  const wake = (): void => {
    timer ??= setInterval(() => (isNeeded() ? tick() : stop()), 400).unref()
  }
  return { wake, stop }
}
