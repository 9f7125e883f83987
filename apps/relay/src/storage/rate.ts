/**
 * A token bucket as a single number (GCRA, ITU-T I.371): the time at which the bucket would be full again. `burst` requests
 * at once, and `perSecond` of them come back each second.
 */
export interface Rate {
  /** 0 when it may go on, else the milliseconds to wait. Waiting costs nothing. */
  take(nowMs: number): number
  /** Whether the bucket is full: it need not be kept. */
  idle(nowMs: number): boolean
}

export function createRate({ burst, perSecond }: { burst: number; perSecond: number }): Rate {
  const interval = 1000 / perSecond
  const tolerance = (burst - 1) * interval
  let fullAt = 0
  return {
    take: (nowMs) => {
      const from = Math.max(fullAt, nowMs)
      const wait = from - nowMs - tolerance
      // A hair of rounding is not a refusal.
      if (wait > 1e-6) return Math.ceil(wait)
      fullAt = from + interval
      return 0
    },
    idle: (nowMs) => fullAt <= nowMs,
  }
}
