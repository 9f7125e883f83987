import { timerLimit } from './calls.js'
import { seconds } from './parse.js'

/** One timer for the next thing that expires. */
export interface Expiry {
  /** Something has another end now. */
  readonly watch: () => void
  /** For good. */
  readonly stop: () => void
}

export interface ExpiryOptions {
  /** When each thing expires, in seconds since 1970. */
  readonly ends: () => readonly number[]
  /** At least one of them has. */
  readonly onDue: () => void
}

export function createExpiry({ ends, onDue }: ExpiryOptions): Expiry {
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
