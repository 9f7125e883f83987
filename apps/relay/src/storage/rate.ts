/**
 * A token bucket as a single number (GCRA, ITU-T I.371): the time at which the bucket would be full again. `burst` requests
 * at once, and `perSecond` of them come back each second.
 */
export interface Rate {
  /**
   * 0 when it may go on, else the milliseconds to wait. Waiting costs nothing.
   * @param requests as how many it counts, 1 unless told; no more than the bucket holds
   */
  take(nowMs: number, requests?: number): number
  /** Whether the bucket is full: it need not be kept. */
  idle(nowMs: number): boolean
}

export function createRate({ burst, perSecond }: { burst: number; perSecond: number }): Rate {
  const interval = 1000 / perSecond
  let fullAt = 0
  return {
    take: (nowMs, requests = 1) => {
      const from = Math.max(fullAt, nowMs)
      const taken = Math.min(requests, burst)
      const wait = from - nowMs - (burst - taken) * interval
      // A hair of rounding is not a refusal.
      if (wait > 1e-6) return Math.ceil(wait)
      fullAt = from + taken * interval
      return 0
    },
    idle: (nowMs) => fullAt <= nowMs,
  }
}
