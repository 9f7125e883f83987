import { timerLimit } from './calls.js'
import { seconds } from './parse.js'

/** One timer for the next thing that expires. */
export interface Expiry {
  /** Something has another end now. */
  readonly watch: () => void
  /** For good. */
  readonly stop: () => void
}

/**
 * @param ends when each thing expires, in seconds since 1970
 * @param onDue at least one of them has
 */
export function createExpiry(ends: () => readonly number[], onDue: () => void): Expiry {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  function watch() {
    clearTimeout(timer)
    const all = isOver ? [] : ends()
    if (all.length === 0) return
    const wait = (Math.min(...all) - seconds()) * 1_000 + 500
    timer = setTimeout(due, Math.min(Math.max(wait, 500), timerLimit))
  }
  function due() {
    onDue()
    watch()
  }
  return {
    watch,
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
