import { RequestAbortedError } from './http/errors.js'
import { pause } from './time.js'

/** How many entries are read before the page may draw again. */
export const sliceSize = 200

/**
 * Reads a list, a slice at a time: one of thousands must not keep a slow phone from scrolling. A short one is read at once.
 * @param read what becomes of an entry; undefined leaves it out
 * @throws RequestAbortedError
 */
export async function inSlices<T, R>(list: readonly T[], read: (entry: T) => R | undefined, signal?: AbortSignal): Promise<R[]> {
  const all: R[] = []
  for (let from = 0; from < list.length; from += sliceSize) {
    if (from > 0) await pause(0, signal)
    if (signal?.aborted) throw new RequestAbortedError()
    for (const entry of list.slice(from, from + sliceSize)) {
      const one = read(entry)
      if (one !== undefined) all.push(one)
    }
  }
  return all
}
