/** The longest that a `Retry-After` may make us wait, in milliseconds (R7). */
export const retryAfterLimit = 30_000

/**
 * How long to wait before the next try, in milliseconds. `Retry-After` counts as seconds and as an HTTP date; one in the
 * past is 0, one that cannot be read is as if absent, and one of more than 30 s answers undefined: give up (R7).
 * @param random between 0 and 1: the jitter, up to half the delay again
 */
export function retryDelay(
  { attempt, base, retryAfter }: { readonly attempt: number; readonly base: number; readonly retryAfter?: string },
  random = Math.random(),
): number | undefined {
  if (retryAfter !== undefined) {
    const text = retryAfter.trim()
    const wanted = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : httpDate(text) - Date.now()
    if (!Number.isNaN(wanted)) return wanted > retryAfterLimit ? undefined : Math.max(0, wanted)
  }
  return base * 2 ** attempt * (1 + random / 2)
}

/** One of the three forms of an HTTP date (RFC 9110, 5.6.7), in milliseconds, or NaN. `Date.parse` alone reads too much into any text. */
function httpDate(text: string): number {
  const time = '\\d{2}:\\d{2}:\\d{2}'
  const fixed = new RegExp(`^[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} ${time} GMT$`)
  const rfc850 = new RegExp(`^[A-Z][a-z]{5,8}, \\d{2}-[A-Z][a-z]{2}-\\d{2} ${time} GMT$`)
  const asctime = new RegExp(`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d ${time} \\d{4}$`)
  if (fixed.test(text) || rfc850.test(text)) return Date.parse(text)
  return asctime.test(text) ? Date.parse(`${text} GMT`) : NaN
}
