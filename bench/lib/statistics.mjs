// Medians and ratios over the samples of a run.

/** The middle of some numbers; what is not a number is left out. @returns {number | null} */
export function median(numbers) {
  const sorted = numbers.filter((x) => typeof x === 'number' && !Number.isNaN(x)).sort((a, b) => a - b)
  if (sorted.length === 0) return null
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The value at a path such as 'load.script'. */
export const at = (object, path) => path.split('.').reduce((value, key) => value?.[key], object)

/** All values of one measure of an app, of loads that came so far. `apps` is that of results.json. */
export const samples = (apps, app, key, path) =>
  (apps[app]?.timing?.[key] ?? []).filter((load) => !load.failed || at(load, path) != null).map((load) => at(load, path))

export const medianOf = (apps, app, key, path) => median(samples(apps, app, key, path))

/** Median of the per-round ratios: both numbers of a ratio come from the same round. */
export function ratio(apps, app, to, key, path) {
  const ours = (apps[app]?.timing?.[key] ?? []).map((load) => at(load, path))
  const theirs = (apps[to]?.timing?.[key] ?? []).map((load) => at(load, path))
  return median(ours.map((x, i) => (typeof x === 'number' && typeof theirs[i] === 'number' && theirs[i] > 0 ? x / theirs[i] : NaN)))
}
