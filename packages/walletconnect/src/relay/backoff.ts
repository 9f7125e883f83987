/** First pause after a connection is lost, in milliseconds. */
const base = 250
/** Longest pause while the loss is fresh: who is back within the minute is served within 5 s (R12). */
const cap = 4_000
/** When a loss is no longer fresh, in milliseconds, and the longest pause from then on. */
const freshTime = 5 * 60_000
const lateCap = 30_000

/**
 * How long to wait before connecting again, in milliseconds: doubled each time, capped, and anywhere between a half and the
 * whole of that, so that many clients do not come back at once.
 * @param failures how often it was tried since the connection was lost, from 0
 * @param lostFor milliseconds since it was lost
 * @param random 0 to 1
 */
export function backoff(failures: number, lostFor: number, random: number): number {
  const whole = Math.min(base * 2 ** Math.min(failures, 20), lostFor > freshTime ? lateCap : cap)
  return Math.round(whole * (0.5 + random / 2))
}
