import { median } from '../lib/statistics.mjs'

export { median }

/** The value that this share of the numbers does not exceed: the nearest rank. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}

/** What is told of a list of milliseconds. */
export const summary = (numbers) => ({
  n: numbers.length,
  median: median(numbers),
  p95: percentile(numbers, 0.95),
  min: percentile(numbers, 0),
  max: percentile(numbers, 1),
})
