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
    const wanted = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now()
    if (!Number.isNaN(wanted)) return wanted > retryAfterLimit ? undefined : Math.max(0, wanted)
  }
  return base * 2 ** attempt * (1 + random / 2)
}
