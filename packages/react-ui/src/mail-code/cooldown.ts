/** When another mail can be asked for, in milliseconds since 1970, of a failure that is a cool-down; undefined for any other. */
export function cooldownEnd(error: Error | undefined): number | undefined {
  const seconds = error && 'retryAfter' in error && typeof error.retryAfter === 'number' ? error.retryAfter : Number.NaN
  return Number.isNaN(seconds) ? undefined : Date.now() + Math.min(30, Math.max(1, Math.ceil(seconds))) * 1000
}
