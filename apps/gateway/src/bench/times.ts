/** A share of measured times is not longer than this, in milliseconds. */
export function quantile(all: readonly number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b)
  return sorted[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0
}

export function sayTimes(what: string, all: readonly number[]): void {
  say(what, `p50 ${quantile(all, 0.5).toFixed(1)} ms, p95 ${quantile(all, 0.95).toFixed(1)} ms`)
}

export function say(what: string, figure: string): void {
  process.stdout.write(`${what}: ${figure}\n`)
}
