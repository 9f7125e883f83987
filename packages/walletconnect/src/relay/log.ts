/** Takes a line for the host's developer. It never holds a topic, a key, a URI or what a message says. */
export type Log = (line: string) => void

/** At most one line a second (R12); what is left out is counted in the next one. */
export function limitLog(log: Log, now: () => number = Date.now): Log {
  let last = -Infinity
  let left = 0
  return (line) => {
    const time = now()
    if (time - last < 1_000 && time >= last) {
      left += 1
      return
    }
    last = time
    log(left ? `${line} (and ${left} more)` : line)
    left = 0
  }
}
