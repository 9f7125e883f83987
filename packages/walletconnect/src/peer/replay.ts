/** How many ids of the other side's requests are remembered in each topic. */
export const windowSize = 128

/**
 * Takes the id of a request when it is new: neither in the window of remembered ids nor older than all of a full one. So a
 * message counts once whenever it is repeated, without a clock, and late ones still count.
 * @param ids remembered ids, ascending
 * @returns the new window, or undefined for a repetition
 */
export function takeId(ids: readonly number[], id: number): readonly number[] | undefined {
  const [oldest] = ids
  if (ids.includes(id) || (ids.length >= windowSize && oldest !== undefined && id < oldest)) return undefined
  const at = ids.findLastIndex((known) => known < id) + 1
  return ids.toSpliced(at, 0, id).slice(-windowSize)
}
