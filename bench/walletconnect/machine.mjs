// How busy the machine is with other work, to be said beside each figure.
import os from 'node:os'

/** Processes that want to run, averaged over the last minute; this bench is among them. */
export const load = () => Number(os.loadavg()[0].toFixed(1))

const waiting = { limit: 4000 }

/** @param milliseconds that {@link calm} waits at the most */
export const setPatience = (milliseconds) => void (waiting.limit = milliseconds)

const times = () =>
  os.cpus().reduce(
    (sum, { times: { user, nice, sys, irq, idle } }) => ({
      busy: sum.busy + user + nice + sys + irq,
      all: sum.all + user + nice + sys + irq + idle,
    }),
    { busy: 0, all: 0 },
  )

/** Waits until the processors have been mostly idle for half a second: what others do comes in bursts. @returns whether it came to that */
export async function calm({ limit = waiting.limit, busy = 0.35 } = {}) {
  const end = Date.now() + limit
  do {
    const before = times()
    await new Promise((resolve) => setTimeout(resolve, 500))
    const after = times()
    if ((after.busy - before.busy) / Math.max(1, after.all - before.all) < busy) return true
  } while (Date.now() < end)
  return false
}
